"""PDF, page by page."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, Final

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from bot.kit.language import mark
from bot.turns.files.documents.sections import LOCKED, Section, Unreadable

_PAGES: Final = 2_000
"""Most pages that are read."""


def sections(content: bytes) -> Iterator[Section]:
    """Yield the pages with text. Raises Unreadable for a PDF with a password, or of pictures only."""
    reader = PdfReader(BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable(LOCKED)
    pages = len(reader.pages)
    headings = _headings(reader)
    is_empty, is_damaged = True, False
    for number in range(1, min(pages, _PAGES) + 1):
        try:
            text = reader.pages[number - 1].extract_text().strip()
        except (PyPdfError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # of this page only
            is_damaged = True
            continue
        if text:
            is_empty = False
            heading = headings.get(number, "")
            yield Section(text=f"[Page {number}]\n{text}", heading=heading, unit="page", first=number, last=number)
    if is_empty:
        is_damaged = is_damaged or not pages
        raise Unreadable(mark("it is damaged") if is_damaged else mark("its pages are pictures without text"))
    if pages > _PAGES:
        yield Section(text=f"[Pages {_PAGES + 1} to {pages} were not read.]")


def _headings(reader: PdfReader) -> Mapping[int, str]:
    titles: dict[int, str] = {}
    with suppress(Exception):  # bookmarks are often damaged, and the text can be read without them
        waiting: list[Any] = [*reversed(reader.outline)]
        for _ in range(500):
            if not waiting:
                break
            item = waiting.pop()
            if isinstance(item, list):
                waiting.extend(reversed(item))
            elif (index := reader.get_destination_page_number(item)) is not None:
                titles.setdefault(index + 1, str(item.title))
    return titles
