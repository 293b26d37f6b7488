"""What is shared as resources, and the news of their changes, whoever makes them and wherever.

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
from bot.doors.mcp_server.shared import Things
from bot.kit.background import background
from bot.kit.capture_modes import READING, TURNED_OFF
from bot.kit.errors import DatabaseUnavailable, KeepsakeError
from bot.kit.owner import Owner
from bot.store.engine import Transaction

_TYPE: Final = "text/plain"
MOST_LISTENING: Final = 100
MOST_RESOURCES: Final = 100
_LOOK_SECONDS: Final = 60.0
"""Seconds between looks while no change is told of."""
_WATCH: Final = "keepsake.watch"

Context: TypeAlias = ServerRequestContext[Any, Any]
CallerOf: TypeAlias = Callable[[Context], Caller]
"""Returns for whom a request acts, what it may do, and the name of what asks if it doesn't name itself."""
Tell: TypeAlias = Callable[[ServerEvent], Awaitable[None]]


async def check_reading(tx: Transaction, services: ApiServices, owner: Owner) -> None:
    """Raise MCPError in a mode in which conversations read no memories."""
    if await services.mode(tx, owner) not in READING:
        raise MCPError(INVALID_PARAMS, f"Nothing is shown: {TURNED_OFF}")


class Resources:
    """Lists and reads the things of whoever `caller_of` names."""

    def __init__(self, services: ApiServices, things: Things, caller_of: CallerOf) -> None:
        self._services = services
        self._things = things
        self._caller_of = caller_of
        self.watching = Watching(services, things, caller_of)

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return a page of them in display order."""
        caller, cursor = self._caller_of(ctx), (params.cursor if params else None) or ""
        async with self._services.transaction() as tx:
            await check_reading(tx, self._services, caller.owner)
            found, following = await self._things.page(tx, caller.owner, cursor)
        await self.watching.follow_list(ctx)
        scheme = self._things.scheme
        resources = [
            Resource(uri=f"{scheme}{it.id}", name=it.name, description=it.description, mime_type=_TYPE) for it in found
        ]
        return ListResourcesResult(resources=resources, next_cursor=following)

    async def templates(self, _ctx: Context, _: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """Return how they are addressed."""
        template = ResourceTemplate(
            uri_template=f"{self._things.scheme}{{{self._things.name}_id}}",
            name=self._things.name,
            title=self._things.title,
            description=self._things.description,
            mime_type=_TYPE,
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return what one says. Raises MCPError."""
        caller, its_id = self._caller_of(ctx), params.uri.removeprefix(self._things.scheme)
        try:
            async with self._services.transaction() as tx:
                await check_reading(tx, self._services, caller.owner)
                text = await self._things.read(tx, caller.owner, its_id)
        except KeepsakeError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, mime_type=_TYPE, text=text)])


@dataclass(slots=True)
class _Watch:
    """What one assistant wants to be told of: its `uris`, and perhaps their list."""

    services: ApiServices
    things: Things
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
            stamp = await self.things.stamp(tx, self.owner) if self.wants_list else None
            scheme = self.things.scheme
            found = await self.things.those(tx, self.owner, [it.removeprefix(scheme) for it in sorted(self.uris)])
        now: dict[str, object] = dict.fromkeys(self.uris) | {f"{scheme}{its_id}": it for its_id, it in found.items()}
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
    """Watches the things for the assistants that want to be told."""

    def __init__(self, services: ApiServices, things: Things, caller_of: CallerOf) -> None:
        self._services = services
        self._things = things
        self._caller_of = caller_of
        self._listening = 0

    async def listen(self, ctx: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Tell of changes in the answer to a request, until it is given up. Raises MCPError if too many listen."""
        if self._listening >= MOST_LISTENING:
            raise MCPError(INTERNAL_ERROR, "Too many listen already.")
        bus, asked = InMemorySubscriptionBus(), params.notifications
        watch = _Watch(self._services, self._things, self._caller_of(ctx).owner, bus.publish)
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

            watch = _Watch(self._services, self._things, self._caller_of(ctx).owner, tell)
            connection.state[_WATCH] = watch
            await connection.exit_stack.enter_async_context(background(watch.run()))
        found: _Watch = connection.state[_WATCH]
        return found
