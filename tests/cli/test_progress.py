"""A person at a terminal sees that a command works, and what is left to do."""

import bot.cli.onboarding  # isort: skip # noqa: F401 - first, so that rich can be imported
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot.kit.terminal import Bars
from tests.forks import environment
from tests.typist import typist


async def test_an_import_of_memories_shows_that_it_works(tmp_path: Path, data_dir: Path, database_url: str) -> None:
    (tmp_path / "notes.md").write_text("- Alec is the user's boss\n")
    settings = environment(DATA_DIR=str(data_dir), TERM="xterm-256color", DATABASE_URL=database_url)
    command = (sys.executable, "-m", "bot", "memory", "import", "notes.md")
    async with typist(command, tmp_path, settings) as person:
        await person.sees("Importing notes.md …")
        await person.sees("Imported 1.")
        assert await person.ended() == 0


def test_a_bar_shows_what_is_left_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    out = StringIO()
    bars = Bars(Console(file=out, force_terminal=True, width=100))
    bars.show_left("Indexing messages and memories", 2_000)
    bars.show_left("Indexing messages and memories", 500)
    assert "1500/2000" in out.getvalue()
    shown = len(out.getvalue())
    bars.show_left("Indexing messages and memories", 0)
    assert "/2000" not in out.getvalue()[shown:]
