"""`.env` is changed without losing anything that is in it."""

import stat
from io import StringIO
from pathlib import Path

import pytest
from dotenv import dotenv_values
from hypothesis import given
from hypothesis import strategies as st

from bot.cli.onboarding.env_file import set_values, updated

ITS_OWN = """\
# My bot

  export OPENAI_MODEL='old one'  # the small one
HOMEMADE="two
lines"
OPENAI_BASE_URL=http://localhost:1/v1
not a setting at all
OPENAI_MODEL = older # counts, as it is the last
"""
VALUES = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=30).filter(
    lambda value: "${" not in value  # which dotenv replaces
)


def test_comments_order_and_other_names_stay() -> None:
    text = updated(ITS_OWN, {"OPENAI_MODEL": "gpt 5", "OPENAI_BASE_URL": "", "OPENAI_API_KEY": "sk-1", "NEVER_SET": ""})
    assert (
        text
        == ITS_OWN.replace("older #", "'gpt 5' #")
        .replace("MODEL = '", "MODEL='")
        .replace("OPENAI_BASE_URL", "# OPENAI_BASE_URL")
        + "OPENAI_API_KEY=sk-1\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "A=1\n"),
        ("B=2", "B=2\nA=1\n"),
        ("B=2\r\n", "B=2\r\nA=1\r\n"),
        ("A='x\ny'  # two lines\nB=2\n", "A=1  # two lines\nB=2\n"),
        ("A\n", "A=1\n"),
        ("'A'=2\n", "A=1\n"),
        ("#A=2\n", "#A=2\nA=1\n"),
        ("A=2#3 # four\n", "A=1 # four\n"),
    ],
)
def test_a_value_is_set_in_its_place(before: str, after: str) -> None:
    written = updated(before, {"A": "1"})
    assert dotenv_values(stream=StringIO(written))["A"] == "1"
    assert written == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A=1\nB=2\nA=3  # three\n", "# A=1\nB=2\n# A=3  # three\n"),
        ("\nexport A='x\r\n\r\ny'\r\nB=2", "\n# export A='x\r\n\r\n# y'\r\nB=2"),
        ("A=\nB=2\n", "A=\nB=2\n"),
    ],
)
def test_a_value_that_is_not_needed_is_commented_out(before: str, after: str) -> None:
    written = updated(before, {"A": ""})
    assert written == after
    assert not dotenv_values(stream=StringIO(written)).get("A")
    assert dotenv_values(stream=StringIO(written))["B"] == "2"


@given(
    values=st.dictionaries(st.sampled_from(["A", "B_C", "OPENAI_API_KEY"]), VALUES),
    before=st.sampled_from(["", ITS_OWN]),
)
def test_what_is_written_is_read_again(values: dict[str, str], before: str) -> None:
    read = dotenv_values(stream=StringIO(updated(before, values)))
    assert {name: read[name] for name in values} == values
    assert not before or read["HOMEMADE"] == "two\nlines"


def test_the_file_is_ours_alone_and_a_link_stays_one(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / ".env"
    kept.write_text("A=2\n")
    kept.chmod(0o644)
    link.symlink_to(kept)
    set_values(link, {"A": "1"})
    assert link.is_symlink()
    assert kept.read_text() == "A=1\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert {it.name for it in tmp_path.iterdir()} == {".env", "kept"}
