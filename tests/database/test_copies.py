"""Copies of a bot share its chats: one of them has a chat, and one has the lead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import psycopg
import pytest

from bot.database import copies
from bot.database.copies import ChatLocks, Notice, Subject, shared
from bot.database.engine import Database
from bot.errors import DatabaseUnavailable

BOT = 1000
TERMINATE = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1"
)
"""Ends the connections with locks on chats."""


@pytest.fixture
async def both(database_url: str) -> AsyncIterator[tuple[ChatLocks, ChatLocks]]:
    """The locks of two copies."""
    async with shared(database_url, BOT) as first, shared(database_url, BOT) as second:
        yield first, second


async def test_a_chat_has_one_copy_until_that_lets_it_go(both: tuple[ChatLocks, ChatLocks]) -> None:
    first, second = both
    assert await first.take([1, 2]) == {1, 2}
    assert await first.take([1]) == {1}
    assert await second.take([1, 2, -3]) == {-3}
    assert await first.take([-3]) == set()
    await first.let_go(1)
    assert await second.take([1, 2]) == {1}


async def test_other_bots_have_chats_of_their_own(database_url: str, both: tuple[ChatLocks, ChatLocks]) -> None:
    assert await both[0].take([1]) == {1}
    async with shared(database_url, BOT + 1) as other:
        assert await other.take([1]) == {1}


async def test_the_next_copy_leads_when_the_leader_is_gone(database_url: str) -> None:
    async with shared(database_url, BOT) as second, AsyncExitStack() as life:
        first = await life.enter_async_context(shared(database_url, BOT))
        await first.try_to_lead()
        await second.try_to_lead()
        led = asyncio.Event()

        async def lead() -> None:
            led.set()

        await first.led(lead())
        assert led.is_set()
        led.clear()
        leading = asyncio.create_task(second.led(lead()))
        await first.take([1])
        await life.aclose()
        while not led.is_set():  # the server notices the end of the connection in its own time
            await second.try_to_lead()
            await asyncio.sleep(0)
        await leading
        assert await second.take([1]) == {1}


async def test_a_lost_connection_ends_the_block(database_url: str) -> None:
    plain = database_url.replace("postgresql+psycopg://", "postgresql://")

    async def work() -> None:
        async with shared(database_url, BOT) as locks, await psycopg.AsyncConnection.connect(plain) as connection:
            assert await locks.take([1]) == {1}
            await connection.execute(TERMINATE)
            await asyncio.Event().wait()

    with pytest.raises(DatabaseUnavailable):
        await work()


async def test_all_copies_hear_what_is_committed(database: Database, both: tuple[ChatLocks, ChatLocks]) -> None:
    async with database.transaction() as tx:
        await copies.tell(tx, BOT + 1, Subject.CHAT, 1)
        await copies.tell(tx, BOT, Subject.PEOPLE)
        await copies.tell(tx, BOT, Subject.CHAT, 5)
    for each in both:
        assert await each.notices.get() == Notice(Subject.PEOPLE, 0)
        assert await each.notices.get() == Notice(Subject.CHAT, 5)


async def test_notices_of_no_interest_and_of_other_programs_are_left_out(both: tuple[ChatLocks, ChatLocks]) -> None:
    first, _ = both
    for payload in (f"{BOT}:1:memories", f"{BOT}:1:", "hello", f"{BOT}:x:language", ""):
        first.hear("keepsake", payload)
    first.hear("keepsake", f"{BOT}:1:language")
    assert first.notices.get_nowait() == Notice(Subject.LANGUAGE, 1)
    assert first.notices.empty()


async def test_a_chat_that_is_worked_on_elsewhere_is_passed_on(both: tuple[ChatLocks, ChatLocks]) -> None:
    first, _ = both
    first.working.add(1)
    assert not first.passes_on(1)
    assert first.passes_on(2)
    assert first.notices.get_nowait() == Notice(Subject.CHAT, 2, is_own=True)
    assert first.notices.empty()
