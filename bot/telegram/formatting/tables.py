"""A table on a telephone: aligned where it is narrow, else one entry for each row."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from bot.telegram.formatting.rich_text import RichText, Writer, bold, concat

_MAX_WIDTH = 36
"""How many monospaced characters fit beside each other on most telephones."""
_GAP = "  "
_NOTHING = RichText("-")
"""Stands in the cells of a column in which nothing else does: its head is not to be lost."""

Alignment = Literal["None", "Left", "Center", "Right"]


@dataclass(slots=True)
class Table:
    """A table while it is read: its rows of cells, the first one being the head."""

    alignments: Sequence[Alignment]
    rows: list[list[RichText]] = field(default_factory=list)

    def write(self, writer: Writer) -> None:
        """Write the table in the form that reads best."""
        columns = zip_longest(*([cell.text for cell in row] for row in self.rows), fillvalue="")
        widths = [max(map(_width, column)) for column in columns]
        fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= _MAX_WIDTH
        head, *rows = self.rows
        if not rows or (fits and not any(_is_rich(cell) for row in self.rows for cell in row)):
            writer.write_pre(self._aligned(widths))
            return
        unused = [
            bool(name.text) and not any(cell.text for cell in cells) for name, *cells in zip(*self.rows, strict=True)
        ]
        for number, row in enumerate(rows):
            writer.write("\n\n" if number else "")
            cells = (_NOTHING if is_unused else cell for is_unused, cell in zip(unused, row, strict=True))
            _write_entry(writer, head, list(cells))

    def _aligned(self, widths: list[int]) -> str:
        head, *rows = (self._line(row, widths) for row in self.rows)
        rule = _GAP.join("─" * width for width in widths)
        return "\n".join((head, rule, *rows))

    def _line(self, row: list[RichText], widths: list[int]) -> str:
        cells = zip(row, widths, self.alignments, strict=False)
        return _GAP.join(_padded(cell.text, width, alignment) for cell, width, alignment in cells).rstrip()


def _write_entry(writer: Writer, head: list[RichText], row: list[RichText]) -> None:
    """Write `Head: cell` for each cell, one a line, the first one in bold."""
    fields = [_field(name, cell) for name, cell in zip_longest(head, row, fillvalue=RichText("")) if cell.text]
    for number, entry in enumerate(fields):
        writer.write("\n• " if number else "")
        writer.write_rich(entry if number or entry.spans else bold(entry.text))


def _field(name: RichText, cell: RichText) -> RichText:
    return concat((name, ": ", cell)) if name.text else cell


def _is_rich(cell: RichText) -> bool:
    return "\n" in cell.text or any(span.style.url for span in cell.spans)


def _padded(text: str, width: int, alignment: str) -> str:
    room = width - _width(text)
    left = {"Right": room, "Center": room // 2}.get(alignment, 0)
    return " " * left + text + " " * (room - left)


def _width(text: str) -> int:
    """Count the columns that a text takes in a monospaced font."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
