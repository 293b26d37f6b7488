"""Files that are made to harm whoever reads them, or that are no documents at all."""

import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Final, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject

from tests.attachments.documents import office
from tests.attachments.documents.corpus import epub
from tests.pdfs import pdf

Hostile: TypeAlias = tuple[str, Callable[[], bytes], str]
"""A name, what makes the content, and the problem that is told; empty if there is text."""

SECRET: Final = "/etc/passwd"
"""A file that a document may try to read."""
ENTITY: Final = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{SECRET}">]>'
_LAUGHS: Final = (
    '<!DOCTYPE x [<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
)
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MB: Final = 1_000_000


def unread() -> Iterator[Hostile]:
    """Yield files that are told apart by how they begin."""
    yield "spaces.txt", lambda: b" \n" * 1_000, "it is empty"
    yield "zeros.bin", lambda: bytes(1_000), "it isn't text, and I can't read its format"
    yield "pdf.docx", lambda: pdf([["It is a PDF"]]), ""
    yield "picture.txt", lambda: b"\x89PNG\r\n\x1a\n" + bytes(99), "it is a picture (send it as a photo)"
    yield "program.pdf", lambda: b"\x7fELF" + bytes(999), "it is a program"
    yield "old.doc", lambda: _ole("WordDocument\0"), "its format is too old"
    yield "password.docx", lambda: _ole("EncryptedPackage\0"), "it is password-protected"
    text = {"mimetype": b"application/vnd.oasis.opendocument.text"}
    sheet = {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}
    yield "noise.ods", lambda: zipped(sheet), "it is damaged"
    yield "text.odt", lambda: zipped(text), "I can't read its format"
    yield "noise.xls", lambda: _ole("Workbook\0"), "it is damaged"
    yield "files.zip", lambda: zipped({"a.txt": b"a"}), "it is an archive"
    yield "scan.pdf", lambda: pdf([[], []]), "its pages are pictures without text"
    yield "locked.pdf", lambda: pdf([["Secret"]], password="no"), "it is password-protected"
    yield "locked.docx", lambda: _locked(_minutes()), "it is password-protected"
    yield "cut.docx", lambda: _minutes()[:-2_000], "it is damaged"


def hostile() -> Iterator[Hostile]:
    """Yield the files that are made to harm."""
    yield from _archives()
    yield from _office()
    yield "noise.pdf", lambda: b"%PDF-1.7\n" + b"1 0 obj << [ " * 100_000, "it "
    yield "bomb.pdf", lambda: _streaming(b" " * 300 * _MB), "its pages"
    yield "cycle.pdf", _cyclic, "it "
    yield "deep.html", lambda: b"<div>" * 20_000 + b"Deep", ""
    yield "deep.json", lambda: b"[" * 500_000 + b"]" * 500_000, ""
    boundaries = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(5_000))
    yield "deep.eml", f"From: a@example.org\n{boundaries}".encode, "it is nested too deeply"
    yield "cells.csv", lambda: b"," * 19 * _MB + b"x", "it holds no text"
    yield "tags.html", lambda: b"<b>x</b>" * 2 * _MB, ""


def _archives() -> Iterator[Hostile]:
    document = "word/document.xml"
    zeros = {document: bytes(220 * _MB)}
    yield "liar.docx", lambda: _lying(office.changed(_minutes(), zeros), document), "it "
    yield "overlapping.docx", _overlapping, "it is too large when unpacked"
    yield "members.docx", lambda: zipped({f"{n}.xml": b"" for n in range(20_000)}), "it holds too many files"
    yield "paths.epub", lambda: epub({"Up": "x"}, more={"../../etc/passwd": "x", "/etc/passwd": "x"}), ""


def _office() -> Iterator[Hostile]:
    def with_document(xml: str) -> Callable[[], bytes]:
        return lambda: office.changed(_minutes(), {"word/document.xml": xml.encode()})

    body = f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>{{}}</w:t></w:r></w:p></w:body></w:document>'
    yield "entity.docx", with_document(ENTITY + body.format("before &e; after")), ""
    yield "laughs.docx", with_document(_LAUGHS + body.format("&a11;")), "it "
    deep = "<w:tbl><w:tr><w:tc>" * 5_000 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 5_000
    yield "deep.docx", with_document(f'<w:document xmlns:w="{_WORD}"><w:body>{deep}</w:body></w:document>'), "it "
    strings = (
        f"{ENTITY}<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>&e;</t></si></sst>"
    )
    shared = {"xl/sharedStrings.xml": strings.encode()}
    yield "entity.xlsx", lambda: office.changed(office.with_shared_strings(), shared), "it is damaged"
    yield "sparse.xlsx", lambda: office.excel(office.sparse), ""
    slide = {"ppt/slides/slide1.xml": f"{ENTITY}<a>&e;</a>".encode()}
    yield "entity.pptx", lambda: office.changed(office.powerpoint(office.talk), slide), "it is damaged"
    container = {"META-INF/container.xml": f"{ENTITY}<a>&e;</a>".encode()}
    yield "entity.epub", lambda: office.changed(epub({"x": "y"}), container), "it is "


def zipped(members: dict[str, bytes]) -> bytes:
    """Return an archive."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def _ole(name: str) -> bytes:
    """Return what begins like an old office document, with a stream of this name."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5_000) + name.encode("utf-16-le")


def _minutes() -> bytes:
    return office.word(office.minutes)


def _lying(content: bytes, name: str) -> bytes:
    """Return an archive that says in its directory that a member is small."""
    at = content.rindex(name.encode()) - 46
    return content[: at + 24] + struct.pack("<I", 1_000) + content[at + 28 :]


def _locked(content: bytes) -> bytes:
    """Return an archive that says of its members that they are encrypted."""
    places = [at for at in range(len(content)) if content.startswith(b"PK\x01\x02", at)]
    changed = bytearray(content)
    for at in places:
        changed[at + 8] |= 1
    return bytes(changed)


def _overlapping() -> bytes:
    """Return an archive whose members are all the same bytes (https://www.bamsoftware.com/hacks/zipbomb/)."""
    name, content = b"a", zlib.compress(bytes(10 * _MB), 9)[2:-4]
    sizes = (zlib.crc32(bytes(10 * _MB)), len(content), 10 * _MB, len(name))
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 8, 0, 33, *sizes, 0) + name + content
    entry = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 8, 0, 33, *sizes, 0, 0, 0, 0, 0, 0) + name
    directory = entry * 5_000
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 5_000, 5_000, len(directory), len(local), 0)
    return local + directory + end


def _streaming(commands: bytes) -> bytes:
    """Return a PDF with a page of these commands."""
    writer = PdfWriter()
    page = writer.add_blank_page(100, 100)
    stream = StreamObject()
    stream.set_data(commands)
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())  # noqa: SLF001 - as in tests/pdfs.py
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def _cyclic() -> bytes:
    """Return a PDF whose tree of pages has itself as a branch."""
    content = pdf([["Round and round"]])
    start, _, rest = content.partition(b"/Kids [")
    kids, _, end = rest.partition(b"]")
    number = start[: start.rindex(b" 0 obj")].split()[-1]
    again = (number + b" 0 R").ljust(len(kids.strip()))
    return start + b"/Kids [" + kids.replace(kids.strip(), again) + b"]" + end
