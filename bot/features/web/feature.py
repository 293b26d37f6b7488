"""The web: what it brings."""

from collections.abc import AsyncIterator
from typing import Final

from bot.feature import Feature
from bot.features.web import search
from bot.features.web.fetching import Fetcher
from bot.features.web.pages import Pages
from bot.features.web.search import WebSearch
from bot.features.web.tools import web_tools
from bot.kit.errors import SearchFailed
from bot.kit.findings import Check, Finding, ok, warning
from bot.kit.settings import Settings
from bot.turns.files.documents.documents import DocumentReader
from bot.turns.tools.tool import Family

_SEARCHED_FOR: Final = "weather"
PAGE_SECONDS: Final = 12.0
"""Seconds to read a web page, once it is fetched."""


def _tools(settings: Settings) -> list[Family]:
    """Return the tools. Pages are read in a process of their own, so that no document waits for them."""
    engine = search.engine(settings)
    pages = Pages(Fetcher(settings.web_allowed_hosts), DocumentReader(PAGE_SECONDS).read)
    return [web_tools(pages, WebSearch(engine) if engine else None)]


async def check_search(settings: Settings) -> AsyncIterator[Finding]:
    """Check whether the search server answers, if one is set, with one search."""
    chosen = search.engine(settings)
    if chosen is None:
        return
    try:
        hits = await WebSearch(chosen).search(_SEARCHED_FOR)
    except SearchFailed as error:
        yield warning("web search", str(error))
        return
    if hits:
        yield ok("web search", f"{chosen.name}, {len(hits)} results for “{_SEARCHED_FOR}”")
    else:
        way_out = "Check which engines it asks." if chosen.name == "SearXNG" else "Check your account there."
        yield warning("web search", f"{chosen.name} found nothing for “{_SEARCHED_FOR}”. {way_out}")


WEB = Feature(
    name="web",
    families=_tools,
    checks=[Check("web search", check_search, ["SEARXNG_URL", "BRAVE_API_KEY", "TAVILY_API_KEY"])],
)
