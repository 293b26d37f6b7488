"""The web: what it brings."""

from typing import Final

from bot.feature import Feature
from bot.features.files.documents.documents import DocumentReader
from bot.features.web import search
from bot.features.web.fetching import Fetcher
from bot.features.web.pages import Pages
from bot.features.web.search import WebSearch
from bot.features.web.tools import web_tools
from bot.kit.settings import Settings
from bot.turns.tools.tool import Family

PAGE_SECONDS: Final = 12.0
"""Seconds to read a web page, once it is fetched."""


def _tools(settings: Settings) -> list[Family]:
    """Return the tools. Pages are read in a process of their own, so that no document waits for them."""
    engine = search.engine(settings)
    pages = Pages(Fetcher(settings.web_allowed_hosts), DocumentReader(PAGE_SECONDS).read)
    return [web_tools(pages, WebSearch(engine) if engine else None)]


WEB = Feature(name="web", families=_tools)
