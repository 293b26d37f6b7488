"""Web pages."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from bs4.dammit import EncodingDetector
from lxml import etree
from markdownify import ATX, MarkdownConverter

from bot.attachments.documents.formats import plain
from bot.attachments.documents.limits import PAGE_BYTES, PAGE_ELEMENTS
from bot.attachments.documents.sections import LEFT_OUT, Section, by_headings
from bot.values.text import one_line

_LEFT_OUT: Final = ("script", "style", "noscript", "template", "svg", "iframe", "object", "canvas")
_AROUND: Final = ("nav", "footer", "aside", "dialog")
_DATA: Final = re.compile(rb"data:[\w/+.-]+;base64,[\w+/=%]*")
"""Content of a picture or a font within the page."""
_BODY: Final = re.compile("<body", re.IGNORECASE)
_IN_BODY: Final = re.compile(r"(?=<(?:article|aside|dialog|footer|header|main|nav|section)\b)", re.IGNORECASE)
_LONGEST_ADDRESS: Final = 300
_AS_READ: Final = dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252")
"""What these names stand for on the web (https://encoding.spec.whatwg.org/#names-and-labels)."""


def sections(content: bytes) -> Iterator[Section]:
    """Yield the sections of a web page."""
    page = decoded(content)
    text = markdown(page[:PAGE_BYTES])
    yield from by_headings(text)
    if text and len(page) > PAGE_BYTES:
        yield Section(text=LEFT_OUT)


def decoded(content: bytes) -> str:
    """Return a web page as text, without the pictures in it."""
    text = _decoded(_DATA.sub(b"", content))
    # libxml2 does not know these elements, and would take them for a part of the head.
    return text if _BODY.search(text) else _IN_BODY.sub("<body>", text, count=1)


def _decoded(page: bytes) -> str:
    named = None if page.startswith(plain.MARKS) else EncodingDetector.find_declared_encoding(page, is_html=True)
    if named and not named.startswith("utf-16"):  # nobody could have read that it is
        with suppress(LookupError, UnicodeError):
            return page.decode(_AS_READ.get(named, named), "replace")
    return plain.decoded(page)


def markdown(content: bytes | str, address: str = "") -> str:
    """Return a web page as Markdown; one with too many elements, or nested too deeply, as plain text.

    The `address` of a page that was fetched completes those of its links; its menus are left out.
    """
    source = decoded(content) if isinstance(content, bytes) else content
    if source.count("<") > 2 * PAGE_ELEMENTS:  # more than are worth an object each
        return _plain_source(source.encode())
    page = BeautifulSoup(source, "lxml")
    title = one_line(page.title.get_text()) if page.title else ""
    for element in page.find_all([*_LEFT_OUT, "head", *(_AROUND if address else ())]):
        element.decompose()
    for picture in page.find_all("img"):
        picture.replace_with(str(picture.get("alt") or ""))
    for link in page.find_all("a", href=True):
        if address:
            link["href"] = _joined(address, str(link["href"]))
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


def _joined(address: str, link: str) -> str:
    try:
        return "" if link.startswith("#") else urljoin(address, link)
    except ValueError:
        return ""


def _plain_source(content: bytes) -> str:
    tree = etree.fromstring(content, etree.HTMLParser(encoding="utf-8", remove_comments=True))
    if tree is None:
        return ""
    etree.strip_elements(tree, *_LEFT_OUT, "head", with_tail=False)
    return "\n".join(line for text in tree.itertext() if (line := text.strip()))


def _converter() -> Any:
    return MarkdownConverter(
        heading_style=ATX, bullets="-", escape_asterisks=False, escape_underscores=False, table_infer_header=True
    )
