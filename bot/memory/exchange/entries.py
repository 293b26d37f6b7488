"""Bullets, lines, paragraphs and rows of tables in a text, each under its headings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.values import folded, one_line

CLAUDES_HEADINGS: Final = frozenset(
    {
        *("work context", "personal context", "top of mind", "brief history"),
        *("recent months", "earlier context", "long-term background", "other instructions"),
    }
)
"""Headings in Claude's memory, which is prose."""
COLONS: Final = (":", "：")  # noqa: RUF001 - the full-width one
_BOLD_LEVEL, _COLON_LEVEL, _LINE_LEVEL = 7, 8, 10
_LONGEST_HEADING: Final = 60
_SHORTEST_WRAPPED: Final = 60

_MARK: Final = re.compile(
    r"(?:[-*+–—·‣▪◦○●]\s+|•\s*"  # noqa: RUF001 - as people and assistants write
    r"|(?:\d{1,4}[.)]|[a-z][.)])\s+|\d{1,3}(?:[、）．]\s*|[.)](?=[^\x00-\x7f])))"  # noqa: RUF001 - full-width marks
    r"(?:\[[ xX]\]\s+)?"
)
_RULE: Final = re.compile(r"(?:[-*_=–—]\s*){3,}|(?:```|~~~)\w*")  # noqa: RUF001 - dashes that people write
_HASHES: Final = re.compile(r"(#{1,6})\s")
_BOLD: Final = re.compile(r"([*_]{1,2})[^*_]+\1\s*[:：]?")  # noqa: RUF001 - the full-width one
_EMPHASIS: Final = re.compile(r"\*\*(?=\S)([^*]+)(?<=\S)\*\*|__(?=\S)([^_]+)(?<=\S)__")
_BAR: Final = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the mark of its bullet. Its level is deeper than any heading's, and grows with the indent."""

    level: int
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What may be a memory, and the titles above it, the outermost first. A row of a table has fields."""

    titles: Sequence[str]
    lines: list[str]
    is_bullet: bool
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Its lines as one."""
        return one_line(" ".join(self.lines))


def entries_of(text: str) -> list[Entry]:
    """Return the entries of a text. Headings, rules and the marks of code blocks are left out."""
    entries: list[Entry] = []
    titles: dict[int, str] = {}
    columns: Sequence[str] = ()
    is_open = False
    for written, following in _with_next([line.removeprefix(">").rstrip() for line in text.splitlines()]):
        line = line_of(written)
        columns = columns if "|" in written else ()
        if not written or _RULE.fullmatch(written.strip()) or (columns and _delimits(written)):
            is_open = False
        elif columns:
            cells = _cells(written)
            fields = dict(zip(columns, cells, strict=False))
            words = [cell for cell in (cells[1:] if cells[0].isdigit() else cells) if cell]
            entries.append(Entry([*titles.values()], words, is_bullet=True, fields=fields))
        elif "|" in written and _delimits(following):
            columns, is_open = [*map(folded, _cells(written))], False
        elif heading := _heading(line, line_of(following)):
            level, title = heading
            titles, is_open = _above(level, titles) | {level: title}, False
        elif is_open and not line.mark and _continues(entries[-1], written):
            entries[-1].lines.append(line.text)
        else:
            titles, is_open = _above(line.level, titles), True
            entries.append(Entry([*titles.values()], [line.text], is_bullet=bool(line.mark)))
    return entries


def line_of(written: str) -> Line:
    """Separate a line from its indent and from the mark of its bullet."""
    text = written.lstrip()
    indent = written[: len(written) - len(text)].expandtabs(4)
    mark = _MARK.match(text)
    end = mark.end() if mark else 0
    return Line(_LINE_LEVEL + len(indent), text[:end], text[end:].strip())


def plain(text: str) -> str:
    """Return a text without the marks of bold words."""
    return _EMPHASIS.sub(r"\1\2", text)


def _with_next(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return each line with the next one that isn't blank, or an empty one."""
    pairs, following = [], ""
    for line in reversed(lines):
        pairs.append((line, following))
        following = line or following
    return pairs[::-1]


def _above(level: int, titles: Mapping[int, str]) -> dict[int, str]:
    """Return the titles that are still above a line or a heading of a level."""
    return {it: title for it, title in titles.items() if it < level}


def _heading(line: Line, following: Line) -> tuple[int, str] | None:
    """Return the level and the title of the heading that a line is, if it is one."""
    words = plain(line.text)
    title = words.strip("*_# :：")  # noqa: RUF001 - the full-width colon
    if not line.mark and (hashes := _HASHES.match(line.text)):
        return len(hashes[1]), title
    if len(title) > _LONGEST_HEADING:
        return None
    is_bold, ends_with_colon = _BOLD.fullmatch(line.text) is not None, words.endswith(COLONS)
    if not line.mark:
        is_known = folded(title) in CLAUDES_HEADINGS or (" " not in title and of_heading(title) is not None)
        is_heading, level = is_bold or ends_with_colon or is_known, _BOLD_LEVEL if is_bold else _COLON_LEVEL
    else:
        is_numbered_title = line.mark[0].isalnum() and following.mark != "" and not following.mark[0].isalnum()
        leads = is_numbered_title or (following.mark != "" and following.level > line.level)
        is_heading, level = ends_with_colon or (is_bold and leads), _COLON_LEVEL if is_numbered_title else line.level
    return (level, title) if is_heading else None


def _continues(entry: Entry, written: str) -> bool:
    """Tell whether a line belongs to the entry before it: it is indented under a bullet, or was wrapped."""
    before = entry.lines[-1]
    is_wrapped = len(before) >= _SHORTEST_WRAPPED and not before.endswith((".", "!", "?")) and written[0].islower()
    return is_wrapped or (entry.is_bullet and written[:2].isspace())


def _delimits(line: str) -> bool:
    """Tell whether a line separates the header of a table from its rows (GitHub Flavored Markdown, 4.10)."""
    return "|" in line and "-" in line and set(line) <= set("|:- \t")


def _cells(row: str) -> list[str]:
    cells = _BAR.split(row.strip().removeprefix("|").removesuffix("|"))
    return [plain(cell.replace("\\|", "|").strip()) for cell in cells]
