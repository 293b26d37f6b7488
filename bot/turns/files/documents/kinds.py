"""What a document is, by its content first, and then by its name. Many are archives."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from io import BytesIO
from pathlib import PurePath
from typing import Final, TypeAlias
from zipfile import BadZipFile, ZipFile

from bot.kit.language import mark
from bot.turns.files.documents.sections import LOCKED, Section, Unreadable

Reader: TypeAlias = Callable[[bytes], Iterator[Section]]
"""Yields the sections of a document. Raises Unreadable, and whatever a library raises for a damaged one."""

_MEMBERS: Final = 10_000
_UNPACKED_BYTES: Final = 200_000_000
_HEAD: Final = 1_024
"""Bytes within which a PDF begins (ISO 32000-1, annex H.3.4.1)."""
_PICTURE: Final = mark("it is a picture (send it as a photo)")
_ARCHIVE: Final = mark("it is an archive (send me the files in it)")
_SOUND: Final = mark("it is a recording or a video")
_OLD: Final = mark("its format is too old (save it as .docx, .pptx or .pdf)")
_FOREIGN: Final = mark("I can't read its format (save it as .docx, .pptx or .pdf)")
OF_A_PAGE: Final = {
    _PICTURE: "it is a picture, not a page",
    _ARCHIVE: "it is an archive, not a page",
    LOCKED: "it is password-protected",
    _OLD: "its format is too old",
    _FOREIGN: "its format is unknown",
}
"""What is said of what is from the web: the model alone is told, and nobody can send it otherwise."""
_NOT_READ: Final = {
    (b"\x89PNG", b"\xff\xd8\xff", b"GIF8"): _PICTURE,
    (b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ", b"BZh", b"\x28\xb5\x2f\xfd"): _ARCHIVE,
    (b"OggS", b"ID3", b"RIFF", b"fLaC", b"\x1aE\xdf\xa3"): _SOUND,
    (b"\x7fELF", b"MZ\x90", b"\xca\xfe\xba\xbe"): mark("it is a program"),
    (b"SQLite format 3",): mark("it is a database"),
}
"""Beginnings of files that are not read, and why."""
_MAIN_PART: Final = re.compile(
    rb"(wordprocessingml|ms-word|spreadsheetml|ms-excel|presentationml|ms-powerpoint)\.[\w.]+\.main\+xml"
)
"""Content type of the main part of an office document (ECMA-376 part 2)."""
_OFFICE: Final = {
    **dict.fromkeys((b"wordprocessingml", b"ms-word"), "word"),
    **dict.fromkeys((b"spreadsheetml", b"ms-excel"), "sheets.excel_sections"),
    **dict.fromkeys((b"presentationml", b"ms-powerpoint"), "powerpoint"),
}
_OPEN_DOCUMENT: Final = b"application/vnd.oasis.opendocument."
_CONTENT_TYPES: Final = "[Content_Types].xml"
_PAGE: Final = "html.page_sections"
_BY_SUFFIX: Final = {
    ".eml": "html.mail_sections",
    **dict.fromkeys((".html", ".htm", ".xhtml"), _PAGE),
    **dict.fromkeys((".csv", ".tsv"), "plain.csv_sections"),
    **dict.fromkeys((".json", ".geojson", ".ipynb"), "plain.json_sections"),
    **dict.fromkeys((".md", ".markdown"), "plain"),
}
_BY_TYPE: Final = {
    "message/rfc822": "html.mail_sections",
    "text/html": _PAGE,
    "application/xhtml+xml": _PAGE,
    "text/csv": "plain.csv_sections",
    "text/tab-separated-values": "plain.csv_sections",
    "application/json": "plain.json_sections",
    "text/markdown": "plain",
}


def opened(content: bytes) -> ZipFile:
    """Open an archive. Raises Unreadable for one that is damaged, encrypted, or would unpack to more than the limits.

    What its directory says of sizes is binding: nothing is unpacked beyond it.
    """
    try:
        archive = ZipFile(BytesIO(content))
    except (BadZipFile, NotImplementedError, ValueError) as error:  # the last two: of a version or at a place unknown
        raise Unreadable(mark("it is damaged")) from error
    members = archive.infolist()
    if len(members) > _MEMBERS:
        raise Unreadable(mark("it holds too many files"))
    if sum(member.file_size for member in members) > _UNPACKED_BYTES:
        raise Unreadable(mark("it is too large when unpacked"))
    if any(member.flag_bits & 0x1 for member in members):
        raise Unreadable(LOCKED)
    return archive


def reader(content: bytes, name: str, media_type: str, address: str = "") -> Reader:
    """Return the reader of a document, which may be from an address. Raises Unreadable if there is none."""
    if not content.strip():
        raise Unreadable(mark("it is empty"))
    if b"%PDF-" in content[:_HEAD]:
        return _reader("pdf")
    if content.startswith(b"PK"):
        return _reader(_in_archive(content))
    if content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _reader(_in_ole(content))
    for beginnings, why in _NOT_READ.items():
        if content.startswith(beginnings):
            raise Unreadable(why)
    if content[4:8] == b"ftyp":
        raise Unreadable(_SOUND)
    suffix = PurePath(name).suffix.casefold()
    found = _BY_SUFFIX.get(suffix) or _BY_TYPE.get(media_type.partition(";")[0].strip().casefold())
    if not found and content[:_HEAD].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        found = _PAGE
    if address and found == _PAGE:
        return partial(_reader(_PAGE), address=address)
    return _reader(found or "plain.code_sections")


def _in_archive(content: bytes) -> str:
    with opened(content) as archive:
        names = set(archive.namelist())
        if _CONTENT_TYPES in names:
            types = archive.read(_CONTENT_TYPES)
            if b"sheet.binary." in types:
                return "sheets.other_sections"
            if main := _MAIN_PART.search(types):
                return _OFFICE[main[1]]
        if "META-INF/container.xml" in names:
            return "html.book_sections"
        kind = archive.read("mimetype") if "mimetype" in names else b""
        if kind.startswith(_OPEN_DOCUMENT + b"spreadsheet"):
            return "sheets.other_sections"
        if kind.startswith(_OPEN_DOCUMENT):
            raise Unreadable(_FOREIGN)
    raise Unreadable(_ARCHIVE)


def _in_ole(content: bytes) -> str:
    """Return the reader of an old office document, by the names of its streams ([MS-CFB], 2.6.1)."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise Unreadable(LOCKED)
    if any(name.encode("utf-16-le") in content for name in ("Workbook\0", "Book\0")):
        return "sheets.other_sections"
    raise Unreadable(_OLD)


def _reader(where: str) -> Callable[..., Iterator[Section]]:
    """Return a reader by its module, and its name there unless that is "sections"; its libraries are imported now."""
    module, _, name = where.partition(".")
    found: Callable[..., Iterator[Section]] = getattr(
        import_module(f"bot.turns.files.documents.{module}"), name or "sections"
    )
    return found
