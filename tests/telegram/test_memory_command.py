import asyncio
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from bot.database.engine import Database
from bot.database.memories import Memories
from bot.messages import Memory, MemoryCategory, Owner
from bot.telegram.memory_command import (
    MAX_MESSAGES,
    DeleteMemory,
    ListMemories,
    MemoryCommand,
    Request,
    RestoreMemory,
    ShowMemory,
    ShowUsage,
    listing,
    parse,
)

DAY = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", ListMemories()),
        ("list", ListMemories()),
        ("  LIST  ", ListMemories()),
        ("list person", ListMemories("person")),
        ("list two  words", ListMemories("two words")),
        ("list\nperson", ListMemories("person")),
        ("show a1b2c3d4", ShowMemory("a1b2c3d4")),
        ("delete a1b2", DeleteMemory("a1b2")),
        ("Delete [a1b2c3d4]", DeleteMemory("a1b2c3d4")),
        ("delete [id:a1b2c3d4]", DeleteMemory("a1b2c3d4")),
        ("restore a1b2c3d4", RestoreMemory("a1b2c3d4")),
        ("delete", ShowUsage()),
        ("show", ShowUsage()),
        ("explode a1b2c3d4", ShowUsage()),
        ("help", ShowUsage()),
    ],
)
def test_what_stands_after_memory_is_read(words: str, request_: Request) -> None:
    assert parse(words) == request_


def memories(count: int) -> list[Memory]:
    """Return so many memories, of two categories."""
    return [
        Memory(
            id=f"{number:08d}",
            category=MemoryCategory.PERSON if number < count // 2 else MemoryCategory.PROJECT,
            subject="Sarah" if number == 3 else None,
            content=f"Fact number {number} about something that matters",
            version=1,
            created_at=DAY + timedelta(seconds=number),
            updated_at=DAY,
        )
        for number in range(count)
    ]


def test_a_long_list_fills_three_messages_and_says_how_to_narrow_it() -> None:
    parts = listing(memories(1_000))
    assert len(parts) == MAX_MESSAGES
    assert all(len(part.text.encode("utf-16-le")) // 2 <= 4096 for part in parts)
    assert "1000 memories fit" in parts[-1].text
    assert "/memory list <category or words>" in parts[-1].text
    for part in parts:
        units = len(part.text.encode("utf-16-le")) // 2
        assert all(entity.offset + entity.length <= units for entity in part.entities)


@pytest.mark.parametrize(
    ("wanted", "count"), [("project", 10), ("Person", 10), ("number 17", 1), ("sarah", 1), ("SOMETHING", 20)]
)
def test_a_list_is_narrowed_by_category_or_words(wanted: str, count: int) -> None:
    text = "\n".join(part.text for part in listing(memories(20), wanted))
    assert text.count("\n• [") == count


def test_a_list_that_nothing_fits_says_so() -> None:
    assert "No memory fits “xyzzy”" in listing(memories(20), "xyzzy")[0].text


class Asker:
    """Someone who writes `/memory …`."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self.memories = Memories()
        self._database = database
        self._owner = owner
        self._command = MemoryCommand(self.memories, ZoneInfo("Europe/London"))

    async def add(self, content: str, subject: str = "") -> str:
        """Have something remembered; return its id."""
        async with self._database.transaction() as tx:
            category = MemoryCategory.PERSON
            return (await self.memories.add(tx, self._owner, content=content, category=category, subject=subject)).id

    async def update(self, memory_id: str, content: str) -> None:
        """Have a memory worded anew."""
        async with self._database.transaction() as tx:
            await self.memories.update(tx, self._owner, memory_id, content=content)

    async def ask(self, words: str) -> str:
        """Return what `/memory` answers."""
        async with self._database.transaction() as tx:
            return "\n---\n".join(part.text for part in await self._command.answer(tx, self._owner, words))


@pytest.fixture
def asker(database: Database, owner: Owner) -> Asker:
    """Someone who writes `/memory …`."""
    return Asker(database, owner)


async def test_show_has_every_wording_with_its_date(asker: Asker) -> None:
    memory_id = await asker.add("Sarah works on the Platform team", "Sarah")
    await asker.update(memory_id, "Sarah works on the Design team")
    shown = await asker.ask(f"show {memory_id}")
    assert re.fullmatch(
        rf"Sarah \(person\) \[{memory_id}\]\n\n"
        r"v1, \d\d \w{3} \d{4}, \d\d:\d\d\nSarah works on the Platform team\n\n"
        r"v2, \d\d \w{3} \d{4}, \d\d:\d\d\nSarah works on the Design team",
        shown,
    )


async def test_four_characters_of_an_id_are_enough_and_fewer_are_not(asker: Asker) -> None:
    memory_id = await asker.add("Alec is the boss")
    assert "at least 4 characters" in await asker.ask(f"delete {memory_id[:3]}")
    assert await asker.ask(f"delete {memory_id[:4]}") == (
        f"Deleted: 'Alec is the boss'\n\nTo bring it back: /memory restore {memory_id}"
    )
    assert "deleted already" in await asker.ask(f"delete {memory_id}")
    assert "Deleted on" in await asker.ask(f"show {memory_id}")
    assert await asker.ask(f"restore {memory_id[:4]}") == "Restored: 'Alec is the boss'"
    assert "not deleted" in await asker.ask(f"restore {memory_id}")
    assert "Alec is the boss" in await asker.ask("")


@pytest.mark.parametrize(
    ("asked", "answer"), [("delete", "deleted already"), ("show", "Deleted on"), ("restore", "Restored: ")]
)
async def test_what_is_asked_while_a_memory_is_being_forgotten_is_answered_as_afterwards(
    asker: Asker, database: Database, owner: Owner, asked: str, answer: str
) -> None:
    memory_id = await asker.add("Alec is the boss")
    async with database.transaction() as tx:
        await asker.memories.delete(tx, owner, memory_id)
        asking = asyncio.create_task(asker.ask(f"{asked} {memory_id}"))
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        while not await tx.connection.scalar(waiting):
            assert not asking.done()
    assert answer in await asking


async def test_a_prefix_of_several_ids_asks_which_one(asker: Asker, database: Database) -> None:
    first, second = await asker.add("Alec is the boss"), await asker.add("Sarah is the boss")
    async with database.transaction() as tx:
        for number, memory_id in enumerate((first, second)):
            await tx.connection.exec_driver_sql(
                f"INSERT INTO agent_memories (id, bot_id, user_id, category, content_key, created_at) "
                f"SELECT 'same000{number}', bot_id, user_id, category, '{number}', created_at "
                f"FROM agent_memories WHERE id = '{memory_id}'"
            )
            await tx.connection.exec_driver_sql(
                f"UPDATE agent_memory_versions SET memory_id = 'same000{number}' WHERE memory_id = '{memory_id}'"
            )
    asked = await asker.ask("delete same")
    assert "which one?" in asked
    assert "[same0000] Alec is the boss" in asked
    assert "[same0001] Sarah is the boss" in asked


async def test_an_unknown_id_and_an_odd_request_say_so(asker: Asker) -> None:
    assert await asker.ask("delete zzzzzzzz") == "I have no memory with the id zzzzzzzz."
    assert await asker.ask("show %_%_") == "I have no memory with the id %_%_."
    assert "/memory delete <id>" in await asker.ask("explode")


async def test_a_memory_whose_text_is_there_again_is_not_restored(asker: Asker) -> None:
    memory_id = await asker.add("Alec is the boss")
    await asker.ask(f"delete {memory_id}")
    again = await asker.add("Alec is the boss")
    refused = await asker.ask(f"restore {memory_id}")
    assert "already says exactly this" in refused
    assert again in refused
