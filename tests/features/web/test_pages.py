"""A page comes out as its main text, in parts that fit, whatever it is."""

import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.features.web.fetching import Fetcher, Limits
from bot.features.web.pages import PART_TOKENS, Pages, in_unicode, split
from bot.kit.errors import FileRefused, PageUnread
from bot.model.tokens import text_tokens
from bot.turns.files.documents import worker
from bot.turns.values.attachments import DocumentPart
from practice.serving import serve
from tests.features.web.internet import PUBLIC, Internet, Names
from tests.pdfs import pdf

MENU = "<nav>" + "".join(f"<a href='/{n}'>Entry {n}</a> " for n in range(50)) + "</nav>"
PARAGRAPH = "<p>The <a href='/tide?n={}'>tide</a> came in at noon, and the boats of the harbour rose with it, slowly."
ARTICLE = f"<title>Boats rise</title>{MENU}<article><h1>Boats rise</h1>{{}}</article><footer>Imprint</footer>"


async def read(content: bytes, name: str, media_type: str, address: str) -> list[DocumentPart]:
    """Read a file as the process that reads documents does, without it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result: Any = worker.read(content, name, media_type, address)
    if "problem" in result:
        raise FileRefused(result["problem"])
    return [DocumentPart(**part) for part in result["parts"]]


@asynccontextmanager
async def pages(
    content: Callable[[Request], Response], *, limits: Limits | None = None
) -> AsyncIterator[tuple[Pages, Internet]]:
    """Serve something at every path of http://example.com/, and yield what reads it."""
    app = Starlette(routes=[Route("/{path:path}", content)])
    resolve = Names({"example.com": [[PUBLIC]]})
    async with serve(app) as url:
        internet = Internet({(PUBLIC, 80): int(url.rpartition(":")[2])})
        yield Pages(Fetcher(limits=limits, resolve=resolve, network=internet), read), internet


def html(body: str, kind: str = "text/html; charset=utf-8", encoding: str = "utf-8") -> Callable[[Request], Response]:
    """Return a page with a body."""
    return lambda _: Response(body.encode(encoding), headers={"Content-Type": kind})


async def test_a_page_is_its_main_text_without_menus_and_where_links_lead() -> None:
    body = ARTICLE.format("".join(PARAGRAPH.format(n) for n in range(10)))
    async with pages(html(body)) as (reading, _):
        part = await reading.part("http://example.com/a")
        assert "# Boats rise" in part.text
        assert part.text.count("The tide came in") == 10
        assert "Entry" not in part.text
        assert "Imprint" not in part.text
        assert "http" not in part.text
        with_links = await reading.part("http://example.com/a", with_links=True)
        assert "[tide](http://example.com/tide?n=3)" in with_links.text


async def test_a_long_page_is_read_part_by_part_and_fetched_once() -> None:
    body = ARTICLE.format("".join(f"{PARAGRAPH.format(n)} Number {n}." for n in range(400)))
    async with pages(html(body)) as (reading, internet):
        first = await reading.part("http://example.com/a")
        more = [await reading.part("http://example.com/a", n) for n in range(2, first.count + 1)]
        assert len(internet.dialled) == 1
        whole = "\n".join([first.text, *(part.text for part in more)])
        assert all(f"Number {n}." in whole for n in range(400))
        assert all(text_tokens(part.text) <= PART_TOKENS for part in [first, *more])
        with pytest.raises(PageUnread, match=f"1 to {first.count}"):
            await reading.part("http://example.com/a", first.count + 1)
        await reading.part("http://example.com/a")
        assert len(internet.dialled) == 2, "the first part is always new"


@pytest.mark.parametrize(
    ("kind", "encoding", "begins"),
    [
        ("text/html; charset=iso-8859-1", "cp1252", ""),
        ("text/html; charset=iso-8859-1", "utf-8", ""),
        ("text/html; charset=utf-8", "utf-8", "<meta charset=iso-8859-1>"),
        ("text/html", "cp1252", "<meta charset=windows-1252>"),
        ("application/xhtml+xml", "utf-8", '<?xml version="1.0" encoding="utf-8"?>'),
    ],
)
async def test_a_page_is_read_in_its_character_set(kind: str, encoding: str, begins: str) -> None:
    async with pages(html(f"{begins}<p>Käse für 5 € und schön", kind, encoding)) as (reading, _):
        assert "Käse für 5 € und schön" in (await reading.part("http://example.com/a")).text


def test_other_character_sets_are_known_too() -> None:
    for charset, text in (("shift_jis", "日本語"), ("koi8-r", "Привет")):
        assert in_unicode(text.encode(charset), charset).decode("utf-8-sig") == text
    for charset in ("hex", "unicode_escape", ""):
        assert in_unicode(b"6162", charset) == b"6162"


@pytest.mark.parametrize(
    ("path", "kind", "content", "expected"),
    [
        ("a", "application/ld+json; charset=utf-8", b'{"boat": "Marigold"}', '"boat": "Marigold"'),
        ("a", "text/markdown", b"# Boats\n\n- Rope", "# Boats\n\n- Rope"),
        ("boats.csv", "text/plain", b"a,b\n1,2", "| a | b |"),
        ("a", "", b"<!doctype html><p>guessed", "guessed"),
        ("paper.pdf", "application/octet-stream", pdf([["The boats of Old Harbour"]]), "The boats of Old Harbour"),
    ],
)
async def test_what_is_no_web_page_is_read_as_what_it_is(path: str, kind: str, content: bytes, expected: str) -> None:
    def page(_: Request) -> Response:
        return Response(content, headers={"Content-Type": kind} if kind else {})

    async with pages(page) as (reading, _):
        text = (await reading.part(f"http://example.com/{path}")).text
        assert expected in text
        assert "<p>" not in text


@pytest.mark.parametrize(
    ("content", "kind", "said"),
    [
        (b"\x89PNG...", "text/html", "This page can't be read: it is a picture, not a page."),
        (b"<script>app()</script>", "text/html", "This page can't be read: it holds no text."),
    ],
)
async def test_what_cannot_be_read_is_said_in_a_sentence(content: bytes, kind: str, said: str) -> None:
    async with pages(lambda _: Response(content, headers={"Content-Type": kind})) as (reading, _):
        with pytest.raises(PageUnread) as caught:
            await reading.part("http://example.com/a")
    assert str(caught.value) == said


async def test_a_text_that_is_too_large_is_cut_and_another_file_is_refused() -> None:
    limits = Limits(most_bytes=20_000)
    async with pages(html("word " * 10_000, "text/plain"), limits=limits) as (reading, _):
        first = await reading.part("http://example.com/a")
        last = await reading.part("http://example.com/a", first.count)
        assert last.text.endswith("[The rest of the page was not read: it is too long.]")
    async with pages(html("%PDF-1.7 " + "x" * 30_000, "application/pdf"), limits=limits) as (reading, _):
        with pytest.raises(PageUnread, match="larger than"):
            await reading.part("http://example.com/a")


@pytest.mark.parametrize(
    "body",
    ["<div>" * 20_000, "<p>x" * 150_000, "<a href='[['>x</a>" * 9_000],
    ids=["deep", "many", "links"],
)
async def test_a_page_that_is_made_to_harm_does_none(body: str) -> None:
    async with pages(html(f"<p>Hello, reader.{body}")) as (reading, _):
        said = ""
        try:
            said = (await reading.part("http://example.com/a")).text
        except PageUnread as error:
            said = str(error)
    assert said.startswith(("Hello, reader.", "This page can't be read"))


def test_a_text_is_split_where_it_may_be() -> None:
    text = "\n\n".join(f"Paragraph {n}. {'word ' * 50}".strip() for n in range(300))
    parts = list(split(text))
    assert "\n\n".join(parts) == text
    split_bytes = list(split("界" * 30_000))
    assert "".join(split_bytes) == "界" * 30_000
    assert all(text_tokens(part) <= PART_TOKENS for part in [*parts, *split_bytes])
    assert list(split("")) == [""]
