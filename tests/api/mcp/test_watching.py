"""Assistants are told of changes of memories that somebody else makes, over both transports and protocols."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from mcp import Client
from mcp.client.session import MessageHandlerFnT
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp_types import ResourceListChangedNotification, ResourceUpdatedNotification

from bot.database import access_tokens
from bot.database.engine import Database
from bot.memory.operations import Memories
from bot.values.changes import Addition, MemoryUpdate, Wanted
from bot.values.memories import Memory, MemoryCategory
from bot.values.owner import Owner
from tests.api.mcp.assistants import by_http, by_stdio
from tests.api.serving import served, token
from tests.crash.postgres_proxy import PostgresProxy, Statement

MOST_SECONDS = 20
BOSS = Addition(content="Alec is the user's boss", category=MemoryCategory.PERSON)
BOAT = Addition(content="The user owns a boat", category=MemoryCategory.CONTEXT)
Connect: TypeAlias = Callable[[str, MessageHandlerFnT | None], AbstractAsyncContextManager[Client]]


@pytest.fixture(params=["http", "stdio"])
async def connect(
    request: pytest.FixtureRequest, database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> AsyncIterator[Connect]:
    """Connects an assistant of the owner's that speaks a protocol."""
    async with served(database, owner.bot_id, {owner.user_id, 2}) as url:
        key = await token(database, owner)

        def connect(mode: str, told: MessageHandlerFnT | None = None) -> AbstractAsyncContextManager[Client]:
            if request.param == "http":
                return by_http(url, key, mode, told=told)
            return by_stdio(settings, tmp_path, mode, "--user", "1", told=told)

        yield connect


async def changed(database: Database, owner: Owner, wanted: Wanted) -> Memory:
    """Change a memory, as the chat does."""
    async with database.transaction() as tx:
        return (await Memories().change(tx, owner, wanted)).memory


async def test_one_that_listens_is_told(connect: Connect, database: Database, owner: Owner) -> None:
    memory = await changed(database, owner, BOSS)
    uri = f"keepsake://memory/{memory.id}"
    async with (
        connect("auto", None) as assistant,
        assistant.listen(resources_list_changed=True, resource_subscriptions=[uri]) as events,
        asyncio.timeout(MOST_SECONDS),
    ):
        await changed(database, Owner(owner.bot_id, 2), BOSS)
        await changed(database, owner, BOAT)
        assert await anext(aiter(events)) == ResourcesListChanged()
        await changed(database, owner, MemoryUpdate(memory_id=memory.id, content="Alec is the user's friend"))
        assert await anext(aiter(events)) == ResourceUpdated(uri)


async def test_what_changes_before_the_database_is_listened_to_is_told(
    database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    has_changed = asyncio.Event()

    async def hold(statement: Statement) -> None:
        if statement.sql.startswith("LISTEN"):
            await has_changed.wait()

    await changed(database, owner, BOSS)
    async with (
        PostgresProxy(settings["DATABASE_URL"], hold) as proxy,
        by_stdio(settings | {"DATABASE_URL": proxy.url}, tmp_path, "auto", "--user", "1") as assistant,
        assistant.listen(resources_list_changed=True) as events,
        asyncio.timeout(MOST_SECONDS),
    ):
        await changed(database, owner, BOAT)
        has_changed.set()
        assert await anext(aiter(events)) == ResourcesListChanged()


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_one_that_subscribes_is_told(connect: Connect, database: Database, owner: Owner) -> None:
    memory = await changed(database, owner, BOSS)
    uri = f"keepsake://memory/{memory.id}"
    heard: asyncio.Queue[object] = asyncio.Queue()

    async def told(message: object) -> None:
        heard.put_nowait(message)

    async with connect("legacy", told) as assistant, asyncio.timeout(MOST_SECONDS):
        assert assistant.server_capabilities.resources
        assert assistant.server_capabilities.resources.list_changed
        await assistant.list_resources()
        await changed(database, owner, BOAT)
        assert isinstance(await heard.get(), ResourceListChangedNotification)
        await assistant.subscribe_resource(uri)
        await changed(database, owner, MemoryUpdate(memory_id=memory.id, content="Alec is the user's friend"))
        update = await heard.get()
        assert isinstance(update, ResourceUpdatedNotification)
        assert update.params.uri == uri
        assert isinstance(await heard.get(), ResourceListChangedNotification)
        await assistant.unsubscribe_resource(uri)
        await changed(database, owner, MemoryUpdate(memory_id=memory.id, content="Alec is the user's brother"))
        assert isinstance(await heard.get(), ResourceListChangedNotification)


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_one_that_subscribes_while_it_is_told_is_told_of_no_change_before(
    database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    looks, has_subscribed = asyncio.Event(), asyncio.Event()
    heard: asyncio.Queue[object] = asyncio.Queue()

    async def told(message: object) -> None:
        heard.put_nowait(message)

    async def hold(statement: Statement) -> None:
        if follows and statement.sql == "COMMIT" and any("count(*)" in sql for sql in statement.transaction):
            looks.set()
            await has_subscribed.wait()

    follows = False
    memory = await changed(database, owner, BOSS)
    async with (
        PostgresProxy(settings["DATABASE_URL"], hold) as proxy,
        by_stdio(settings | {"DATABASE_URL": proxy.url}, tmp_path, "legacy", "--user", "1", told=told) as assistant,
        asyncio.timeout(MOST_SECONDS),
        asyncio.TaskGroup() as tasks,
    ):
        await assistant.list_resources()
        follows = True
        await changed(database, owner, BOAT)
        await looks.wait()
        subscribed = tasks.create_task(assistant.subscribe_resource(f"keepsake://memory/{memory.id}"))
        await assistant.send_ping()  # is answered once the server has begun with what came before
        has_subscribed.set()
        await subscribed
        assert isinstance(await heard.get(), ResourceListChangedNotification)
        await changed(database, owner, MemoryUpdate(memory_id=memory.id, content="Alec is the user's friend"))
        assert isinstance(await heard.get(), ResourceUpdatedNotification)
        assert isinstance(await heard.get(), ResourceListChangedNotification)


async def test_one_that_listens_hears_no_more_once_its_token_is_revoked(database: Database, owner: Owner) -> None:
    async with (
        served(database, owner.bot_id, {owner.user_id}) as url,
        by_http(url, await token(database, owner), "auto") as assistant,
        assistant.listen(resources_list_changed=True) as events,
        asyncio.timeout(MOST_SECONDS),
    ):
        await changed(database, owner, BOSS)
        heard = aiter(events)
        assert await anext(heard) == ResourcesListChanged()
        async with database.transaction() as tx:
            assert await access_tokens.revoke(tx, owner, "tests")
        with pytest.raises(SubscriptionLost):
            await anext(heard)


async def test_a_former_protocols_stream_ends_with_its_token(database: Database, owner: Owner) -> None:
    headers = {
        "Authorization": f"Bearer {await token(database, owner)}",
        "Accept": "application/json, text/event-stream",
    }
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "claude-ai", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    async with (
        served(database, owner.bot_id, {owner.user_id}) as url,
        httpx.AsyncClient(base_url=url, headers=headers, timeout=MOST_SECONDS) as http,
    ):
        session = (await http.post("/mcp", json=begin)).headers["Mcp-Session-Id"]
        http.headers["Mcp-Session-Id"] = session
        await http.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"})
        async with http.stream("GET", "/mcp") as stream:
            assert stream.status_code == 200
            async with database.transaction() as tx:
                assert await access_tokens.revoke(tx, owner, "tests")
            async with asyncio.timeout(MOST_SECONDS):
                assert "memory" not in (await stream.aread()).decode()
        assert (await http.get("/mcp")).status_code == 401
