"""A person at a terminal sees that a command works."""

import sys
from pathlib import Path

from tests.first_minutes import settings
from tests.typist import typist

BOT = (sys.executable, "-m", "bot")


async def test_an_import_of_memories_shows_that_it_works(tmp_path: Path, data_dir: Path, database_url: str) -> None:
    (tmp_path / "notes.md").write_text("- Alec is the user's boss\n")
    environment = settings(data_dir, DATABASE_URL=database_url)
    async with typist((*BOT, "memory", "import", "notes.md"), tmp_path, environment) as person:
        await person.sees("Importing notes.md …")
        await person.sees("Imported 1.")
        assert await person.ended() == 0


async def test_a_start_shows_what_is_left_to_index(tmp_path: Path, data_dir: Path, database_url: str) -> None:
    (tmp_path / "notes.md").write_text("".join(f"- The user has read book {number}\n" for number in range(2_000)))
    environment = settings(data_dir, DATABASE_URL=database_url)
    async with typist((*BOT, "memory", "import", "notes.md"), tmp_path, environment) as person:
        await person.sees("Imported 2,000.")
        await person.ended()
    environment["SEARCH_LANGUAGE"] = "german"  # what is stored is indexed anew
    async with typist(BOT, tmp_path, environment) as person:
        await person.answers("Which one?", "")
        await person.sees("Indexing messages and memories")
        await person.sees("1500/2000")
