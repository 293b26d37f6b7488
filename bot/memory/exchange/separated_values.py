"""Memories as comma-separated values: one memory a row, under a header with the names of the columns (RFC 4180)."""

import csv
from collections.abc import Sequence
from itertools import zip_longest

from bot.memory.exchange.entries import line_of
from bot.memory.exchange.found import CONTENT_NAMES, Found, found, taken_from
from bot.values import folded


def read(text: str) -> Found | None:
    """Return the memories in the rows of a table, or None if the text has no header with the name of their column."""
    header = text.partition("\n")[0]
    comma = max(",;\t", key=header.count)
    try:
        rows = [row for row in csv.reader(text.splitlines(keepends=True), delimiter=comma, strict=True) if row]
    except csv.Error:
        return None
    names = [folded(name) for name in rows.pop(0)] if rows else []
    if set(names).isdisjoint(CONTENT_NAMES) or len(set(names)) < len(names) or not _are_rows(rows, len(names)):
        return None
    several = (dict(zip_longest(names, row, fillvalue="")) for row in rows)
    return found("comma-separated values", (it for fields in several for it in taken_from(fields) or ()))


def _are_rows(rows: Sequence[Sequence[str]], columns: int) -> bool:
    """Tell rows of a table from a list under a word."""
    if columns == 1:
        return all(len(row) == 1 and not line_of(row[0]).mark for row in rows)
    return all(len(row) <= columns for row in rows) and any(len(row) > 1 for row in rows)
