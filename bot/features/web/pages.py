"""Web pages as text, part by part."""

import asyncio
import codecs
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from bot.features.web.addresses import WebAddress, read_address
from bot.features.web.fetching import INSIDE, MOST_BYTES, Fetched, Fetcher
from bot.kit.errors import AddressRefused, FileRefused, PageUnread
from bot.model.tokens import BYTES_A_TOKEN
from bot.turns.values.attachments import DocumentPart

PART_TOKENS: Final = 1_900
"""Most tokens of a page's part."""
_MOST_CHARACTERS: Final = 400_000
_KEPT: Final = 6
_KEPT_SECONDS: Final = 600.0
"""How many pages are kept, and for how long, so that their other parts need not be fetched again."""
_LINK: Final = re.compile(
    r"(?<!!)\[((?:[^\[\]]|\\.)*)\]\((?:https?:|mailto:|/|#|\.)[^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)"
)
_UNNAMED: Final = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream"})
"""Media types of servers that don't know what a file is."""
_CHARSET: Final = re.compile(
    r"utf-?(8|16|16le|16be)|windows-\d+|cp\d+|iso-?8859-\d+|latin-?1|us-ascii|koi8-[ru]|gb\w+|big5\w*|euc-\w+|"
    r"shift[_-]jis|iso-2022-jp|macintosh",
    re.IGNORECASE,
)
_AS_READ: Final = re.compile(r"iso-?8859-1|latin-?1|us-ascii", re.IGNORECASE)
"""What stands for Windows-1252 on the web (https://encoding.spec.whatwg.org/#names-and-labels)."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page: its number, counted from 1, among how many, and where the page was found."""

    address: str
    number: int
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class _Page:
    address: str
    text: str
    until: float


class Pages:
    """Reads pages, and keeps the last few for a while. `read` takes content, name, media type and address of a file."""

    def __init__(
        self, fetcher: Fetcher, read: Callable[[bytes, str, str, str], Awaitable[Sequence[DocumentPart]]]
    ) -> None:
        self._fetcher = fetcher
        self._read = read
        self._kept: OrderedDict[WebAddress, _Page] = OrderedDict()

    def is_inside(self, address: str) -> bool:
        """Tell whether an address is of a host that is allowed on purpose. Raises AddressRefused."""
        return self._fetcher.is_inside(read_address(address))

    async def part(self, address: str, number: int = 1, *, with_links: bool = False, is_host: bool = False) -> PagePart:
        """Return a part of a page; the first is read anew. Raises PageUnread, for private ones unless `is_host`."""
        wanted = read_address(address)
        if not is_host and self._fetcher.is_inside(wanted):
            raise AddressRefused(INSIDE)
        page = self._kept.get(wanted) if number > 1 or with_links else None
        if page is None or page.until < time.monotonic():
            page = await self._page(wanted)
            self._kept[wanted] = page
            self._kept.move_to_end(wanted)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        parts = list(split(page.text if with_links else _LINK.sub(r"\1", page.text)))
        if not 1 <= number <= len(parts):
            raise PageUnread(f"There is no such part: they are numbered 1 to {len(parts)}.")
        return PagePart(page.address, number, len(parts), parts[number - 1])

    async def _page(self, address: WebAddress) -> _Page:
        found = await self._fetcher.fetch(address)
        is_text = found.media_type.startswith("text/") or found.media_type.endswith(("json", "xml", "yaml"))
        if found.is_cut and not is_text:
            raise PageUnread(f"This file is larger than {MOST_BYTES // 1_000_000} MB.")
        content = await asyncio.to_thread(in_unicode, found.content, found.charset) if is_text else found.content
        try:
            media_type = "application/json" if found.media_type.endswith("+json") else found.media_type
            parts = await self._read(content, _name(found), media_type, str(found.address))
        except FileRefused as refusal:
            problem = str(refusal).partition(":")[0].rstrip(".")
            raise PageUnread(f"This page can't be read: {problem}.") from None
        text = "\n\n".join(part.text for part in parts)
        if found.is_cut or len(text) > _MOST_CHARACTERS:
            text = f"{text[:_MOST_CHARACTERS]}\n\n[The rest of the page was not read: it is too long.]"
        return _Page(str(found.address), text, time.monotonic() + _KEPT_SECONDS)


def in_unicode(content: bytes, charset: str) -> bytes:
    """Return a text in UTF-8 with its mark, if the server names another character set, and is right."""
    boms = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    if content.startswith(boms) or not _CHARSET.fullmatch(charset):
        return content
    try:
        is_utf8 = not content.isascii() and bool(content.decode())  # many servers name the wrong one
        text = content.decode("utf-8" if is_utf8 else _AS_READ.sub("cp1252", charset), "replace")
    except UnicodeDecodeError:
        text = content.decode(_AS_READ.sub("cp1252", charset), "replace")
    except LookupError:
        return content
    return codecs.BOM_UTF8 + text.encode("utf-8", "replace")


def split(text: str) -> Iterator[str]:
    """Split a text into parts of at most PART_TOKENS, at the end of a paragraph or a line where there is one."""
    most = PART_TOKENS * BYTES_A_TOKEN
    while len(text.encode()) > most:
        piece = text[:most].encode()[:most].decode(errors="ignore")
        cuts = (piece.rfind(mark, len(piece) // 2) for mark in ("\n\n", "\n", " "))
        cut = next((at for at in cuts if at > 0), len(piece))
        yield piece[:cut].strip("\n")
        text = text[cut:].lstrip("\n")
    yield text.strip("\n")


def _name(found: Fetched) -> str:
    """Return a file's name, where the server does not say what it is."""
    if found.media_type not in _UNNAMED:
        return ""
    return PurePosixPath(unquote(found.address.target.partition("?")[0])).name
