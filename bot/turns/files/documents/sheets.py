"""Workbooks, sheet by sheet."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from io import BytesIO

from openpyxl import load_workbook
from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from bot.kit.language import mark
from bot.turns.files.documents.sections import COLUMNS, LOCKED, Section, Unreadable, table_sections


def excel_sections(content: bytes) -> Iterator[Section]:
    """Yield the tables of a workbook's sheets, with the values that its formulas had when it was stored."""
    workbook = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()  # a file may claim any
        rows = sheet.iter_rows(max_col=COLUMNS + 1, values_only=True)
        yield from table_sections(map(_cells, rows), f"Sheet {sheet.title}")


def other_sections(content: bytes) -> Iterator[Section]:
    """Yield the same of a workbook in .xls, .xlsb or OpenDocument's .ods. Raises Unreadable for one with a password."""
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(content))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).iter_rows()
            yield from table_sections(([_shown(value) for value in row] for row in rows), f"Sheet {name}")
    except PasswordError as error:
        raise Unreadable(LOCKED) from error
    except CalamineError as error:
        raise Unreadable(mark("it is damaged")) from error


def _cells(row: Sequence[object]) -> list[str]:
    """Return a row's cells as text, none if it is empty, as a million of them may be."""
    return [] if row.count(None) == len(row) else [_shown(value) for value in row]


def _shown(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"  # as many digits as Excel keeps
        case datetime():
            return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M}"
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)
