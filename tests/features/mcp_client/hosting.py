"""Listed servers for tests."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.features.mcp_client.listed import Logins, ServerState, parse
from bot.features.mcp_client.servers import CONNECT_SECONDS, KnownTools, McpServers
from bot.kit.background import background

HOSTILE = str(Path(__file__).with_name("hostile_server.py"))
SECRET = "sk-secret-of-the-server"
START_SECONDS = 60.0


def hostile(how: str, *arguments: str, **more: object) -> dict[str, Any]:
    """Return the entry of a server that misbehaves."""
    env = {"SERVER_KEY": SECRET}
    return {"command": sys.executable, "args": ["-S", HOSTILE, how, *arguments], "env": env, **more}


def listed(settings: Mapping[str, str], **entries: object) -> None:
    """List servers for a bot."""
    folder = Path(settings["DATA_DIR"])
    folder.mkdir(exist_ok=True)
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": entries}))


@asynccontextmanager
async def running(
    entries: Mapping[str, object], folder: Path = Path("/dev/null"), *, connect_seconds: float = CONNECT_SECONDS
) -> AsyncIterator[McpServers]:
    """Run listed servers, and wait until it is known of each whether it can be used."""
    servers = McpServers(
        parse({"mcpServers": entries}), Logins(folder), KnownTools(folder), connect_seconds=connect_seconds
    )
    async with background(servers.run()):
        await until(servers, lambda states: all(it.is_connected or it.problem for it in states))
        yield servers


async def until(servers: McpServers, fits: Callable[[list[ServerState]], bool]) -> list[ServerState]:
    """Wait until the states of the servers fit, and return them."""
    async with asyncio.timeout(START_SECONDS):
        while not fits(states := list(servers.states())):  # noqa: ASYNC110 - `on_change` is another test's
            await asyncio.sleep(0.02)
    return states
