import json
from datetime import UTC

import pytest

from bot.database import memories as stored
from bot.database.engine import Database
from bot.memory.operations import Memories
from bot.telegram.export_command import export
from bot.telegram.texts import MOST_BYTES, Text
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory
from bot.values.owner import Owner


@pytest.fixture
async def database_with_much(database: Database, owner: Owner) -> Database:
    """A database with a hundred memories."""
    async with database.transaction() as tx:
        for number in range(100):
            await Memories().change(
                tx, owner, Addition(content=f"The user's fact {number}", category=MemoryCategory.CONTEXT, is_new=True)
            )
    return database


async def test_both_files_are_sent_with_what_is_in_them(database_with_much: Database, owner: Owner) -> None:
    async with database_with_much.transaction() as tx:
        (memory, *_) = await stored.live(tx, owner)
        await Memories().forget(tx, owner, memory.id)
    async with database_with_much.transaction() as tx:
        programs, people = await export(UTC, tx, owner, "anything")
    assert isinstance(programs, Text)
    assert isinstance(people, Text)
    assert "another Keepsake: 99 memories and 1 deleted memory." in programs.text
    assert programs.file
    assert people.file
    assert len(json.loads(programs.file.content)["memories"]) == 100
    assert people.file.content.decode().count("- The user's fact") == 100


async def test_what_is_too_large_for_telegram_is_the_command_lines(database_with_much: Database, owner: Owner) -> None:
    async with database_with_much.transaction() as tx:
        (said,) = await export(UTC, tx, owner, most_bytes=10_000)
    assert "python -m bot export --user 1 <folder>" in said.text
    assert MOST_BYTES == 50_000_000
