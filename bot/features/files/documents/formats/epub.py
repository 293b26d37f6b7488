"""Books (EPUB 3.3)."""

from collections.abc import Iterator
from dataclasses import replace
from posixpath import dirname, join, normpath
from typing import Final
from urllib.parse import unquote
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring

from bot.features.files.documents.formats.web import markdown
from bot.features.files.documents.kinds import opened
from bot.features.files.documents.sections import Section, Unreadable, by_headings
from bot.kit.language import mark

_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_PAGES: Final = ("application/xhtml+xml", "text/html")


def sections(content: bytes) -> Iterator[Section]:
    """Yield the chapters of a book. Raises Unreadable if they are encrypted."""
    with opened(content) as archive:
        chapters = list(_chapters(archive))
        if not _encrypted(archive).isdisjoint(chapters):
            raise Unreadable(mark("it is copy-protected"))
        for number, chapter in enumerate(chapters, 1):
            for section in by_headings(markdown(archive.read(chapter))):
                yield replace(section, unit="chapter", first=number, last=number)


def _chapters(archive: ZipFile) -> Iterator[str]:
    """Yield the names of the files to be read, in order."""
    root = _find(fromstring(archive.read(_CONTAINER)), "rootfile")[0].attrib["full-path"]
    package = fromstring(archive.read(root))
    names = {
        item.attrib["id"]: normpath(join(dirname(root), unquote(item.attrib["href"])))
        for item in _find(package, "item")
        if item.get("media-type") in _PAGES
    }
    there = set(archive.namelist())
    for reference in _find(package, "itemref"):
        name = names.get(reference.get("idref", ""))
        if name in there:
            yield name


def _encrypted(archive: ZipFile) -> set[str]:
    if _ENCRYPTION not in archive.namelist():
        return set()
    return {unquote(it.get("URI", "")) for it in _find(fromstring(archive.read(_ENCRYPTION)), "CipherReference")}


def _find(element: Element, name: str) -> list[Element]:
    return element.findall(f".//{{*}}{name}")
