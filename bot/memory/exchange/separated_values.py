"""Memories as comma-separated values: a row a memory, in columns that say what they hold (RFC 4180)."""

import csv
from collections.abc import Iterator, Sequence
from typing import Final

from bot.memory.exchange.fields import CATEGORY_NAMES, CONTENT_NAMES, SUBJECT_NAMES, category_of
from bot.memory.exchange.found import Found, Taken, found, taken
from bot.memory.exchange.lines import bullet_of
from bot.values import folded

_COMMAS: Final = (",", ";", "\t")


def read(text: str) -> Found | None:
    """Return what is in rows under a header that names a memory's parts, or in one column that is all quoted.

    None if it is neither.
    """
    header, *lines = text.split("\n")
    if lines and all(line.startswith('"') and line.rstrip().endswith('"') for line in (header, *lines)):
        header, text = "content", f"content\n{text}"
    comma = max(_COMMAS, key=header.count)
    try:
        rows = [row for row in csv.reader(text.splitlines(keepends=True), delimiter=comma, strict=True) if row]
    except csv.Error:
        return None
    names = [folded(name) for name in rows.pop(0)] if rows else []
    if not _is_header(names) or not _are_rows(rows, len(names)):
        return None
    return found("comma-separated values", (it for row in rows for it in _memory(names, row)))


def _is_header(names: Sequence[str]) -> bool:
    return any(name in CONTENT_NAMES for name in names) and len(set(names)) == len(names)


def _are_rows(rows: Sequence[Sequence[str]], columns: int) -> bool:
    """Tell whether these can be rows of so many columns, and not the lines of a list under a word."""
    if columns == 1:
        return all(len(row) == 1 and not bullet_of(row[0]) for row in rows)
    return all(len(row) <= columns for row in rows) and any(len(row) > 1 for row in rows)


def _memory(names: Sequence[str], row: Sequence[str]) -> Iterator[Taken]:
    cells = dict(zip(names, row, strict=False))
    yield from taken(
        _first(cells, CONTENT_NAMES), category_of(_first(cells, CATEGORY_NAMES)), _first(cells, SUBJECT_NAMES)
    )


def _first(cells: dict[str, str], names: Sequence[str]) -> str:
    """Return the first of some cells that there is."""
    return next((cells[name] for name in names if name in cells), "")
