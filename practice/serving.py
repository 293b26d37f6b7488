"""Serves any ASGI app over real HTTP in the running event loop."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Collection, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Self, TypeVar

import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

T = TypeVar("T")

_DROP = "practice.drop"
_HOST = "127.0.0.1"
_IDLE_SECONDS = 75  # longer than clients keep a connection, so that none is closed just as a request comes in


@asynccontextmanager
async def serve(app: ASGIApp, *, port: int | Iterable[int] = 0) -> AsyncIterator[str]:
    """Serve `app` (its lifespan included) while the block runs; the value is the address, "http://127.0.0.1:8123".

    Port 0 means any free port; of several ports, the first free one is used. Leaving the block cancels all open
    requests at once. Signal handlers are left alone.
    Raises OSError if no port is free, and any error of the app's startup.
    """
    listener = _listen([port] if isinstance(port, int) else port)
    requests = _Requests(app)
    server = _server(requests)
    requests.connections = server.server_state.connections
    try:
        await _start(server, requests, listener)
    except BaseException:
        listener.close()
        await server.lifespan.shutdown()  # else its task ends with the loop, which uvicorn logs as an error
        raise
    try:
        yield f"http://{_HOST}:{listener.getsockname()[1]}"
    finally:
        for listening in server.servers:
            listening.close()
        for connection in server.server_state.connections.copy():
            connection.transport.abort()
        await requests.end()
        await server.lifespan.shutdown()


class Place:
    """A local address where an app is served while open; while closed, connections are refused.

    The address and the app's state stay the same: its clients see a server that goes away and comes back.
    An async context manager; open at first.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept: socket.socket | None = None
        self._served: AsyncExitStack | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        # Bound but not listening: it reserves the port while the app is closed.
        self._kept = _bound(0)
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
        if self._kept:
            self._kept.close()

    async def open(self) -> None:
        """Serve the app, unless it is open already."""
        if self._kept and not self._served:
            async with AsyncExitStack() as stack:
                self.url = await stack.enter_async_context(serve(self._app, port=self._kept.getsockname()[1]))
                self._served = stack.pop_all()

    async def close(self) -> None:
        """Close all connections and refuse new ones."""
        served, self._served = self._served, None
        if served:
            await served.aclose()


class NoAnswer(Response):
    """A response that drops the connection without an answer; for apps under `serve`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's signature
        """Drop the connection and wait until it is closed."""
        drop(scope)
        while (await receive())["type"] != "http.disconnect":
            pass


def drop(scope: Scope) -> None:
    """Drop the connection of a request; for apps under `serve`."""
    scope["extensions"][_DROP]()


async def while_connected(request: Request, work: Awaitable[T]) -> T:
    """Await the work for a request; cancel it and raise ClientDisconnect when the client disconnects.

    The work runs in the caller's task, so a cancellation reaches the work itself and never loses its result.
    """
    try:
        async with asyncio.timeout(None) as until_left:
            leaving = asyncio.create_task(_end_when_left(request, until_left))
            try:
                return await work
            finally:
                leaving.cancel()
    except TimeoutError:
        if until_left.expired():
            raise ClientDisconnect from None
        raise


async def _end_when_left(request: Request, block: asyncio.Timeout) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    block.reschedule(asyncio.get_running_loop().time())


def _listen(ports: Iterable[int]) -> socket.socket:
    refusal = OSError("no port was given")
    for port in ports:
        try:
            listener = _bound(port)
        except OSError as error:
            refusal = error
            continue
        try:
            listener.listen()
        except OSError as error:
            listener.close()
            refusal = error
        else:
            return listener
    raise refusal


def _bound(port: int) -> socket.socket:
    # asyncio disables Nagle's algorithm only for sockets with an explicit protocol. With Nagle's algorithm, an answer
    # whose headers and body are separate packets takes 40 ms longer.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((_HOST, port))
    except OSError:
        made.close()
        raise
    return made


def _server(app: ASGIApp) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http="h11",
        lifespan="auto",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_IDLE_SECONDS,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    return server


async def _start(server: uvicorn.Server, requests: "_Requests", listener: socket.socket) -> None:
    try:
        await server.startup(sockets=[listener])
    except SystemExit as exit_:  # uvicorn's answer to a lifespan that fails
        raise requests.failure or RuntimeError("the app did not start") from exit_


class _Requests:
    """An ASGI middleware that tracks open requests, can drop their connections, and keeps a startup error."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.connections: Collection[object] = ()
        self._open: set[asyncio.Task[object] | None] = set()
        self._ending = False
        self.failure: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._answer(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        except Exception as failure:
            self.failure = failure
            raise

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        self._open.add(task)
        scope["extensions"] = {**scope.get("extensions", {}), _DROP: lambda: self._drop(scope)}
        try:
            await self._app(scope, receive, send)
        except ClientDisconnect:
            return  # the client was killed during its request
        except asyncio.CancelledError:
            if not self._ending:
                raise
        finally:
            self._open.discard(task)

    def _drop(self, scope: Scope) -> None:
        for connection in self.connections:
            if isinstance(connection, H11Protocol) and connection.scope is scope:
                connection.transport.abort()

    async def end(self) -> None:
        """Cancel the open requests and wait until they have ended."""
        self._ending = True
        ending = [task for task in self._open if task]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
