"""Transactions."""

from contextlib import suppress
from functools import partial
from itertools import count

import pytest
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.memory.store.memories import insert_memories, live
from bot.memory.values import Addition, Memory, MemoryCategory
from bot.store.engine import Database, Transaction
from bot.turns.store.vectors import TO_EMBED
from bot.turns.values.origins import Origin


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
    assert database.events[TO_EMBED].is_set()
    database.events[TO_EMBED].clear()
    async with database.transaction() as tx, tx.undone():
        await remember(tx, owner, "The user sells honey")
    assert not database.events[TO_EMBED].is_set()


async def test_what_follows_a_commit_is_called_once_in_order_and_only_for_the_attempt_that_committed(
    database: Database,
) -> None:
    calls: list[str] = []
    attempts = count(1)

    async def work(tx: Transaction) -> None:
        attempt = next(attempts)
        tx.after_commit(partial(calls.append, f"first of {attempt}"))
        async with tx.undone():
            tx.after_commit(partial(calls.append, "undone"))
        tx.after_commit(partial(calls.append, f"second of {attempt}"))
        if attempt == 1:
            await tx.connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    await database.retry(work, single=False)
    assert calls == ["first of 2", "second of 2"]
    with suppress(LookupError):
        async with database.transaction() as tx:
            await work(tx)
            raise LookupError
    assert calls == ["first of 2", "second of 2"]
