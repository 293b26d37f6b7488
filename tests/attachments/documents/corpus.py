"""Documents of all the kinds that are read, each with texts that must come out of it."""

import codecs
import json
from collections.abc import Iterator, Mapping, Sequence
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


def epub(chapters: Mapping[str, str], *, folder: str = "OEBPS/", more: Mapping[str, str] | None = None) -> bytes:
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
        f'<rootfile full-path="{folder}book.opf"/></rootfiles></container>'
    )
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr(f"{folder}book.opf", package)
        for number, (title, text) in enumerate(chapters.items()):
            archive.writestr(f"{folder}c {number}.xhtml", _CHAPTER.format(title=title, text=text))
        for name, text in (more or {}).items():
            archive.writestr(name, text)
    return written.getvalue()


def ods(rows: Sequence[Sequence[str]]) -> bytes:
    """Return an OpenDocument spreadsheet."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = ("".join(cell.format(text) for text in row) for row in rows)
    table = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{name}="{urn}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="Boats">{table}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
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
    yield "bill.pdf", pdf([["Invoice 12", "Total: 30 euros"]]), ("[Page 1]\nInvoice 12\nTotal: 30 euros",)
    yield "two.pdf", pdf([["First"], ["Second"]]), ("[Page 1]\nFirst", "[Page 2]\nSecond")
    yield (
        "hundred.pdf",
        pdf([[f"Text of page {n}."] * 40 for n in range(1, 101)]),
        ("Text of page 1.", "Text of page 100."),
    )
    yield "open.pdf", pdf([["Anybody may read this"]], password=""), ("Anybody may read this",)
    yield "blank.pdf", pdf([[], ["Only here"]]), ("[Page 2]\nOnly here",)
    yield "contents.pdf", pdf([["a"], ["b"]], titles=["Beginning", "End"]), ("[Page 2]\nb",)


def _word() -> Iterator[Case]:
    yield (
        "minutes.docx",
        office.word(office.minutes),
        ("# Minutes", "# Decisions\n\nThe boat is sold.", "- Ask Mara", "## Open"),
    )
    yield "list.docx", office.word(office.minutes), ("Who pays the\nharbour?",)
    yield "table.docx", office.word(office.price_table), ("| Item | Price |\n| --- | --- |\n| Rope \\| 5 m | 12 |",)
    yield "changes.docx", office.word(office.tracked_changes), ("We meet on Tuesday",)
    yield "form.docx", office.word(office.content_control), ("In a form",)
    yield "link.docx", office.word(office.link), ("See [the boats](https://example.org/boats)",)
    yield "box.docx", office.word(office.text_box), ("In a box",)
    macros = "application/vnd.ms-word.document.macroEnabled.main+xml"
    yield (
        "macros.docm",
        office.changed(office.word(office.minutes), {}, rename={office.WORD: macros}),
        ("The boat is sold.",),
    )


def _sheets() -> Iterator[Case]:
    first = "## Sheet Prices\n\n| Item | Price | Since |\n| --- | --- | --- |\n| Rope | 12.5 | 2026-03-01 |"
    yield "prices.xlsx", office.excel(office.prices), (first, "| Sail | 1200 | 2026-03-02 14:30 |", "Ask Mara | TRUE")
    yield "rows.xlsx", office.excel(office.many_rows), ("| Number | Square |", "| 5000 | 25000000 |")
    yield "wide.xlsx", office.excel(lambda book: book.active.append(list(range(200)))), ("| 0 | 1 | 2 |", "| 59 | … |")
    yield "sparse.xlsx", office.excel(office.sparse), ("First", "Last")
    yield "account.xls", (_HERE / "account.xls").read_bytes(), ("## Sheet Account", "| 2026-03-01 | -12.5 |")
    yield "rowing.ods", ods([["Boat", "Length"], ["Blue", "9"]]), ("| Boat | Length |\n| --- | --- |\n| Blue | 9 |",)
    yield "talk.pptx", office.powerpoint(office.talk), ("## Slide 1: Our boat\n\n- Old\n- Blue\n\nNotes: Smile.",)
    yield "more.pptx", office.powerpoint(office.talk), ("| Length | 9 m |", "- In a group", "| 2026 | 8.0 |")


def _pages() -> Iterator[Case]:
    page = "<!doctype html><title>Boats</title><h2>Old ones</h2><ul><li>Rope<li>Sail</ul><script>evil()</script>"
    yield "boats.html", page.encode(), ("# Boats", "## Old ones", "- Rope\n- Sail")
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    yield "table.htm", table.encode(), ("| a | b |\n| --- | --- |\n| 1 | 2 |",)
    yield "bare.html", b"<!doctype html><title>Boats</title><main><p>Rope</main>", ("# Boats", "Rope")
    yield "latin.html", '<meta charset="iso-8859-1"><p>Käse & Brot'.encode("latin-1"), ("Käse & Brot",)
    yield (
        "links",
        b"<html><body><a href='https://example.org'>here</a> <a href='#x'>there</a>",
        ("[here](https://example.org) there",),
    )


def _texts() -> Iterator[Case]:
    yield (
        "notes.md",
        b"# Boats\n\n```sh\n# no heading\n```\n\n## Ropes\n12 m\n",
        ("# Boats", "# no heading", "## Ropes\n12 m"),
    )
    yield (
        "long.md",
        "".join(f"## Day {n}\n\n{'We sail. ' * 60}\n\n" for n in range(90)).encode(),
        ("## Day 0", "## Day 89"),
    )
    yield "plain.txt", b"Buy bread\r\nand milk\r\n", ("Buy bread\nand milk",)
    yield "bom.txt", codecs.BOM_UTF8 + "Grüße".encode(), ("Grüße",)
    yield "windows.txt", "Grüße … 5 €".encode("cp1252"), ("Grüße … 5 €",)
    yield "utf16.txt", "Grüße".encode("utf-16"), ("Grüße",)
    yield "bare16.txt", "Hello there".encode("utf-16-le"), ("Hello there",)
    yield "chinese.txt", "你好世界".encode(), ("你好世界",)
    yield (
        "boat.py",
        b"def sail(wind: int) -> None:\n    print(wind)\n",
        ("def sail(wind: int) -> None:\n    print(wind)",),
    )
    yield "query.sql", b"SELECT * FROM boats;\n", ("SELECT * FROM boats;",)
    yield "noextension", b"just some words", ("just some words",)


def _data() -> Iterator[Case]:
    yield "comma.csv", b'item,price\n"rope, long",12\n', ("| item | price |\n| --- | --- |\n| rope, long | 12 |",)
    yield "semicolon.csv", b"item;price\nrope;12,5\n", ("| rope | 12,5 |",)
    yield "tab.tsv", b"item\tprice\nrope\t12\n", ("| rope | 12 |",)
    yield "pretty.json", json.dumps({"boat": {"length": 9}}, indent=2).encode(), ('"length": 9',)
    value: Any = [{"number": number, "name": "Grün"} for number in range(500)]
    yield "minified.json", json.dumps(value, separators=(",", ":")).encode(), ('"number": 499', "Grün")
    yield "lines.jsonl", b'{"a": 1}\n{"a": 2}\n', ('{"a": 1}\n{"a": 2}',)


def _books_and_mails() -> Iterator[Case]:
    yield "book.epub", epub({"One": "It began.", "Two": "It ended."}), ("# One\n\nIt began.", "# Two\n\nIt ended.")
    yield "flat.epub", epub({"Alone": "Here."}, folder=""), ("# Alone\n\nHere.",)
    yield (
        "plain.eml",
        mail(To="alec@example.org"),
        ("From: Mara <mara@example.org>", "Subject: The boat", "It is blue."),
    )
    yield (
        "page.eml",
        mail(html="<p>It is <b>blue</b>.</p>", attached="map.pdf"),
        ("It is **blue**.", "Attached, and not read: map.pdf"),
    )
    yield "encoded.eml", mail(Subject="Grüße aus Köln"), ("Subject: Grüße aus Köln",)
