"""The memories as resources, and the news of their changes, whoever makes them and wherever.

In the present protocol an assistant listens for them with a request (`subscriptions/listen`). In the former one it
subscribes to resources, and is told that their list has changed once it has asked for it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from mcp.server import ServerRequestContext
from mcp.server.connection import Connection
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
)
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    EmptyResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from bot.doors.http.access import Caller
from bot.doors.http.services import ApiServices
from bot.kit.background import background
from bot.kit.capture_modes import READING
from bot.kit.errors import DatabaseUnavailable, KeepsakeError
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.memory.mcp import PAGE, with_versions
from bot.memory.store import memories as stored
from bot.memory.store import pages
from bot.memory.store.pages import MemoryFilter
from bot.memory.tools.tools import TURNED_OFF
from bot.memory.values.memories import Memory
from bot.store.engine import Transaction

_TYPE: Final = "text/plain"
SCHEME: Final = "keepsake://memory/"
"""Beginning of a memory's address; its id follows."""
MOST_LISTENING: Final = 100
MOST_RESOURCES: Final = 100
_LOOK_SECONDS: Final = 60.0
"""Seconds between looks while no change is told of."""
_WATCH: Final = "keepsake.watch"

Context: TypeAlias = ServerRequestContext[Any, Any]
Tell: TypeAlias = Callable[[ServerEvent], Awaitable[None]]


class Resources:
    """Lists and reads the live memories of whoever `caller_of` names."""

    def __init__(self, services: ApiServices, caller_of: Callable[[Context], Caller]) -> None:
        self._services = services
        self._caller_of = caller_of
        self.watching = Watching(services, caller_of)

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return a page of memories in display order."""
        caller, after = self._caller_of(ctx), (params.cursor if params else None) or ""
        async with self._services.transaction() as tx:
            await self._check(tx, caller)
            everything = await pages.narrowed(tx, caller.owner, MemoryFilter())
            found = await pages.filtered_page(tx, everything, PAGE + 1, after)
        await self.watching.follow_list(ctx)
        following = found[PAGE - 1].id if len(found) > PAGE else None
        return ListResourcesResult(resources=[_resource(it) for it in found[:PAGE]], next_cursor=following)

    async def templates(self, _ctx: Context, _: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """Return how the memories are addressed."""
        template = ResourceTemplate(
            uri_template=f"{SCHEME}{{memory_id}}",
            name="memory",
            title="A memory",
            description="A memory with its versions, by its 8-character id.",
            mime_type=_TYPE,
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return a memory with its versions. Raises MCPError."""
        caller, memory_id = self._caller_of(ctx), params.uri.removeprefix(SCHEME)
        try:
            async with self._services.transaction() as tx:
                await self._check(tx, caller)
                memory = await self._services.memories.get(tx, caller.owner, memory_id)
                text = with_versions(memory, await stored.versions(tx, memory.id))
        except KeepsakeError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, mime_type=_TYPE, text=text)])

    async def _check(self, tx: Transaction, caller: Caller) -> None:
        if await self._services.memories.mode(tx, caller.owner) not in READING:
            raise MCPError(INVALID_PARAMS, f"Nothing is shown: {TURNED_OFF}")


def _resource(memory: Memory) -> Resource:
    name = one_line(memory.subject or memory.category.value)
    return Resource(uri=f"{SCHEME}{memory.id}", name=name, description=one_line(memory.content), mime_type=_TYPE)


@dataclass(slots=True)
class _Watch:
    """What one assistant wants to be told of: its `uris`, and perhaps their list."""

    services: ApiServices
    owner: Owner
    tell: Tell
    uris: set[str] = field(default_factory=set)
    wants_list: bool = False
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by a look, which sees the same `uris` from its beginning to its end."""
    _list: object = None
    _seen: dict[str, object] = field(default_factory=dict)

    async def look(self) -> None:
        """Tell of what has changed since the last look. Raises DatabaseUnavailable."""
        async with self._looking:
            for event in await self._changed():
                await self.tell(event)

    async def follow(self, uri: str) -> None:
        """Tell of changes of one more resource from now on. Raises DatabaseUnavailable."""
        async with self._looking:
            self.uris.add(uri)
        await self.look()

    async def unfollow(self, uri: str) -> None:
        """Tell no more of a resource."""
        async with self._looking:
            self.uris.discard(uri)

    async def _changed(self) -> list[ServerEvent]:
        async with self.services.transaction() as tx:
            stamp = await stored.stamp(tx, self.owner) if self.wants_list else None
            found = await stored.those(tx, self.owner, [it.removeprefix(SCHEME) for it in sorted(self.uris)])
        now: dict[str, object] = dict.fromkeys(self.uris) | {f"{SCHEME}{it.id}": it for it in found}
        events: list[ServerEvent] = [
            ResourceUpdated(uri) for uri, it in now.items() if uri in self._seen and self._seen[uri] != it
        ]
        if stamp and self._list and stamp != self._list:
            events.append(ResourcesListChanged())
        self._list, self._seen = stamp, now
        return events

    async def run(self) -> None:
        """Tell of changes until cancelled."""
        async with self.services.changes.of(self.owner) as watch:
            while True:  # the first look finds what was changed before the watch began
                with suppress(DatabaseUnavailable):
                    await self.look()
                await watch.next(_LOOK_SECONDS)


class Watching:
    """Watches the memories for the assistants that want to be told."""

    def __init__(self, services: ApiServices, caller_of: Callable[[Context], Caller]) -> None:
        self._services = services
        self._caller_of = caller_of
        self._listening = 0

    async def listen(self, ctx: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Tell of changes in the answer to a request, until it is given up. Raises MCPError if too many listen."""
        if self._listening >= MOST_LISTENING:
            raise MCPError(INTERNAL_ERROR, "Too many listen already.")
        bus, asked = InMemorySubscriptionBus(), params.notifications
        watch = _Watch(self._services, self._caller_of(ctx).owner, bus.publish)
        watch.uris = set((asked.resource_subscriptions or [])[:MOST_RESOURCES])
        watch.wants_list = bool(asked.resources_list_changed)
        await watch.look()
        self._listening += 1
        try:
            async with background(watch.run()):
                return await ListenHandler(bus)(ctx, params)
        finally:
            self._listening -= 1

    async def subscribe(self, ctx: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Tell of changes of a resource from now on. Raises MCPError if there are too many."""
        watch = await self._of_connection(ctx)
        if len(watch.uris) >= MOST_RESOURCES:
            raise MCPError(INTERNAL_ERROR, f"At most {MOST_RESOURCES} resources can be subscribed to.")
        await watch.follow(params.uri)
        return EmptyResult()

    async def unsubscribe(self, ctx: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        """Tell no more of a resource."""
        watch = await self._of_connection(ctx)
        await watch.unfollow(params.uri)
        return EmptyResult()

    async def follow_list(self, ctx: Context) -> None:
        """Tell of changes of the list that is asked for from now on, if the protocol has no request for that."""
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            watch = await self._of_connection(ctx)
            if not watch.wants_list:
                watch.wants_list = True
                await watch.look()

    async def _of_connection(self, ctx: Context) -> _Watch:
        """Return the watch of a connection, which ends with it."""
        connection: Connection = ctx.session._connection  # noqa: SLF001 - the SDK names no other way to it
        if _WATCH not in connection.state:

            async def tell(event: ServerEvent) -> None:
                if isinstance(event, ResourceUpdated):
                    await connection.send_resource_updated(event.uri)
                else:
                    await connection.send_resource_list_changed()

            watch = _Watch(self._services, self._caller_of(ctx).owner, tell)
            connection.state[_WATCH] = watch
            await connection.exit_stack.enter_async_context(background(watch.run()))
        found: _Watch = connection.state[_WATCH]
        return found
