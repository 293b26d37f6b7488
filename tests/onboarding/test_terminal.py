"""What is shown on the terminal can be used as it stands there."""

import pytest

from bot.onboarding.terminal import Terminal
from bot.telegram.pairing import pairing_link


def test_a_link_is_not_broken_into_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    link = pairing_link("the_longest_name_of_all_names_bot", "x" * 32)
    Terminal().show_link(link)
    assert link in capsys.readouterr().out
