"""Word, Excel and PowerPoint files, made by the libraries that also read them, or by hand where these can't."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import xlsxwriter
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl import Workbook
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def word(write: Callable[[Any], None]) -> bytes:
    """Return a Word document with what is written into it."""
    document = Document()
    write(document)
    return _saved(document)


def excel(write: Callable[[Any], None]) -> bytes:
    """Return a workbook with what is written into it."""
    workbook = Workbook()
    write(workbook)
    return _saved(workbook)


def powerpoint(write: Callable[[Any], None]) -> bytes:
    """Return a presentation with what is written into it."""
    presentation = Presentation()
    write(presentation)
    return _saved(presentation)


def with_shared_strings() -> bytes:
    """Return a workbook whose texts stand in a table of their own, as Excel stores them."""
    written = BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as workbook:
        workbook.add_worksheet("Shared").write_row(0, 0, ["Item", "Price"])
    return written.getvalue()


def changed(content: bytes, members: Mapping[str, bytes | None], *, rename: Mapping[str, str] | None = None) -> bytes:
    """Return an archive with some members in place of, or besides, its own; without those that are None."""
    written = BytesIO()
    with ZipFile(BytesIO(content)) as before, ZipFile(written, "w", ZIP_DEFLATED) as after:
        for name in before.namelist():
            if name not in members:
                data = before.read(name)
                for old, new in (rename or {}).items():
                    data = data.replace(old.encode(), new.encode())
                after.writestr(name, data)
        for name, new_data in members.items():
            if new_data is not None:
                after.writestr(name, new_data)
    return written.getvalue()


def minutes(document: Any) -> None:
    """Write headings, paragraphs, a list, a table, a link, changes that are not accepted yet, and a text box."""
    document.add_heading("Minutes", 0)
    document.add_heading("Decisions", 1)
    document.add_paragraph("The boat is sold.")
    document.add_paragraph("Ask Mara", style="List Bullet")
    document.add_heading("Open", 2)
    document.add_paragraph("Who pays the\nharbour?")
    table = document.add_table(rows=2, cols=2)
    cells = (*table.rows[0].cells, *table.rows[1].cells)
    for cell, text in zip(cells, ("Item", "Price", "Rope | 5 m", "12"), strict=True):
        cell.text = text
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    relation = document.part.relate_to("https://example.org/boats", kind, is_external=True)
    inserted = '<w:ins w:id="1" w:author="A"><w:r><w:t>Tuesday</w:t></w:r></w:ins>'
    deleted = '<w:del w:id="2" w:author="A"><w:r><w:delText>Monday</w:delText></w:r></w:del>'
    linked = f'<w:hyperlink r:id="{relation}"><w:r><w:t>the boats</w:t></w:r></w:hyperlink>'
    box = "<w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent>"
    boxes = f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    compatible = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    for text in (f"<w:r><w:t>We meet on </w:t></w:r>{inserted}{deleted}", linked, f"<w:r>{boxes}</w:r>"):
        paragraph = f'<w:p {nsdecls("w", "r")} xmlns:mc="{compatible}">{text}</w:p>'
        document.element.body.append(parse_xml(paragraph))


def prices(workbook: Any) -> None:
    """Write two sheets."""
    workbook.active.title = "Prices"
    workbook.active.append(["Item", "Price", "Since"])
    workbook.active.append(["Rope", 12.5, date(2026, 3, 1)])
    workbook.active.append([None, None, None])
    workbook.active.append(["Sail", 1200, datetime(2026, 3, 2, 14, 30)])  # noqa: DTZ001 - Excel knows no zones
    workbook.create_sheet("Notes").append(["Ask Mara", True])


def sparse(workbook: Any) -> None:
    """Write cells in the last column and the last row."""
    workbook.active["A1"] = "First"
    workbook.active["XFD3"] = "Far"
    workbook.active["B1048576"] = "Last"


def talk(presentation: Any) -> None:
    """Write slides with a title, bullets, notes, a table, a group and a chart."""
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Our boat"
    slide.placeholders[1].text_frame.text = "Old"
    slide.placeholders[1].text_frame.add_paragraph().text = "Blue"
    slide.notes_slide.notes_text_frame.text = "Smile."
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    table = slide.shapes.add_table(1, 2, 0, 0, Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Length", "9 m"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "In a group"
    data = CategoryChartData()  # type: ignore[no-untyped-call] # of its library
    data.categories = ["2025", "2026"]
    data.add_series("Trips", (3, 8))  # type: ignore[no-untyped-call] # as above
    slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, 0, 0, Inches(4), Inches(3), data)


def _saved(document: Any) -> bytes:
    written = BytesIO()
    document.save(written)
    return written.getvalue()
