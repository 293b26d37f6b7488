"""Documents of all the kinds that are read, each with texts that must come out of it."""

import codecs
import json
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZipFile

from tests.attachments.documents import office
from tests.pdfs import pdf

Case: TypeAlias = tuple[str, bytes, tuple[str, ...]]
"""A name, a content, and the texts that are to be found."""

_HERE = Path(__file__).parent
_CHAPTER = "<html><head><title>x</title></head><body><h1>{title}</h1><p>{text}</p></body></html>"


def epub(chapters: Mapping[str, str], *, more: Mapping[str, str] | None = None) -> bytes:
    """Return a book with chapters by their titles."""
    items = "".join(
        f'<item id="c{number}" href="c%20{number}.xhtml" media-type="application/xhtml+xml"/>'
        for number in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(chapters)))
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("OEBPS/book.opf", package)
        for number, (title, text) in enumerate(chapters.items()):
            archive.writestr(f"OEBPS/c {number}.xhtml", _CHAPTER.format(title=title, text=text))
        for name, text in (more or {}).items():
            archive.writestr(name, text)
    return written.getvalue()


def mail(*, html: str = "", attached: str = "", **headers: str) -> bytes:
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
    headings = ("# Minutes", "# Decisions\n\nThe boat is sold.", "- Ask Mara", "## Open", "Who pays the\nharbour?")
    others = (
        "| Item | Price |\n| --- | --- |\n| Rope \\| 5 m | 12 |",
        "on Tuesday\n\n",
        "[the boats](https://example.org",
    )
    yield "minutes.docx", office.word(office.minutes), (*headings, *others, "In a box")
    macros = "application/vnd.ms-word.document.macroEnabled.main+xml"
    yield "macros.docm", office.changed(office.word(office.minutes), {}, rename={office.WORD: macros}), ("is sold.",)


def _sheets() -> Iterator[Case]:
    first = "## Sheet Prices\n\n| Item | Price | Since |\n| --- | --- | --- |\n| Rope | 12.5 | 2026-03-01 |"
    yield "prices.xlsx", office.excel(office.prices), (first, "| Sail | 1200 | 2026-03-02 14:30 |", "Ask Mara | TRUE")
    yield "wide.xlsx", office.excel(lambda book: book.active.append(list(range(200)))), ("| 0 | 1 | 2 |", "| 59 | … |")
    yield "account.xls", (_HERE / "account.xls").read_bytes(), ("## Sheet Account", "| 2026-03-01 | -12.5 |")
    slide = "## Slide 1: Our boat\n\n- Old\n- Blue\n\nNotes: Smile."
    yield "talk.pptx", office.powerpoint(office.talk), (slide, "| Length | 9 m |", "- In a group", "| 2026 | 8.0 |")


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
    yield "book.epub", epub({"One": "It began.", "Two": "It ended."}), ("# One\n\nIt began.", "# Two\n\nIt ended.")
    header = ("From: Mara <mara@example.org>", "Subject: Grüße aus Köln", "It is blue.")
    yield "plain.eml", mail(To="alec@example.org", Subject="Grüße aus Köln"), header
    page = mail(html="<p>It is <b>blue</b>.</p>", attached="map.pdf")
    yield "page.eml", page, ("It is **blue**.", "Attached, and not read: map.pdf")
