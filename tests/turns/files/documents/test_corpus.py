"""Documents of every kind that is read come out as text; of others it is said what they are."""

import codecs
import json
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from bot.turns.files.documents import worker
from bot.turns.files.documents.documents import DocumentReader
from bot.turns.files.documents.sections import LEFT_OUT, PART_CHARACTERS, by_headings
from tests.pdfs import pdf

Case: TypeAlias = tuple[str, bytes, tuple[str, ...]]
"""A name, a content, and the texts that are to be found."""
MINUTES = (
    *("# Minutes", "# Decisions\n\nThe boat is sold.", "- Ask Mara", "## Open", "Who pays the\nharbour?"),
    *("| Item | Price |\n| --- | --- |\n| Rope \\| 5 m | 12 |", "on Tuesday\n\n", "[the boats](https://example.org"),
    "In a box",
)


def stored(name: str) -> bytes:
    """Return a file as an office program or a library has written it."""
    return Path(__file__).with_name("files").joinpath(name).read_bytes()


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Return an archive."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def changed(content: bytes, members: Mapping[str, bytes]) -> bytes:
    """Return an archive with some members in place of, or besides, its own."""
    with ZipFile(BytesIO(content)) as archive:
        return zipped({**{name: archive.read(name) for name in archive.namelist()}, **members})


def cases() -> Iterator[Case]:
    """Yield the documents."""
    yield from _pdfs()
    yield from _word()
    yield from _sheets()
    yield from _pages()
    yield from _texts()
    yield from _data()
    yield from _books_and_mails()


def _pdfs() -> Iterator[Case]:
    yield (
        "two.pdf",
        pdf([["Invoice 12", "Total: 30 euros"], ["Second"]]),
        ("[Page 1]\nInvoice 12\nT", "[Page 2]\nS"),
    )
    yield "open.pdf", pdf([["Anybody may read this"]], password=""), ("Anybody may read this",)
    yield "blank.pdf", pdf([[], ["Only here"]], titles=["Beginning", "End"]), ("[Page 2]\nOnly here",)


def _word() -> Iterator[Case]:
    minutes, types = stored("minutes.docx"), "[Content_Types].xml"
    yield "minutes.docx", minutes, MINUTES
    own = ZipFile(BytesIO(minutes)).read(types)
    kind = b"vnd.openxmlformats-officedocument.wordprocessingml.document.main"
    macros = own.replace(kind, b"vnd.ms-word.document.macroEnabled.main")
    yield "macros.docm", changed(minutes, {types: macros}), ("The boat is sold.",)


def _sheets() -> Iterator[Case]:
    first = "## Sheet Prices\n\n| Item | Price | Since |\n| --- | --- | --- |\n| Rope | 12.5 | 2026-03-01 |"
    yield "prices.xlsx", stored("prices.xlsx"), (first, "| Sail | 1200 | 2026-03-02 14:30 |", "Ask Mara | TRUE")
    yield "wide.xlsx", stored("wide.xlsx"), ("| 0 | 1 | 2 |", "| 59 | … |")
    sums, written = Workbook(), BytesIO()
    sums.worksheets[0].append([1 / 3, 3.0])
    sums.save(written)
    yield "sums.xlsx", written.getvalue(), ("| 0.333333333333333 | 3 |",)
    yield "account.xls", stored("account.xls"), ("## Sheet Account", "| 2026-03-01 | -12.5 |")
    slide = "## Slide 1: Our boat\n\n- Old\n- Blue\n\nNotes: Smile."
    yield "talk.pptx", stored("talk.pptx"), (slide, "| Length | 9 m |", "- In a group", "| 2026 | 8.0 |")


def _pages() -> Iterator[Case]:
    page = "<!doctype html><title>Boats</title><h2>Old ones</h2><ul><li>Rope<li>Sail</ul><script>evil()</script>"
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    found = ("# Boats", "## Old ones", "- Rope\n- Sail", "| a | b |\n| --- | --- |\n| 1 | 2 |")
    yield "boats.html", f"{page}{table}".encode(), found
    yield "latin.html", '<meta charset="iso-8859-1"><p>Käse & Brot'.encode("latin-1"), ("Käse & Brot",)
    links = b"<html><body><main><a href='https://example.org'>here</a> <a href='#x'>there</a></main>"
    yield "links", links, ("[here](https://example.org) there",)


def _texts() -> Iterator[Case]:
    notes = b"# Boats\n\n```sh\n# no heading\n```\n\n## Ropes\n12 m\n"
    yield "notes.md", notes, ("# Boats", "# no heading", "## Ropes\n12 m")
    days = "".join(f"## Day {n}\n\n{'We sail. ' * 60}\n\n" for n in range(90))
    yield "long.md", days.encode(), ("## Day 0", "## Day 89")
    yield "plain.txt", b"Buy bread\r\nand milk\r\n", ("Buy bread\nand milk",)
    yield "bom.txt", codecs.BOM_UTF8 + "Grüße".encode(), ("Grüße",)
    yield "windows.txt", "Grüße … 5 €".encode("cp1252"), ("Grüße … 5 €",)
    yield "bare16.txt", "Hello there".encode("utf-16-le"), ("Hello there",)
    code = "def sail(wind: int) -> None:\n    print(wind)"
    yield "boat.py", f"{code}\n".encode(), (code,)


def _data() -> Iterator[Case]:
    yield "comma.csv", b'item,price\n"rope, long",12\n', ("| item | price |\n| --- | --- |\n| rope, long | 12 |",)
    yield "semicolon.csv", b"item;price\nrope;12,5\n", ("| rope | 12,5 |",)
    yield "pretty.json", json.dumps({"boat": {"length": 9}}, indent=2).encode(), ('"length": 9',)
    value: Any = [{"number": number, "name": "Grün"} for number in range(500)]
    yield "minified.json", json.dumps(value, separators=(",", ":")).encode(), ('"number": 499', "Grün")


def _books_and_mails() -> Iterator[Case]:
    yield "book.epub", stored("book.epub"), ("# One\n\nIt began.", "# Two\n\nIt ended.")
    header = ("From: Mara <mara@example.org>", "Subject: Grüße aus Köln", "It is blue.")
    yield "plain.eml", _mail(To="alec@example.org", Subject="Grüße aus Köln"), header
    page = _mail(html="<p>It is <b>blue</b>.</p>", attached="map.pdf")
    yield "page.eml", page, ("It is **blue**.", "Attached, and not read: map.pdf")


def _mail(*, html: str = "", attached: str = "", **headers: str) -> bytes:
    """Return an e-mail with a text, perhaps also as HTML, perhaps with an attachment."""
    message = EmailMessage()
    for name, value in {"From": "Mara <mara@example.org>", "Subject": "The boat", **headers}.items():
        message[name] = value
    if html:
        message.set_content(html, subtype="html")
    else:
        message.set_content("It is blue.\nYours, Mara")
    if attached:
        message.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename=attached)
    return message.as_bytes()


def unread() -> Iterator[tuple[str, bytes, str]]:
    """Yield files that are told apart by how they begin, each with the problem that is told; empty if there is text."""
    yield "spaces.txt", b" \n" * 1_000, "it is empty"
    yield "zeros.bin", bytes(1_000), "it isn't text, and I can't read its format"
    yield "pdf.docx", pdf([["It is a PDF"]]), ""
    yield "picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(99), "it is a picture (send it as a photo)"
    yield "program.pdf", b"\x7fELF" + bytes(999), "it is a program"
    yield "old.doc", _ole("WordDocument\0"), "its format is too old"
    yield "password.docx", _ole("EncryptedPackage\0"), "it is password-protected"
    text = {"mimetype": b"application/vnd.oasis.opendocument.text"}
    sheet = {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}
    yield "noise.ods", zipped(sheet), "it is damaged"
    yield "text.odt", zipped(text), "I can't read its format"
    yield "noise.xls", _ole("Workbook\0"), "it is damaged"
    yield "files.zip", zipped({"a.txt": b"a"}), "it is an archive"
    yield "scan.pdf", pdf([[], []]), "its pages are pictures without text"
    yield "locked.pdf", pdf([["Secret"]], password="no"), "it is password-protected"
    yield "locked.docx", _locked(stored("minutes.docx")), "it is password-protected"
    yield "cut.docx", stored("minutes.docx")[:-2_000], "it is damaged"


def _ole(name: str) -> bytes:
    """Return what begins like an old office document, with a stream of this name."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5_000) + name.encode("utf-16-le")


def _locked(content: bytes) -> bytes:
    """Return an archive that says of its members that they are encrypted."""
    places = [at for at in range(len(content)) if content.startswith(b"PK\x01\x02", at)]
    changed = bytearray(content)
    for at in places:
        changed[at + 8] |= 1
    return bytes(changed)


CASES = list(cases())
UNREAD = list(unread())


@pytest.mark.parametrize("case", CASES, ids=[name for name, _, _ in CASES])
def test_a_document_comes_out_as_text(case: Case) -> None:
    name, content, texts = case
    result = worker.read(content, name, "")
    assert "problem" not in result, result
    parts = result["parts"]
    assert isinstance(parts, list)
    said = "\n\n".join(part["text"] for part in parts)
    assert [text for text in texts if text not in said] == [], said
    assert all(len(part["text"]) <= PART_CHARACTERS and part["label"] for part in parts)


@pytest.mark.parametrize("file", UNREAD, ids=[name for name, _, _ in UNREAD])
def test_a_file_that_cant_be_read_is_named_for_what_it_is(file: tuple[str, bytes, str]) -> None:
    name, content, problem = file
    assert str(worker.read(content, name, "").get("problem", "")).startswith(problem)


def test_a_line_of_code_is_no_heading() -> None:
    sections = by_headings("# Boats\n\n```sh\n# no heading\n```\n\n## Ropes\n12 m")
    assert [it.heading for it in sections] == ["", "Boats", "Ropes"]


def test_what_was_read_when_the_time_is_over_is_kept() -> None:
    long = pdf([["More."] * 40] * 2_000)
    parts: Any = worker.read(long, "long.pdf", "", seconds=2)["parts"]
    assert parts[0]["text"].startswith("[Page 1]\nMore.\nMore.")
    assert parts[-1]["text"].endswith(LEFT_OUT)


async def test_the_process_that_reads_returns_the_same() -> None:
    (_, content, texts), *_ = CASES
    said = "\n\n".join(part.text for part in await DocumentReader().read(content, "two.pdf", ""))
    assert all(text in said for text in texts)
