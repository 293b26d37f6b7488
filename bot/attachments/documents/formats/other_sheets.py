"""Workbooks of other formats than .xlsx: the old .xls, .xlsb and OpenDocument's .ods."""

from collections.abc import Iterator
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from bot.attachments.documents.formats.excel import shown
from bot.attachments.documents.formats.tables import table_sections
from bot.attachments.documents.sections import Section, Unreadable
from bot.language import mark


def sections(content: bytes) -> Iterator[Section]:
    """Yield the tables of a workbook's sheets. Raises Unreadable for one with a password."""
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(content))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).iter_rows()
            yield from table_sections(([shown(value) for value in row] for row in rows), f"Sheet {name}")
    except PasswordError as error:
        raise Unreadable(mark("it is password-protected (send me a copy without a password)")) from error
    except CalamineError as error:
        raise Unreadable(mark("it is damaged")) from error
