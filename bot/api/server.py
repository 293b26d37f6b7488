"""Serves the API and the webhook beside the bot, in the same event loop."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.api.streams import ending
from bot.background import background
from bot.errors import StartError

App: TypeAlias = ASGIApp
"""What can be served."""

_GRACE_SECONDS: Final = 2


@asynccontextmanager
async def serving(app: App, host: str, port: int, *, door: str = "API") -> AsyncIterator[None]:
    """Serve an app while the block runs. Raises StartError if the port is taken.

    When the block ends, streams of events end at once, and other requests within 2 s.
    """
    stopping = asyncio.Event()

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        await ending(stopping.wait, app, scope, receive, send)

    config = uvicorn.Config(
        answering,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    config.load()
    listener, server = bound(host, port, door=door), uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=[listener])  # the steps of `Server.serve`, but for its signal handlers
    try:
        async with background(server.main_loop()):
            yield
    finally:  # also if the block is cancelled: else the next one could not have the port
        stopping.set()
        await server.shutdown(sockets=[listener])


def bound(host: str, port: int, *, door: str = "API") -> socket.socket:
    """Return a socket that is bound to an address, for a door. Raises StartError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, so that Nagle's algorithm is off
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        setting = f"{door.upper()}_PORT"
        raise StartError(f"The {door} can't be opened at {host}, port {port} ({setting}): {error.strerror}.") from None
    return listener
