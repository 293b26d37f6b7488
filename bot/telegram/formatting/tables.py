"""Tables on a phone: aligned if narrow, else one entry per row."""

import unicodedata
from collections.abc import Sequence

from bot.telegram.formatting.rich_text import RichText, bold, concat, pre

_MAX_WIDTH = 36
"""Most monospaced characters per line on most phones."""
_GAP = "  "


def table(alignments: Sequence[str], rows: Sequence[Sequence[RichText]]) -> RichText:
    """Render a table in the form that reads best; the first row is the head."""
    widths = [max(width_of(cell.text) for cell in column) for column in zip(*rows, strict=True)]
    fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= _MAX_WIDTH
    if len(rows) > 1 and not (fits and all(_is_plain(cell) for row in rows for cell in row)):
        return _entries(*rows)
    cells = [[cell.text for cell in row] for row in rows]
    lines = [_GAP.join(map(_padded, row, widths, alignments)).rstrip() for row in cells]
    lines.insert(1, _GAP.join("─" * width for width in widths))
    return pre("\n".join(lines))


def _is_plain(cell: RichText) -> bool:
    return "\n" not in cell.text and not any(style.url for styles in cell.styles for style in styles)


def _entries(head: Sequence[RichText], *rows: Sequence[RichText]) -> RichText:
    """Render `Head: cell` for each cell, one per line, the first one of each row in bold.

    Empty cells are left out, unless the whole column is empty, which keeps its head.
    """
    has_text = [any(cell.text for cell in column) for column in zip(*rows, strict=True)]
    pieces: list[str | RichText] = []
    for row in rows:
        fields: list[RichText] = []
        for name, cell, is_used in zip(head, row, has_text, strict=True):
            shown = cell if is_used or not name.text else RichText.of("-")
            if shown.text:
                fields.append(concat([name, ": ", shown]) if name.text else shown)
        for number, field in enumerate(fields):
            is_title = number == 0 and not any(field.styles)
            pieces += ["\n• " if number else "\n\n", bold(field.text) if is_title else field]
    return concat(pieces[1:])


def _padded(text: str, width: int, alignment: str) -> str:
    room = width - width_of(text)
    left = {"Right": room, "Center": room // 2}.get(alignment, 0)
    return " " * left + text + " " * (room - left)


def width_of(text: str) -> int:
    """Return the width of a text in monospaced columns."""
    return len(text) if text.isascii() else sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
