"""A person at a terminal sees that a command works."""

import sys
from pathlib import Path

from tests.first_minutes import settings
from tests.typist import typist


async def test_an_import_of_memories_shows_that_it_works(tmp_path: Path, data_dir: Path, database_url: str) -> None:
    (tmp_path / "notes.md").write_text("- Alec is the user's boss\n")
    command = (sys.executable, "-m", "bot", "memory", "import", "notes.md")
    async with typist(command, tmp_path, settings(data_dir, DATABASE_URL=database_url)) as person:
        await person.sees("Importing notes.md …")
        await person.sees("Imported 1.")
        assert await person.ended() == 0
