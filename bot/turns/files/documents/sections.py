"""Sections of a document, tables as Markdown, and the parts made of all. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.kit.language import mark
from bot.kit.text import one_line
from bot.turns.values.attachments import DocumentPart

CHARACTERS: Final = 2_000_000
"""Most characters that are kept of a document."""
PART_CHARACTERS: Final = 4_000
"""Most characters of a part."""
COLUMNS: Final = 60
"""Most columns that are read of a table."""
LOCKED: Final = mark("it is password-protected (send me a copy without a password)")
LEFT_OUT: Final = "[The rest of the file was not read: it is too long.]"
_HEADING: Final = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
_FENCE: Final = re.compile(r"\s{0,3}(```|~~~)")
_CELL_CHARACTERS: Final = 1_000


class Unreadable(Exception):  # noqa: N818 - named for what the document is
    """A document can't be read; says why in a clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Some Markdown, perhaps with a heading and a place: its `first` to `last` page, slide, chapter or row."""

    text: str
    heading: str = ""
    unit: str = ""
    first: int = 0
    last: int = 0


def by_headings(markdown: str) -> Iterator[Section]:
    """Yield the sections of a Markdown text, each beginning with its heading."""
    lines: list[str] = []
    heading, in_fence = "", False
    for line in markdown.splitlines():
        in_fence ^= _FENCE.match(line) is not None
        if not in_fence and (found := _HEADING.fullmatch(line)):
            yield Section(text="\n".join(lines), heading=heading)
            lines, heading = [], found[1]
        lines.append(line)
    yield Section(text="\n".join(lines), heading=heading)


def parts(sections: Iterable[Section]) -> list[DocumentPart]:
    """Return a document in parts of at most PART_CHARACTERS: small sections together, large ones split."""
    done: list[DocumentPart] = []
    held: list[Section] = []
    size, heading = 0, ""
    for section in sections:
        for place, text in enumerate(_pieces(section.text.strip())):
            begins_well = place == 0 and section.heading and size > PART_CHARACTERS // 2
            if held and (begins_well or size + len(text) > PART_CHARACTERS):
                done.append(_part(held, heading))
                heading = next((it.heading for it in reversed(held) if it.heading), heading)
                held, size = [], 0
            piece_heading = section.heading if place == 0 else ""
            held.append(replace(section, text=text, heading=piece_heading))
            size += len(text) + 2
    return [*done, _part(held, heading)] if held else done


def _part(held: Sequence[Section], heading_before: str) -> DocumentPart:
    text = "\n\n".join(section.text for section in held)
    headings = list(dict.fromkeys(section.heading for section in held if section.heading))
    if not held[0].heading and heading_before:
        headings.insert(0, f"{heading_before} (continued)")
    label = ": ".join(filter(None, [_place(held), "; ".join(headings)])) or f"{one_line(text)[:60]}…"
    return DocumentPart(one_line(label)[:160], text)


def _place(held: Sequence[Section]) -> str:
    placed = [section for section in held if section.unit]
    if not placed:
        return ""
    first, last = placed[0].first, placed[-1].last
    return f"{placed[0].unit} {first}" if first == last else f"{placed[0].unit}s {first} to {last}"


def _pieces(text: str) -> Iterator[str]:
    """Split a text into pieces of at most PART_CHARACTERS, at the end of a paragraph, a line or a word."""
    start = 0
    while len(text) - start > PART_CHARACTERS:
        end = start + PART_CHARACTERS
        cuts = (text.rfind(gap, start + PART_CHARACTERS // 2, end) for gap in ("\n\n", "\n", " "))
        cut = next((at for at in cuts if at > start), end)
        yield text[start:cut].strip("\n")
        start = cut
    if rest := text[start:].strip("\n"):
        yield rest


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
