"""The search server."""

from collections.abc import AsyncIterator
from typing import Final

from bot.command_line.doctor.report import Finding, Setup, ok, warning
from bot.errors import SearchFailed
from bot.web.search import WebSearch, engine

_QUERY: Final = "weather"


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
