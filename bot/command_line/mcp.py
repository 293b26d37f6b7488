"""The command for MCP servers."""

import asyncio
import sys

from bot.command_line import say
from bot.errors import StartError, ToolServerFailed
from bot.mcp_servers.check import log_in
from bot.mcp_servers.listed import FILE, read
from bot.mcp_servers.logins import Logins
from bot.settings import Settings


async def login(settings: Settings, server: str) -> None:
    """Log in at an MCP server that asks for it (OAuth). The bot may run meanwhile."""
    folder = settings.data_folder
    listed = read(folder)
    if problem := listed.wrong.get(server) or listed.wrong.get(FILE):
        raise StartError(f"{server} can't be used: {problem}.")
    found = next((it for it in listed.servers if it.name == server), None)
    if found is None:
        raise StartError(f"{server} is not listed in {folder / FILE}.")
    try:
        tools = await log_in(found, Logins(folder), _visited)
    except ToolServerFailed as error:
        raise StartError(f"The login at {server} failed: {error}.") from None
    if not Logins(folder).file(server).exists():
        say(f"{server} needs no login. It has {tools} tools.")
        return
    say(f"Logged in. {server} has {tools} tools. A running bot uses it within 5 minutes.")


async def _visited(address: str) -> str:
    """Have the person visit an address, and return the one that they end up at."""
    say(f"Open this address in a browser and allow Keepsake:\n\n{address}\n")
    say("The browser then shows a page that can't be opened. Copy that page's address from the address bar.")
    say("Paste it here: ", end="")
    sys.stdout.flush()
    return await asyncio.to_thread(sys.stdin.readline)
