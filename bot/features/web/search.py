"""Web search through SearXNG, Brave or Tavily: whichever is set."""

import asyncio
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

import httpx

from bot.features.web.addresses import read_address
from bot.features.web.fetching import certificates
from bot.kit.errors import AddressRefused, SearchFailed
from bot.kit.settings import Settings, on_this_machine
from bot.kit.text import clean, one_line

HITS: Final = 8
"""Most hits of a search."""
_SECONDS: Final = 15.0
_MOST_BYTES: Final = 4_000_000
_TAG: Final = re.compile(r"</?\w[^<>]*>")


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found: its address, title, excerpt and age as the search server tells it."""

    address: str
    title: str
    excerpt: str
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """How a search server is asked, where it keeps its hits, and what to check if it refuses."""

    name: str
    url: str
    refused: str
    query: str
    """Name of the parameter that holds the words."""
    hits: Sequence[str] = ("results",)
    excerpt: str = "content"
    date: str = "published_date"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    posts: bool = False
    refuses: Collection[int] = (401, 403)


def engine(settings: Settings) -> Engine | None:
    """Return the search server that is set; the first of them if there are several."""
    if settings.searxng_url:
        return searxng(settings.searxng_url)
    if settings.brave_api_key:
        return brave(settings.brave_api_key.get_secret_value())
    return tavily(settings.tavily_api_key.get_secret_value()) if settings.tavily_api_key else None


def searxng(url: str) -> Engine:
    """Return a SearXNG server (https://docs.searxng.org/dev/search_api.html)."""
    return Engine(
        name="SearXNG",
        url=f"{url}/search",
        refused="SearXNG refuses to answer in JSON. Add json to search.formats in its settings.yml.",
        query="q",
        parameters={"format": "json"},
        date="publishedDate",
    )


def brave(key: str, url: str = "https://api.search.brave.com/res/v1/web/search") -> Engine:
    """Return Brave Search (https://api-dashboard.search.brave.com/app/documentation/web-search/get-started)."""
    return Engine(
        name="Brave",
        url=url,
        refused="Brave refuses the key. Check BRAVE_API_KEY.",
        query="q",
        hits=("web", "results"),
        excerpt="description",
        date="age",
        parameters={"count": HITS, "text_decorations": "false"},
        headers={"X-Subscription-Token": key},
        refuses=(401, 403, 422),  # the last one for an invalid key
    )


def tavily(key: str, url: str = "https://api.tavily.com/search") -> Engine:
    """Return Tavily (https://docs.tavily.com/documentation/api-reference/endpoint/search)."""
    return Engine(
        name="Tavily",
        url=url,
        refused="Tavily refuses the key. Check TAVILY_API_KEY.",
        query="query",
        parameters={"max_results": HITS},
        headers={"Authorization": f"Bearer {key}"},
        posts=True,
    )


class WebSearch:
    """Searches the web with one engine."""

    def __init__(self, chosen: Engine) -> None:
        self._engine = chosen

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._engine.name

    async def search(self, query: str) -> Sequence[Hit]:
        """Return the best hits. Raises SearchFailed, with a sentence that holds nothing of what the server sent."""
        name = self._engine.name
        try:
            async with asyncio.timeout(_SECONDS):
                status, content = await self._asked(query)
        except (TimeoutError, httpx.TimeoutException):
            raise SearchFailed(f"{name} doesn't answer in time.") from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise SearchFailed(f"{name} can't be reached.") from None
        if status in self._engine.refuses:
            raise SearchFailed(self._engine.refused)
        if status in {402, 429, 432, 433}:  # the last two are Tavily's own
            raise SearchFailed(f"{name} says that there were too many searches. Try again later.")
        if status != httpx.codes.OK:
            raise SearchFailed(f"{name} answers with an error (HTTP {status}).")
        try:
            return self._hits(json.loads(content))
        except (ValueError, RecursionError):
            raise SearchFailed(f"{name}'s answer can't be read.") from None

    async def _asked(self, query: str) -> tuple[int, bytes]:
        asked = self._engine
        given = {asked.query: query, **asked.parameters}
        secure = asked.url.startswith("https:")
        async with (
            httpx.AsyncClient(
                verify=certificates() if secure else False, trust_env=not on_this_machine(asked.url), timeout=_SECONDS
            ) as client,
            client.stream(
                "POST" if asked.posts else "GET",
                asked.url,
                params=None if asked.posts else given,
                json=given if asked.posts else None,
                headers={**asked.headers, "Accept": "application/json"},
            ) as response,
        ):
            content = b""
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > _MOST_BYTES:
                    break
            return response.status_code, content

    def _hits(self, found: Any) -> Sequence[Hit]:
        for name in self._engine.hits:
            found = found.get(name) if isinstance(found, dict) else None
        hits = (self._hit(each) for each in found or () if isinstance(each, dict))
        return list({hit.address: hit for hit in hits if hit}.values())[:HITS]

    def _hit(self, found: Mapping[str, Any]) -> Hit | None:
        try:
            address = str(read_address(str(found.get("url"))))
        except AddressRefused:
            return None
        title, excerpt, date = (_line(found.get(name)) for name in ("title", self._engine.excerpt, self._engine.date))
        return Hit(address, title[:120], excerpt[:300], date.partition("T00:00")[0][:16])


def _line(value: object) -> str:
    return one_line(clean(unescape(_TAG.sub("", value)))) if isinstance(value, str) else ""
