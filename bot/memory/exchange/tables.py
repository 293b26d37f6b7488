"""Tables in Markdown, told as the list that they could have been: a bullet a row, under the category it names."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.memory.exchange.fields import CATEGORY_NAMES, CONTENT_NAMES, SUBJECT_NAMES
from bot.memory.exchange.lines import LONGEST_LINE
from bot.values import folded

_DELIMITERS: Final = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_BAR: Final = re.compile(r"(?<!\\)\|")
_WORDS: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"\d")
_MARKS: Final = re.compile(r"[*_`]+")
_LONGEST_LABEL: Final = 60
_FEW_WORDS: Final = 3
"""With fewer, a cell does not say what it is about."""


def as_lists(lines: Sequence[str]) -> list[str]:
    """Return the lines of a text with each table replaced by a list."""
    told: list[str] = []
    place = 0
    while place < len(lines):
        end = _end_of_table(lines, place)
        if end is None:
            told.append(lines[place])
            place += 1
        else:
            header, _, *rows = lines[place:end]
            told += ["", *_bullets(_cells(header), [_cells(row) for row in rows]), ""]
            place = end
    return told


def _end_of_table(lines: Sequence[str], place: int) -> int | None:
    """Return where the table ends whose header stands at a place, if one does (GitHub Flavored Markdown, 4.10)."""
    header, delimiters = lines[place], "".join(lines[place + 1 : place + 2])
    if "|" not in header or "|" not in delimiters or max(len(header), len(delimiters)) > LONGEST_LINE:
        return None
    if not _DELIMITERS.fullmatch(delimiters):
        return None
    return next((end for end in range(place + 2, len(lines)) if "|" not in lines[end]), len(lines))


def _cells(row: str) -> list[str]:
    bare = row.strip().removeprefix("|")
    cells = _BAR.split(bare)
    return [cell.replace("\\|", "|").strip() for cell in (cells if cells[-1].strip() else cells[:-1])]


def _bullets(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    names = [folded(_bare(name)) for name in header]
    columns = [[row[place] if place < len(row) else "" for row in rows] for place in range(len(names))]
    told = _place(names, CONTENT_NAMES)
    if told is None:
        told = max(range(len(names)), key=lambda place: sum(map(len, columns[place])))
    category, subject = (_place(names, several, told) for several in (CATEGORY_NAMES, SUBJECT_NAMES))
    if category is None and subject is None:
        subject = next((it for it, column in enumerate(columns) if it != told and _is_label(column)), None)
    for place, content in enumerate(columns[told]):
        kind = _bare(columns[category][place]) if category is not None else ""
        label = _bare(columns[subject][place]) if subject is not None else ""
        if category is not None:
            yield f"**{kind or 'Other'}**"
        if not label and len(content.split()) < _FEW_WORDS:
            label = kind
        yield f"- **{label}**: {content}" if label else f"- {content}"


def _place(names: Sequence[str], wanted: Sequence[str], but: int | None = None) -> int | None:
    """Return the first column that has one of some names."""
    return next((place for place, name in enumerate(names) if name in wanted and place != but), None)


def _is_label(column: Sequence[str]) -> bool:
    """Tell whether the cells of a column are words: no numbers, and no dates."""
    return all(_WORDS.search(cell) and not _DIGIT.search(cell) for cell in column)


def _bare(cell: str) -> str:
    return _MARKS.sub("", cell).strip().rstrip(":")[:_LONGEST_LABEL]
