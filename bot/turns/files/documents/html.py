"""Documents in HTML: web pages, the main text of those that are fetched, e-mails (RFC 5322) and books (EPUB 3.3)."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from posixpath import dirname, join, normpath
from typing import Any, Final
from urllib.parse import unquote, urljoin
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from bs4 import BeautifulSoup
from bs4.dammit import EncodingDetector
from defusedxml.ElementTree import fromstring
from lxml import etree
from markdownify import ATX, MarkdownConverter

from bot.kit.language import mark
from bot.kit.text import one_line
from bot.turns.files.documents import plain
from bot.turns.files.documents.kinds import opened
from bot.turns.files.documents.sections import LEFT_OUT, Section, Unreadable, by_headings

_PAGE_BYTES: Final = 2_000_000
"""Most bytes of a page that are read, without pictures in it."""
_PAGE_ELEMENTS: Final = 50_000
"""Most elements of a page that becomes Markdown; a larger one becomes plain text."""
_LEFT_OUT: Final = ("script", "style", "noscript", "template", "svg", "iframe", "object", "canvas")
_AROUND: Final = ("nav", "footer", "aside", "dialog")
_DATA: Final = re.compile(rb"data:[\w/+.-]+;base64,[\w+/=%]*")
"""Content of a picture or a font within the page."""
_BODY: Final = re.compile("<body", re.IGNORECASE)
_IN_BODY: Final = re.compile(r"(?=<(?:article|aside|dialog|footer|header|main|nav|section)\b)", re.IGNORECASE)
_LONGEST_ADDRESS: Final = 300
_AS_READ: Final = dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252")
"""What these names stand for on the web (https://encoding.spec.whatwg.org/#names-and-labels)."""
_CONVERTER: Final[Any] = MarkdownConverter(
    heading_style=ATX, bullets="-", escape_asterisks=False, escape_underscores=False, table_infer_header=True
)
_LONG_LINE: Final = 80
_LEAST: Final = 300
"""Characters in long lines of a main text; with fewer, the page is no article but a list, say, and is read whole."""
_ENCRYPTION: Final = "META-INF/encryption.xml"


def page_sections(content: bytes, address: str = "") -> Iterator[Section]:
    """Yield the sections of a web page; of one from an address, its main text, without the menus around it."""
    page = _decoded(content)
    text = (_main_text(page[:_PAGE_BYTES], address) if address else "") or markdown(page[:_PAGE_BYTES], address)
    yield from by_headings(text)
    if text and len(page) > _PAGE_BYTES:
        yield Section(text=LEFT_OUT)


def _decoded(content: bytes) -> str:
    """Return a web page as text, without the pictures in it."""
    text = _text_of(_DATA.sub(b"", content))
    # libxml2 does not know these elements, and would take them for a part of the head.
    return text if _BODY.search(text) else _IN_BODY.sub("<body>", text, count=1)


def _text_of(page: bytes) -> str:
    named = None if page.startswith(plain.MARKS) else EncodingDetector.find_declared_encoding(page, is_html=True)
    if named and not named.startswith("utf-16"):  # nobody could have read that it is
        with suppress(LookupError, UnicodeError):
            return page.decode(_AS_READ.get(named, named), "replace")
    return plain.decoded(page)


def markdown(content: bytes | str, address: str = "") -> str:
    """Return a page as Markdown, or a large one as plain text; with an `address`, it has whole links and no menus."""
    source = _decoded(content) if isinstance(content, bytes) else content
    if source.count("<") > 2 * _PAGE_ELEMENTS:  # more than are worth an object each
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
        is_small = len(page.find_all(name=True, limit=_PAGE_ELEMENTS)) < _PAGE_ELEMENTS
        text = _CONVERTER.convert_soup(page) if is_small else page.get_text("\n", strip=True)
    except RecursionError:
        text = page.get_text("\n", strip=True)
    lines = (line.rstrip() for line in text.splitlines())
    body = "\n".join(lines).strip()
    return f"# {title}\n\n{body}" if title and f"# {title}" not in body else body


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


def _main_text(page: str, address: str) -> str:
    """Return the main text with its title and its date; nothing if there is too little of it."""
    from trafilatura import extract, extract_metadata  # noqa: PLC0415 - files that are sent don't need it

    if page.count("<") > 2 * _PAGE_ELEMENTS:  # more than are worth an object each
        return ""
    try:
        text = extract(page, url=address, output_format="markdown", include_links=True, favor_recall=True) or ""
        if sum(len(line) for line in text.splitlines() if len(line) >= _LONG_LINE) < _LEAST:
            return ""
        about = extract_metadata(page, default_url=address)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):  # of a library, for an odd page
        return ""
    title = one_line(about.title or "") if about else ""
    lines = [f"# {title}"] if title and f"# {title}\n" not in text else []
    lines += [f"Date: {about.date}"] if about and about.date else []
    return "\n\n".join([*lines, text])


def mail_sections(content: bytes) -> Iterator[Section]:
    """Yield an e-mail: its header, its text, and the names of its attachments."""
    mail = message_from_bytes(content, policy=default)
    assert isinstance(mail, EmailMessage)  # noqa: S101 - the policy makes such ones
    header = [f"{name}: {one_line(str(mail[name]))}" for name in ("From", "To", "Cc", "Date", "Subject") if mail[name]]
    part, body = mail.get_body(("plain", "html")), ""
    if part:
        text = part.get_content()
        body = markdown(text) if part.get_content_subtype() == "html" else str(text).strip()
    if not header and not body:
        raise Unreadable(mark("it is damaged"))
    attached = [one_line(part.get_filename() or part.get_content_type()) for part in mail.iter_attachments()]
    end = [f"Attached, and not read: {', '.join(attached)}"] if attached else []
    whole = "\n\n".join(filter(None, ["\n".join(header), body, *end]))
    yield Section(text=whole, heading=one_line(str(mail["Subject"] or "")))


def book_sections(content: bytes) -> Iterator[Section]:
    """Yield the chapters of a book. Raises Unreadable if they are encrypted."""
    with opened(content) as archive:
        chapters = list(_chapters(archive))
        if _ENCRYPTION in archive.namelist():
            references = _find(fromstring(archive.read(_ENCRYPTION)), "CipherReference")
            if not {unquote(it.get("URI", "")) for it in references}.isdisjoint(chapters):
                raise Unreadable(mark("it is copy-protected"))
        for number, chapter in enumerate(chapters, 1):
            for section in by_headings(markdown(archive.read(chapter))):
                yield replace(section, unit="chapter", first=number, last=number)


def _chapters(archive: ZipFile) -> Iterator[str]:
    root = _find(fromstring(archive.read("META-INF/container.xml")), "rootfile")[0].attrib["full-path"]
    package = fromstring(archive.read(root))
    names = {
        item.attrib["id"]: normpath(join(dirname(root), unquote(item.attrib["href"])))
        for item in _find(package, "item")
        if item.get("media-type") in {"application/xhtml+xml", "text/html"}
    }
    there = set(archive.namelist())
    for reference in _find(package, "itemref"):
        name = names.get(reference.get("idref", ""))
        if name in there:
            yield name


def _find(element: Element, name: str) -> list[Element]:
    return element.findall(f".//{{*}}{name}")
