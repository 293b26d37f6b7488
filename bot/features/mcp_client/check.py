"""A look at a listed server outside of the running bot."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.features.mcp_client.listed import Listed, Remote
from bot.features.mcp_client.logins import Logins
from bot.features.mcp_client.values import ServerState
from bot.kit.errors import ToolServerFailed
from bot.kit.language import mark

CHECK_SECONDS: Final = 60.0
"""Longest that a server may take to start."""


async def checked(listed: Listed, logins: Logins) -> ServerState:
    """Connect a server and return its state. Never raises for what is wrong with it: that is part of the state."""
    from bot.features.mcp_client.connection import connected  # noqa: PLC0415 - it imports the SDK

    auth = logins.auth(listed.name, listed.place.url) if isinstance(listed.place, Remote) else None
    try:
        async with asyncio.timeout(CHECK_SECONDS), connected(listed, auth) as server:
            tools, left_out = await server.tools()
            return ServerState(name=listed.name, is_connected=True, tools=tools, left_out=left_out)
    except ToolServerFailed as error:
        return ServerState(name=listed.name, problem=error.problem)
    except TimeoutError:
        return ServerState(name=listed.name, problem=mark("it takes too long to start"))


async def log_in(listed: Listed, logins: Logins, ask: Callable[[str], Awaitable[str]]) -> int:
    """Log in at a server, store the login, and return how many tools the server has. Raises ToolServerFailed.

    `ask` gets the address that the person visits, and returns the one that they end up at.
    """
    from bot.features.mcp_client.connection import connected  # noqa: PLC0415 - it imports the SDK
    from bot.features.mcp_client.oauth import new_login  # noqa: PLC0415 - as above

    if not isinstance(listed.place, Remote):
        raise ToolServerFailed("it is a command, and needs no login")
    auth = new_login(listed.place.url, logins, listed.name, ask)
    async with connected(listed, auth, logs_in=True) as server:
        tools, _ = await server.tools()
        return len(tools)
