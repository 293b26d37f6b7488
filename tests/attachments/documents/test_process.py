"""What reads documents and pictures knows no secrets, and costs nothing before the first of them comes."""

import subprocess
import sys

import pytest

from bot import environment

LIBRARIES = (
    *("pypdf", "docx", "openpyxl", "pptx", "bs4", "lxml", "Crypto", "cryptography", "defusedxml", "trafilatura", "PIL"),
)


def test_the_bot_imports_none_of_the_libraries() -> None:
    program = f"import sys, bot.entry, bot.app, bot.process; print([it for it in {LIBRARIES} if it in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_process_is_not_told_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "1000:secret")
    monkeypatch.setenv("HOME", "/home/mara")
    told = environment.of_child()
    assert "TELEGRAM_BOT_TOKEN" not in told
    assert told["HOME"] == "/home/mara"
