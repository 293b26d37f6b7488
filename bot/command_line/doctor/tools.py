"""What tools reach: the search server, and the listed MCP servers."""

import asyncio
import stat
from collections.abc import AsyncIterator
from typing import Final

from bot.command_line.doctor.report import Finding, Setup, ok, warning
from bot.errors import SearchFailed
from bot.language import rendered
from bot.mcp_servers.check import checked
from bot.mcp_servers.listed import FILE, read
from bot.mcp_servers.logins import Logins
from bot.web.search import WebSearch, engine

_QUERY: Final = "weather"
_SUBJECT = "mcp"


async def search(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the search server answers, if one is set, with one search."""
    chosen = engine(setup.settings)
    if chosen is None:
        return
    try:
        hits = await WebSearch(chosen).search(_QUERY)
    except SearchFailed as error:
        yield warning("web search", str(error))
        return
    if hits:
        yield ok("web search", f"{chosen.name}, {len(hits)} results for “{_QUERY}”")
    else:
        way_out = "Check which engines it asks." if chosen.name == "SearXNG" else "Check your account there."
        yield warning("web search", f"{chosen.name} found nothing for “{_QUERY}”. {way_out}")


async def mcp(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the listed servers can be connected, and which of their tools can't be used."""
    folder = setup.settings.data_folder
    listed = read(folder)
    for name, problem in listed.wrong.items():
        where = f"{folder / FILE}" if name == FILE else f"{name}, in {folder / FILE}"
        yield warning(_SUBJECT, f"{where}: {rendered(problem)}.")
    if not listed.servers:
        return
    if stat.S_IMODE((folder / FILE).stat().st_mode) & 0o077:
        yield warning(_SUBJECT, f"other users of this machine can read {folder / FILE}. Run `chmod 600` on it.")
    for state in await asyncio.gather(*(checked(server, Logins(folder)) for server in listed.servers)):
        if not state.is_connected:
            yield warning(_SUBJECT, f"{state.name}: {rendered(state.problem)}. Its tools can't be used.")
            continue
        found = f"{state.name}: {len(state.tools)} tool{'s' * (len(state.tools) != 1)}"
        left_out = f". Left out: {'; '.join(state.left_out)}" if state.left_out else ""
        yield (warning if left_out else ok)(_SUBJECT, f"{found}{left_out}")
