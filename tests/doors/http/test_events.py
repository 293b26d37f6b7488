"""A stream of events tells of an owner's changes, whoever makes them, and ends with the caller's access."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest

from bot.doors.http.limits import MOST_STREAMS
from bot.doors.store import access_tokens
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.values import Addition, Forgetting, MemoryCategory
from bot.store.engine import Database
from tests.databases import administration
from tests.doors.http.serving import token

BOSS = Addition(content="Alec is the user's boss", category=MemoryCategory.PERSON)
MOST_SECONDS = 2.0


class Stream:
    """A stream of events, as a client reads it."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def line(self) -> str:
        """Return the next line that is not empty; raise StopAsyncIteration at the end."""
        while not (line := await anext(self._lines)):
            pass
        return line

    async def kinds(self, within: float = MOST_SECONDS) -> list[str]:
        """Return the kinds of the next event, which has to come within some seconds."""
        async with asyncio.timeout(within):
            assert await self.line() == "event: changed"
            kinds: list[str] = json.loads((await self.line()).removeprefix("data: "))["kinds"]
            return kinds


@asynccontextmanager
async def listening(http: httpx.AsyncClient) -> AsyncIterator[Stream]:
    """Yield an open stream."""
    async with http.stream("GET", "/api/events", timeout=30) as answer:
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        stream = Stream(answer)
        assert (await stream.line()).startswith(":")
        yield stream


async def test_changes_by_anybody_are_told_within_two_seconds(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    memories, other = Memories(), Owner(owner.bot_id, 2)
    async with listening(http) as stream:
        async with database.transaction() as tx:  # as the chat does, or another process
            await memories.change(tx, other, BOSS)
            memory = (await memories.change(tx, owner, BOSS)).memory
        assert await stream.kinds() == ["memories"]
        async with database.transaction() as tx:
            await memories.pin(tx, owner, memory.id, pinned=True)
        assert await stream.kinds() == ["memories"]
        async with database.transaction() as tx:
            await memories.change(tx, owner, Forgetting(memory_id=memory.id))
        assert await stream.kinds() == ["memories"]
        assert (await http.post("/api/notes/", json={"name": "Shopping", "content": "Milk"})).status_code == 201
        assert await stream.kinds() == ["notes"]


async def test_a_page_hears_with_its_session_until_that_ends(
    page: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    async with listening(page) as stream, asyncio.timeout(MOST_SECONDS):
        async with database.transaction() as tx:
            await access_tokens.revoke(tx, owner, "page")
        with pytest.raises(StopAsyncIteration):
            await stream.line()


async def test_a_lost_connection_counts_as_a_change(http: httpx.AsyncClient, database_url: str) -> None:
    async with listening(http) as stream:
        with administration(database_url) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query = 'LISTEN keepsake'"
            )
        assert await stream.kinds() == ["conversations", "language", "memories", "notes", "reminders"]


async def test_streams_of_an_owner_are_bounded(http: httpx.AsyncClient, database: Database, owner: Owner) -> None:
    other = {"Authorization": f"Bearer {await token(database, Owner(owner.bot_id, 2))}"}
    async with AsyncExitStack() as opened:
        for _ in range(MOST_STREAMS):
            await opened.enter_async_context(listening(http))
        assert (await http.get("/api/events")).status_code == 429
        async with http.stream("GET", "/api/events", headers=other) as answer:
            assert answer.status_code == 200
    async with asyncio.timeout(MOST_SECONDS):  # until the server has noticed that they are closed
        while await opens(http) != 200:
            pass


async def opens(http: httpx.AsyncClient) -> int:
    """Return the status of a new stream, which is closed at once."""
    async with http.stream("GET", "/api/events") as answer:
        return answer.status_code
