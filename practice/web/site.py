"""The pages and the search server, which answers as SearXNG does."""

import re
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

_MENU: Final = "".join(f'<li><a href="/menu/{it}">{it}</a></li>' for it in ("Home", "Weather", "Sport", "Log in"))


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: where it is, its title and date, and its text in paragraphs."""

    path: str
    title: str
    date: str
    text: str

    def likeness(self, query: str) -> int:
        """Count the words of a query in the page, those in its title thrice."""
        words = _words(query)
        return 3 * len(words & _words(self.title)) + len(words & _words(self.text))


PAGES: Final = (
    Page(
        "/ferry",
        "The ferry to Old Harbour sails twice a day",
        "2026-11-02",
        """\
From this winter on, the ferry to Old Harbour sails at 7:40 and at 16:15, every day of the week, and takes fifty
minutes for the way across the bay. Bicycles travel free of charge.

In a storm of more than nine on the Beaufort scale, or in other bad weather, it stays at the quay. Whoever has a ticket
then gets their money back, or may take the bus around the bay, which needs three hours.

The new ship is called Marigold. She was built in the yard of Old Harbour itself, the first one there for thirty years,
and takes 120 people and 14 cars.""",
    ),
    Page(
        "/bread",
        "Bread with three ingredients",
        "2026-10-11",
        """\
Mix 500 g of flour, 350 g of water and 10 g of salt with a spoonful of sourdough in the evening, and let the dough stand
overnight in a cool kitchen, under a cloth.

In the morning fold it four times, let it rest for an hour, and bake it in a closed pot: 30 minutes at 250 degrees, then
15 more without the lid, until the crust is as dark as chestnuts.""",
    ),
    Page(
        "/lighthouse",
        "How the lighthouse keeps its light",
        "2025-06-21",
        """\
The lens of the lighthouse at Old Harbour weighs two tons and floats on mercury, so that a child can turn it with one
finger. It was lit for the first time in 1871.

Its light can be seen for 21 sea miles: two short flashes, a pause, and a long one. Every lighthouse of the coast has a
rhythm of its own, by which ships know where they are.""",
    ),
)


class Site:
    """Serves the pages, and finds them by their words."""

    def __init__(self) -> None:
        routes = [Route(page.path, partial(_shown, page)) for page in PAGES]
        self.app = Starlette(routes=[Route("/", self._home), Route("/search", self._search), *routes])

    async def _home(self, _: Request) -> Response:
        links = "".join(f'<li><a href="{page.path}">{escape(page.title)}</a></li>' for page in PAGES)
        return HTMLResponse(f"<!doctype html><title>Bay News</title><h1>Bay News</h1><ul>{links}</ul>")

    async def _search(self, request: Request) -> Response:
        """Answer as SearXNG (https://docs.searxng.org/dev/search_api.html)."""
        query = request.query_params.get("q", "")
        if not query:
            return PlainTextResponse("No query", 400)
        found = sorted(PAGES, key=lambda page: page.likeness(query), reverse=True)
        results = [
            {
                "url": str(request.url.replace(path=page.path, query="")),
                "title": page.title,
                "content": page.text.partition("\n\n")[0],
                "publishedDate": f"{page.date}T00:00:00",
                "engine": "practice",
            }
            for page in found
            if page.likeness(query)
        ]
        return JSONResponse({"query": query, "number_of_results": len(results), "results": results})


def _shown(page: Page, _: Request) -> Response:
    body = "".join(f"<p>{escape(each)}</p>" for each in page.text.split("\n\n"))
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><title>{escape(page.title)}</title>'
        f'<meta property="article:published_time" content="{page.date}"></head><body><nav><ul>{_MENU}</ul></nav>'
        f"<article><h1>{escape(page.title)}</h1>{body}</article><footer>Bay News, made up for practice</footer></body>"
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w{4,}", text.casefold()))
