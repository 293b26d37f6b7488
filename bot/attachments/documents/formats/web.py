"""Web pages."""

import re
from collections.abc import Iterator
from typing import Any, Final

from bs4 import BeautifulSoup
from lxml import etree
from markdownify import ATX, MarkdownConverter

from bot.attachments.documents.limits import PAGE_BYTES, PAGE_ELEMENTS
from bot.attachments.documents.sections import LEFT_OUT, Section, by_headings
from bot.values.text import one_line

_LEFT_OUT: Final = ("script", "style", "noscript", "template", "svg", "iframe", "object", "canvas")
_DATA: Final = re.compile(rb"data:[\w/+.-]+;base64,[\w+/=%]*")
"""Content of a picture or a font within the page."""
_LONGEST_ADDRESS: Final = 300


def sections(content: bytes) -> Iterator[Section]:
    """Yield the sections of a web page."""
    page = _DATA.sub(b"", content)
    text = markdown(page[:PAGE_BYTES])
    yield from by_headings(text)
    if text and len(page) > PAGE_BYTES:
        yield Section(text=LEFT_OUT)


def markdown(content: bytes | str) -> str:
    """Return a web page as Markdown; one with too many elements, or nested too deeply, as plain text."""
    source = content.encode() if isinstance(content, str) else content
    if source.count(b"<") > 2 * PAGE_ELEMENTS:  # more than are worth an object each
        return _plain_source(source, "utf-8" if isinstance(content, str) else None)
    page = BeautifulSoup(content, "lxml")
    title = one_line(page.title.get_text()) if page.title else ""
    for element in page.find_all([*_LEFT_OUT, "head"]):
        element.decompose()
    for picture in page.find_all("img"):
        picture.replace_with(str(picture.get("alt") or ""))
    for link in page.find_all("a", href=True):
        if not str(link["href"]).startswith(("http:", "https:", "mailto:")) or len(link["href"]) > _LONGEST_ADDRESS:
            del link["href"]
    try:
        is_small = len(page.find_all(name=True, limit=PAGE_ELEMENTS)) < PAGE_ELEMENTS
        text = _converter().convert_soup(page) if is_small else _plain(page)
    except RecursionError:
        text = _plain(page)
    lines = (line.rstrip() for line in text.splitlines())
    body = "\n".join(lines).strip()
    return f"# {title}\n\n{body}" if title and f"# {title}" not in body else body


def _plain(page: BeautifulSoup) -> str:
    return page.get_text("\n", strip=True)


def _plain_source(content: bytes, encoding: str | None) -> str:
    tree = etree.fromstring(content, etree.HTMLParser(encoding=encoding, remove_comments=True))
    if tree is None:
        return ""
    etree.strip_elements(tree, *_LEFT_OUT, "head", with_tail=False)
    return "\n".join(line for text in tree.itertext() if (line := text.strip()))


def _converter() -> Any:
    return MarkdownConverter(
        heading_style=ATX, bullets="-", escape_asterisks=False, escape_underscores=False, table_infer_header=True
    )
