"""A page of the web: its main text, without the menus and the rest that stand around it."""

from collections.abc import Iterator
from typing import Final

from trafilatura import extract, extract_metadata

from bot.attachments.documents.formats import web
from bot.attachments.documents.limits import PAGE_BYTES, PAGE_ELEMENTS
from bot.attachments.documents.sections import LEFT_OUT, Section, by_headings
from bot.values.text import one_line

_LONG_LINE: Final = 80
_LEAST: Final = 300
"""Characters in long lines of a main text; with fewer, the page is no article but a list, say, and is read whole."""


def sections(content: bytes, address: str) -> Iterator[Section]:
    """Yield the sections of the page at an address."""
    text = web.decoded(content)
    yield from by_headings(_markdown(text[:PAGE_BYTES], address))
    if len(text) > PAGE_BYTES:
        yield Section(text=LEFT_OUT)


def _markdown(page: str, address: str) -> str:
    if page.count("<") > 2 * PAGE_ELEMENTS:  # more than are worth an object each
        return web.markdown(page, address)
    try:
        main = _main_text(page, address)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):  # of a library, for an odd page
        main = ""
    return main or web.markdown(page, address)


def _main_text(page: str, address: str) -> str:
    """Return the main text with its title and its date; nothing if there is too little of it."""
    text = extract(page, url=address, output_format="markdown", include_links=True, favor_recall=True) or ""
    if sum(len(line) for line in text.splitlines() if len(line) >= _LONG_LINE) < _LEAST:
        return ""
    about = extract_metadata(page, default_url=address)
    title = one_line(about.title or "") if about else ""
    lines = [f"# {title}"] if title and f"# {title}\n" not in text else []
    lines += [f"Date: {about.date}"] if about and about.date else []
    return "\n\n".join([*lines, text])
