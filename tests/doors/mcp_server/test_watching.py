"""Assistants are told of changes of memories that somebody else makes, over both transports and protocols."""

import asyncio
from pathlib import Path

import pytest
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp_types import ResourceListChangedNotification, ResourceUpdatedNotification

from bot.doors.store import access_tokens
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.values import Addition, Memory, MemoryCategory, MemoryUpdate, Wanted
from bot.store.engine import Database
from tests.doors.http.serving import served, token
from tests.doors.mcp_server.assistants import by_http, by_stdio

MOST_SECONDS = 20
BOSS = Addition(content="Alec is the user's boss", category=MemoryCategory.PERSON)
BOAT = Addition(content="The user owns a boat", category=MemoryCategory.CONTEXT)


async def changed(database: Database, owner: Owner, wanted: Wanted) -> Memory:
    """Change a memory, as the chat does."""
    async with database.transaction() as tx:
        return (await Memories().change(tx, owner, wanted)).memory


async def test_one_that_listens_is_told_until_its_token_is_revoked(database: Database, owner: Owner) -> None:
    memory = await changed(database, owner, BOSS)
    uri = f"keepsake://memory/{memory.id}"
    async with (
        served(database, owner.bot_id, {owner.user_id, 2}) as url,
        by_http(url, await token(database, owner), "auto") as assistant,
        assistant.listen(resources_list_changed=True, resource_subscriptions=[uri]) as events,
        asyncio.timeout(MOST_SECONDS),
    ):
        await changed(database, Owner(owner.bot_id, 2), BOSS)
        await changed(database, owner, BOAT)
        heard = aiter(events)
        assert await anext(heard) == ResourcesListChanged()
        await changed(database, owner, MemoryUpdate(memory_id=memory.id, content="Alec is the user's friend"))
        assert {type(await anext(heard)) for _ in range(2)} == {ResourceUpdated, ResourcesListChanged}
        async with database.transaction() as tx:
            assert await access_tokens.revoke(tx, owner, "tests")
        with pytest.raises(SubscriptionLost):
            await anext(heard)


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_one_that_subscribes_is_told(
    database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    memory = await changed(database, owner, BOSS)
    uri = f"keepsake://memory/{memory.id}"
    heard: asyncio.Queue[object] = asyncio.Queue()

    async def told(message: object) -> None:
        heard.put_nowait(message)

    async with (
        by_stdio(settings, tmp_path, "legacy", "--user", "1", told=told) as assistant,
        asyncio.timeout(MOST_SECONDS),
    ):
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
