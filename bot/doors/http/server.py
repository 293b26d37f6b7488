"""Serves the API beside the bot, in the same event loop."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeAlias

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.doors.http.connection import PATIENCE_SECONDS, Connection
from bot.doors.http.events import ending
from bot.kit.background import background

App: TypeAlias = ASGIApp
"""What can be served."""

_GRACE_SECONDS: Final = 2


@asynccontextmanager
async def serving(app: App, listener: socket.socket, patience: int = PATIENCE_SECONDS) -> AsyncIterator[None]:
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
        timeout_graceful_shutdown=_GRACE_SECONDS,
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
