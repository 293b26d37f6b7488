"""Which memories are in a prompt where not all fit: pinned ones, then those that matter most, in the one order."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.prompt_block import for_prompt, memory_block
from bot.memory.store.importance import HALF_LIFE, STATED, USED, add_use, half_lives
from bot.memory.store.memories import insert_memories
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.model.tokens import text_tokens
from bot.store.engine import Database
from bot.turns.values.origins import Origin

memories = Memories()
FEW_TOKENS = 40
"""What the words about the other memories take on top."""


async def teach(database: Database, owner: Owner, number: int) -> list[str]:
    """Store a number of memories of nearly one length; return their ids."""
    contents = [f"The user keeps thing {index:03} in the drawer" for index in range(number)]
    async with database.transaction() as tx:
        wanted = [Addition(content=content, category=MemoryCategory.CONTEXT) for content in contents]
        return [it.id for it in await insert_memories(tx, owner, wanted, Origin.CONVERSATION)]


async def in_prompt(database: Database, owner: Owner, most_tokens: int | None) -> tuple[list[str], int]:
    """Return the ids of what a prompt holds, and how many memories there are."""
    async with database.transaction() as tx:
        kept, of = await for_prompt(tx, owner, most_tokens)
    assert most_tokens is None or text_tokens(memory_block(kept, of)) <= most_tokens + FEW_TOKENS
    return [memory.id for memory in kept], of


async def age(database: Database, memory_id: str, by: timedelta) -> None:
    """Have a memory last been used longer ago."""
    async with database.transaction() as tx:
        await tx.connection.execute(
            text("UPDATE agent_memories SET importance = importance - :half_lives WHERE id = :id"),
            {"half_lives": by / HALF_LIFE, "id": memory_id},
        )


@pytest.mark.parametrize("importance", [1e308, -1e308])
async def test_a_memory_of_any_importance_can_be_used(database: Database, owner: Owner, importance: float) -> None:
    (memory_id,) = await teach(database, owner, 1)
    async with database.transaction() as tx:
        await tx.connection.execute(text("UPDATE agent_memories SET importance = :it"), {"it": importance})
        add_use(tx, [memory_id], USED)


async def test_beyond_that_pinned_ones_come_first_then_what_is_used(database: Database, owner: Owner) -> None:
    ids = await teach(database, owner, 40)
    assert await in_prompt(database, owner, 4_000) == await in_prompt(database, owner, None) == (ids, 40)
    for memory_id in ids:
        await age(database, memory_id, timedelta(days=30))
    async with database.transaction() as tx:
        await memories.pin(tx, owner, ids[0], pinned=True)
        add_use(tx, [ids[5]], USED)
        await memories.change(
            tx, owner, MemoryUpdate(memory_id=ids[7], content="The user keeps nothing in that drawer")
        )
    kept, of = await in_prompt(database, owner, 400)
    assert of == 40
    assert {ids[0], ids[5], ids[7]} <= set(kept)
    assert kept == [memory_id for memory_id in ids if memory_id in kept], "the order is that of all of them"


async def test_some_of_many_are_the_same_however_they_were_stored_and_are_read(
    database: Database, owner: Owner
) -> None:
    ids = await teach(database, owner, 60)
    async with database.transaction() as tx:
        await tx.connection.execute(text("UPDATE agent_memories SET importance = 1"))  # all of them matter alike
    kept, _ = await in_prompt(database, owner, 400)
    assert 0 < len(kept) < len(ids)
    for turned in (ids[::-1], ids[1::2] + ids[::2]):
        async with database.transaction() as tx:
            for memory_id in turned:  # each is stored again, after the others
                await tx.connection.execute(
                    text("UPDATE agent_memories SET version = 1 WHERE id = :id"), {"id": memory_id}
                )
            await tx.connection.execute(text("SET LOCAL enable_indexscan = off"))
            await tx.connection.execute(text("SET LOCAL enable_bitmapscan = off"))
            read, _ = await for_prompt(tx, owner, 400)
        assert [memory.id for memory in read] == kept
        assert await in_prompt(database, owner, 400) == (kept, 60)


async def test_uses_add_up_and_each_counts_half_as_much_after_a_while(database: Database, owner: Owner) -> None:
    (memory_id,) = await teach(database, owner, 1)
    await age(database, memory_id, HALF_LIFE)
    async with database.transaction() as tx:
        add_use(tx, [memory_id], 1.0)
        importance = await tx.connection.scalar(text("SELECT importance FROM agent_memories"))
    now = 2 ** (float(importance) - half_lives(datetime.now(UTC)))
    assert now == pytest.approx(STATED[Origin.CONVERSATION] / 2 + 1.0, rel=0.01)
