"""Tables as Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.features.files.documents.limits import COLUMNS, PART_CHARACTERS
from bot.features.files.documents.sections import Section
from bot.kit.text import one_line

_CELL_CHARACTERS: Final = 1_000


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of a few rows, the first of which is its header."""
    return "\n".join(_lines(rows)) if rows else ""


def table_sections(rows: Iterable[Sequence[str]], name: str = "") -> Iterator[Section]:
    """Yield a table of any length as sections, each with the header, which is the first row that isn't empty."""
    header: Sequence[str] = ()
    title = f"## {name}\n\n" if name else ""
    held: list[str] = []
    first = last = size = 0
    for number, row in enumerate(rows, 1):
        cells = _trimmed(row)
        if not cells:
            continue
        if not header:
            header = cells
            continue
        line = _line(cells, len(header))
        if held and size + len(line) > PART_CHARACTERS - len(title) - 2 * len(_line(header)):
            yield _section(title, header, held, name, first, last)
            held, size = [], 0
        first, last = (number if not held else first), number
        held.append(line)
        size += len(line) + 1
    if header:
        yield _section(title, header, held, name, first, last)


def _section(title: str, header: Sequence[str], lines: Sequence[str], name: str, first: int, last: int) -> Section:
    text = title + "\n".join([*_lines([header]), *lines])
    return Section(text=text, heading=name, unit="row" if lines else "", first=first, last=last)


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    width = max(len(row) for row in rows)
    header, *others = rows
    yield _line(header, width)
    yield "|" + " --- |" * width
    for row in others:
        yield _line(row, width)


def _line(cells: Sequence[str], width: int = 0) -> str:
    padded = [*cells, *[""] * (width - len(cells))]
    return f"| {' | '.join(_cell(cell) for cell in padded)} |"


def _cell(text: str) -> str:
    line = one_line(text[: 2 * _CELL_CHARACTERS]).replace("|", "\\|")
    return line if len(line) <= _CELL_CHARACTERS else f"{line[:_CELL_CHARACTERS]}…"


def _trimmed(row: Sequence[str]) -> list[str]:
    """Return the cells of a row without empty ones at its end, and without those beyond the limit."""
    cells = list(row[:COLUMNS])
    while cells and not cells[-1].strip():
        cells.pop()
    return [*cells, "…"] if any(cell.strip() for cell in row[COLUMNS:]) else cells
