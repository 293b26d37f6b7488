"""Hostile files end in text or in a sentence, soon, and take little memory."""

import asyncio
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

import pytest
from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject

from bot.kit.errors import FileRefused
from bot.turns.files.documents.documents import DocumentReader
from tests.pdfs import pdf
from tests.turns.files.documents.test_corpus import changed, stored

Hostile: TypeAlias = tuple[str, Callable[[], bytes], str]
"""A name, what makes the content, and the problem that is told; empty if there is text."""

MOST_SECONDS = 30
MOST_BYTES = 512 * 1_024 * 1_024
MINUTES = stored("minutes.docx")
_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")
_SECRET: Final = "/etc/passwd"
"""A file that a document may try to read."""
_ENTITY: Final = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{_SECRET}">]>'
_LAUGHS: Final = (
    '<!DOCTYPE x [<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
)
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MB: Final = 1_000_000


def hostile() -> Iterator[Hostile]:
    """Yield the files that are made to harm."""
    yield from _archives()
    yield from _office()
    yield "noise.pdf", lambda: b"%PDF-1.7\n" + b"1 0 obj << [ " * 100_000, "it "
    yield "bomb.pdf", lambda: _streaming(b" " * 200 * _MB), "its pages"
    yield "cycle.pdf", _cyclic, "it "
    yield "deep.html", lambda: b"<div>" * 20_000 + b"Deep", ""
    yield "deep.json", lambda: b"[" * 500_000 + b"]" * 500_000, ""
    boundaries = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(5_000))
    yield "deep.eml", f"From: a@example.org\n{boundaries}".encode, "it is nested too deeply"
    yield "cells.csv", lambda: b"," * 19 * _MB + b"x", "it holds no text"
    yield "tags.html", lambda: b"<b>x</b>" * 2 * _MB, ""


def _archives() -> Iterator[Hostile]:
    document = "word/document.xml"
    yield "liar.docx", lambda: _lying(changed(MINUTES, {document: bytes(220 * _MB)}), document), "it "
    yield "overlapping.docx", _overlapping, "it is too large when unpacked"
    yield "members.docx", lambda: changed(MINUTES, {f"{n}.xml": b"" for n in range(20_000)}), "it holds too many files"
    yield "paths.epub", lambda: changed(stored("book.epub"), {"../../etc/passwd": b"x", "/etc/passwd": b"x"}), ""


def _office() -> Iterator[Hostile]:
    def with_document(xml: str) -> Callable[[], bytes]:
        return lambda: changed(MINUTES, {"word/document.xml": xml.encode()})

    body = f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>{{}}</w:t></w:r></w:p></w:body></w:document>'
    yield "entity.docx", with_document(_ENTITY + body.format("before &e; after")), ""
    yield "laughs.docx", with_document(_LAUGHS + body.format("&a11;")), "it "
    deep = "<w:tbl><w:tr><w:tc>" * 5_000 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 5_000
    yield "deep.docx", with_document(f'<w:document xmlns:w="{_WORD}"><w:body>{deep}</w:body></w:document>'), "it "
    strings = (
        f"{_ENTITY}<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>&e;</t></si></sst>"
    )
    shared = {"xl/sharedStrings.xml": strings.encode()}
    yield "entity.xlsx", lambda: changed(stored("shared.xlsx"), shared), "it is damaged"
    yield "sparse.xlsx", lambda: stored("sparse.xlsx"), ""
    slide = {"ppt/slides/slide1.xml": f"{_ENTITY}<a>&e;</a>".encode()}
    yield "entity.pptx", lambda: changed(stored("talk.pptx"), slide), "it is damaged"
    container = {"META-INF/container.xml": f"{_ENTITY}<a>&e;</a>".encode()}
    yield "entity.epub", lambda: changed(stored("book.epub"), container), "it is "


def _lying(content: bytes, name: str) -> bytes:
    """Return an archive that says in its directory that a member is small."""
    at = content.rindex(name.encode()) - 46
    return content[: at + 24] + struct.pack("<I", 1_000) + content[at + 28 :]


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


FILES = list(hostile())


@pytest.mark.parametrize("file", FILES, ids=[name for name, _, _ in FILES])
async def test_a_hostile_file_ends_in_text_or_in_a_sentence(file: Hostile) -> None:
    name, make, problem = file
    content, began, told, text = make(), monotonic(), "", ""
    watching = asyncio.create_task(peak_bytes())
    try:
        text = "".join(part.text for part in await DocumentReader().read(content, name, ""))
    except FileRefused as refusal:
        told = str(refusal)
    took = monotonic() - began
    watching.cancel()
    assert told.startswith(problem) if problem else text
    assert Path(_SECRET).read_text().partition("\n")[0] not in text  # noqa: ASYNC240 - a moment
    assert took < MOST_SECONDS
    assert await watching <= MOST_BYTES


async def test_a_process_that_does_not_end_is_killed() -> None:
    with pytest.raises(FileRefused, match="it takes too long to read"):
        await DocumentReader(seconds=0.01).read(b"text", "a.txt", "")
    assert not children()


async def test_a_process_that_writes_without_end_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "worker"
    python.write_text("#!/bin/sh\ncat >/dev/null\nexec yes worker\n")
    python.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(python))  # as if a document had taken the process over
    with pytest.raises(FileRefused, match="it takes too much memory or time to read"):
        await DocumentReader().read(b"text", "a.txt", "")
    assert not children()


async def peak_bytes() -> int:
    """Return the most memory of the process that reads, once this is cancelled."""
    peak = 0
    with suppress(asyncio.CancelledError):
        while True:
            peak = max(peak, *map(memory, children()), 0)
            await asyncio.sleep(0.02)
    return peak


def children() -> list[str]:
    """Return the ids of this process's children that run Python."""
    of_threads = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    ids = [child for path in of_threads for child in path.read_text().split()]
    return [child for child in ids if "worker" in _read(child, "cmdline")]


def memory(process: str) -> int:
    """Return the most memory that a process has had."""
    found = _PEAK.search(_read(process, "status"))
    return 1_024 * int(found[1]) if found else 0


def _read(process: str, what: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/{what}").read_text()
    return ""
