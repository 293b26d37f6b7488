"""The server over streamable HTTP, for the same tokens as the API's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from bot.doors.http.access import BEARER, Caller, let_in
from bot.doors.http.events import changes, ending
from bot.doors.http.oauth.endpoints import resource_metadata
from bot.doors.http.problems import Refused
from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.shared import Shared
from bot.kit.owner import Owner
from bot.store.changes import Topic

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH: Final = "/mcp"
MOST_SESSIONS: Final = 100
"""Most sessions of the protocol's former versions that an owner's assistants have open at a time."""
_SHORT_SECONDS: Final = 2.0
_CALLER: Final = "keepsake.caller"


class McpDoor:
    """An ASGI app for the server, which begins with its first request: the SDK takes 30 MB."""

    def __init__(self, services: ApiServices, shared: Shared) -> None:
        self._services = services
        self._shared = shared
        self._managers: dict[Owner, StreamableHTTPSessionManager] = {}
        self._beginning = asyncio.Lock()
        self._running: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Raises Refused (401, 429); with 401 a client reads where it may log in (RFC 9728)."""
        request = Request(scope, receive)
        try:
            caller = await let_in(request, await BEARER(request))
        except Refused as refused:
            if refused.status_code == HTTPStatus.UNAUTHORIZED:
                where = f'Bearer resource_metadata="{resource_metadata(request, self._services)}"'
                raise Refused(refused.status_code, refused.detail, {"WWW-Authenticate": where}) from None
            raise
        manager = await self._begun(caller.owner)
        known = {**scope, _CALLER: caller, "user": _user(caller)}
        await ending(partial(self._no_longer_let_in, caller), manager.handle_request, known, receive, send)

    async def _no_longer_let_in(self, caller: Caller) -> None:
        await asyncio.sleep(_SHORT_SECONDS)  # most answers are over by then, and need no watch
        async with self._services.changes.of(caller.owner) as watch:
            watch.tell(Topic.ACCESS)  # it may have changed meanwhile
            async for _ in changes(self._services, caller, watch):
                pass

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Let the server begin, and end it with the block."""
        try:
            yield
        finally:
            for it in self._running:
                it.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)

    async def _begun(self, owner: Owner) -> "StreamableHTTPSessionManager":
        async with self._beginning:
            if owner not in self._managers:
                manager, ready = await asyncio.to_thread(_manager, self._services, self._shared), asyncio.Event()
                self._running.append(asyncio.create_task(_run(manager, ready)))  # its task group ends where it began
                await ready.wait()
                self._managers[owner] = manager
            return self._managers[owner]


async def _run(manager: "StreamableHTTPSessionManager", ready: asyncio.Event) -> None:
    async with manager.run():
        ready.set()
        await asyncio.Event().wait()


def _manager(services: ApiServices, shared: Shared) -> "StreamableHTTPSessionManager":
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415 - only once it is used

    from bot.doors.mcp_server.server import mcp_server  # noqa: PLC0415 - as above

    def caller_of(ctx: Any) -> Caller:
        caller: Caller = ctx.request.scope[_CALLER]
        return caller

    return StreamableHTTPSessionManager(mcp_server(services, shared, caller_of), max_sessions=MOST_SESSIONS)


def _user(caller: Caller) -> object:
    """Return a token's user as the SDK knows one, so that a session is closed to other tokens."""
    from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser  # noqa: PLC0415 - as above
    from mcp.server.auth.provider import AccessToken  # noqa: PLC0415 - as above

    who = f"{caller.owner.bot_id}:{caller.owner.user_id}:{caller.name}"
    return AuthenticatedUser(AccessToken(token="", client_id=who, scopes=[caller.scope.value]))
