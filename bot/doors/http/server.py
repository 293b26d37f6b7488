"""Serves the API beside the bot, in the same event loop, to clients that are not too slow."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import h11
import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.doors.http.events import ending
from bot.kit.background import background

PATIENCE_SECONDS: Final = 20
"""How long a client may take for `LEAST_BYTES`, or for less if that is all there is."""
LEAST_BYTES: Final = 50_000
_SENDS: Final = {h11.IDLE, h11.SEND_BODY}
"""States of a client that has not sent all of its request."""


class Connection(H11Protocol):
    """A connection that ends with a client that is too slow: to send a request, all of it, and to read the answer.

    Uvicorn waits for these without end. Its `timeout_keep_alive` is how long a client may take for `LEAST_BYTES`.
    While the server has something to do or to wait for, nothing is asked of the client: streams of events stay open.
    """

    _timer: asyncio.TimerHandle | None = None
    _received = 0
    _unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Begin to wait for a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that `pause_writing` tells of all that is not read yet
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if not self._received:
            self._wait()
        self._received += len(data)
        super().data_received(data)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        """Begin to wait until an answer is read."""
        super().pause_writing()
        self._wait()

    def _wait(self) -> None:
        self._stop()
        self._received, self._unread = 0, self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(self.timeout_keep_alive, self._judge)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _judge(self) -> None:
        """Close the connection if it waits for a client that has sent and read too little."""
        moved = self._received + self._unread - self.transport.get_write_buffer_size()
        is_clients_turn = self.flow.write_paused or self.conn.their_state in _SENDS
        if is_clients_turn and moved < LEAST_BYTES:
            self.transport.abort()
        else:
            self._wait()


@asynccontextmanager
async def serving(app: ASGIApp, listener: socket.socket, patience: int = PATIENCE_SECONDS) -> AsyncIterator[None]:
    """Serve an app while the block runs, on a socket that is closed then. Clients slower than `patience` are cut off.

    When the block ends, streams of events end at once, and other requests within 2 s.
    """
    stopping = asyncio.Event()

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(ClientDisconnect):  # nobody is there to be answered
            await ending(stopping.wait, app, scope, receive, send)

    config = uvicorn.Config(
        answering,
        http=Connection,
        timeout_keep_alive=patience,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan, server.servers = config.lifespan_class(config), []
    try:
        await server.startup(sockets=[listener])  # the steps of `Server.serve`, but for its signal handlers
        async with background(server.main_loop()):
            yield
    finally:  # also if the block is cancelled: else the next one could not have the port
        stopping.set()
        await server.shutdown(sockets=[listener])
