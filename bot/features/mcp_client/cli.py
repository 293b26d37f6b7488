"""The listed servers outside of the running bot: `mcp login`, and what the doctor checks."""

import asyncio
import stat
import sys
from collections.abc import AsyncIterator

from bot.features.mcp_client.listed import FILE, Logins, read
from bot.features.mcp_client.servers import checked, log_in
from bot.kit.console import say
from bot.kit.errors import StartError, ToolServerFailed
from bot.kit.findings import Finding, ok, warning
from bot.kit.language import rendered
from bot.kit.program import command
from bot.kit.settings import Settings


async def login(settings: Settings, server: str, **of_serving: object) -> None:
    """Log in to an MCP server (OAuth). Works while the bot runs."""
    if of_serving:  # the options of `mcp` itself, which argparse allows before `login`, too
        usage = command("mcp")
        raise StartError(f"--user and --read-only don't apply to a login, which is the bot's. Use them with `{usage}`.")
    folder = settings.data_folder
    listed = read(folder)
    if problem := listed.wrong.get(server) or listed.wrong.get(FILE):
        raise StartError(f"{server} can't be used: {rendered(problem)}.")
    found = next((each for each in listed.servers if each.name == server), None)
    if found is None:
        raise StartError(f"{server} is not listed in {folder / FILE}.")
    try:
        tools = await log_in(found, Logins(folder), _visit)
    except ToolServerFailed as error:
        raise StartError(f"The login to {server} failed: {error}.") from None
    if not Logins(folder).file(server).exists():
        say(f"{server} needs no login. It has {tools} tools.")
        return
    say(f"Logged in. {server} has {tools} tools. A running bot uses it within 5 minutes.")


async def _visit(address: str) -> str:
    """Ask the person to visit an address, and return the one where they end up."""
    say(f"Open this address in a browser and allow Keepsake:\n\n{address}\n")
    say("Then the browser shows a page that doesn't load. Copy its address from the address bar.")
    say("Paste it here: ", end="")
    sys.stdout.flush()
    return await asyncio.to_thread(sys.stdin.readline)


async def check_servers(settings: Settings) -> AsyncIterator[Finding]:
    """Check whether the listed servers can be connected, and which of their tools can't be used."""
    folder = settings.data_folder
    listed = read(folder)
    for name, why in listed.wrong.items():
        where = f"{folder / FILE}" if name == FILE else f"{name}, in {folder / FILE}"
        yield warning("mcp", f"{where}: {rendered(why)}.")
    if not listed.servers:
        return
    if stat.S_IMODE((folder / FILE).stat().st_mode) & 0o077:
        yield warning("mcp", f"other users of this machine can read {folder / FILE}. Run `chmod 600` on it.")
    for state in await asyncio.gather(*(checked(server, Logins(folder)) for server in listed.servers)):
        if not state.is_connected:
            yield warning("mcp", f"{state.name}: {rendered(state.problem)}. Its tools can't be used.")
            continue
        found = f"{state.name}: {len(state.tools)} tool{'s' * (len(state.tools) != 1)}"
        left_out = f". Left out: {'; '.join(state.left_out)}" if state.left_out else ""
        yield (warning if left_out else ok)("mcp", f"{found}{left_out}")
