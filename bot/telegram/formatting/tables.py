"""A table on a telephone: aligned where it is narrow, else one entry for each row."""

import unicodedata
from collections.abc import Sequence

from bot.telegram.formatting.rich_text import RichText, bold, concat, pre

_MAX_WIDTH = 36
"""How many monospaced characters fit beside each other on most telephones."""
_GAP = "  "
_NOTHING = RichText.of("-")


def table(alignments: Sequence[str], rows: Sequence[Sequence[RichText]]) -> RichText:
    """Return a table, the first of its rows being the head, in the form that reads best."""
    widths = [max(_width(cell.text) for cell in column) for column in zip(*rows, strict=True)]
    fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= _MAX_WIDTH
    head, *others = rows
    if others and not (fits and all(_is_plain(cell) for row in rows for cell in row)):
        columns = [_shown(name, cells) for name, *cells in zip(*rows, strict=True)]
        entries = [_entry(head, row) for row in zip(*columns, strict=True)]
        return concat([entries[0], *(piece for entry in entries[1:] for piece in ("\n\n", entry))])
    lines = [_line(row, widths, alignments) for row in rows]
    lines.insert(1, _GAP.join("─" * width for width in widths))
    return pre("\n".join(lines))


def _shown(name: RichText, cells: Sequence[RichText]) -> Sequence[RichText]:
    """Return a column's cells, or stand-ins if all are empty: its head is not to be lost."""
    is_lost = name.text and not any(cell.text for cell in cells)
    return [_NOTHING] * len(cells) if is_lost else cells


def _is_plain(cell: RichText) -> bool:
    return "\n" not in cell.text and not any(style.url for styles in cell.styles for style in styles)


def _entry(head: Sequence[RichText], row: Sequence[RichText]) -> RichText:
    """Return `Head: cell` for each cell, one a line, the first one in bold."""
    fields = [_field(name, cell) for name, cell in zip(head, row, strict=True) if cell.text]
    first = [field if any(field.styles) else bold(field.text) for field in fields[:1]]
    return concat([*first, *(piece for field in fields[1:] for piece in ("\n• ", field))])


def _field(name: RichText, cell: RichText) -> RichText:
    return concat((name, ": ", cell)) if name.text else cell


def _line(row: Sequence[RichText], widths: Sequence[int], alignments: Sequence[str]) -> str:
    cells = zip(row, widths, alignments, strict=True)
    return _GAP.join(_padded(cell.text, width, alignment) for cell, width, alignment in cells).rstrip()


def _padded(text: str, width: int, alignment: str) -> str:
    room = width - _width(text)
    left = {"Right": room, "Center": room // 2}.get(alignment, 0)
    return " " * left + text + " " * (room - left)


def _width(text: str) -> int:
    """Count the columns that a text takes in a monospaced font."""
    return len(text) if text.isascii() else sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
