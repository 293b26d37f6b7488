"""Transactions."""

import pytest

from bot.database.engine import Database, Transaction
from bot.database.memories import insert_memories, live
from bot.values.changes import Addition
from bot.values.memories import Memory, MemoryCategory, Origin
from bot.values.owner import Owner


async def remember(tx: Transaction, owner: Owner, content: str) -> Memory:
    """Store a memory, whose text is to be embedded."""
    wanted = Addition(content=content, category=MemoryCategory.CONTEXT)
    (memory,) = await insert_memories(tx, owner, [wanted], Origin.COMMAND)
    return memory


async def fail(tx: Transaction, owner: Owner, kept: Memory) -> None:
    """Store a memory that is to be undone, and fail."""
    async with tx.undone():
        undone = await remember(tx, owner, "The user sells honey")
        assert await live(tx, owner) == [kept, undone]
        raise LookupError


async def test_what_is_undone_leaves_no_trace_and_the_rest_is_committed(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        kept = await remember(tx, owner, "The user keeps bees")
        with pytest.raises(LookupError):
            await fail(tx, owner, kept)
    async with database.transaction() as tx:
        assert await live(tx, owner) == [kept]
    assert database.texts_to_embed.is_set()
    database.texts_to_embed.clear()
    async with database.transaction() as tx, tx.undone():
        await remember(tx, owner, "The user sells honey")
        assert tx.leaves_texts_to_embed
    assert not database.texts_to_embed.is_set()
