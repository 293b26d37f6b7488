"""Memories in a list, by a person or by an assistant that was asked what it remembers.

Each bullet, line, paragraph or table row is a memory. In Claude's memory, each sentence is one. People rarely write
strict CommonMark, so lines are parsed leniently.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Final

from bot.kit.language import t
from bot.kit.text import folded, one_line
from bot.memory.exchange.found import (
    Found,
    Taken,
    found,
    left_out,
    of_heading,
    pieces,
    taken,
    taken_from,
    too_many,
)
from bot.memory.values import MemoryCategory

_CLAUDES_HEADINGS: Final = frozenset(
    {
        *("work context", "personal context", "top of mind", "brief history"),
        *("recent months", "earlier context", "long-term background", "other instructions"),
    }
)
"""Headings in Claude's memory, which is prose."""
_COLONS: Final = (":", "：")  # noqa: RUF001 - the full-width one
_QUESTION_MARKS: Final = ("?", "？", "؟")  # noqa: RUF001 - other scripts
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
_LABEL: Final = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_]{1,80}?)\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*[:–—-])\s*(?P<text>.+)"  # noqa: RUF001 - as people and assistants write
)
_DAY: Final = r"(?=[^\])]*\d{4})(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*+|[\dtz .,:/-])++"
"""A date in brackets. Its quantifiers are possessive: "t" and "z" fit in two places, so there would be many ways."""
_NO_DAY: Final = r"unknown|undated|n/a|(?:no|unknown) date|date (?:unknown|not available)"
_DATE: Final = re.compile(
    rf"^(?:[\[(](?:saved:? )?(?:{_DAY}|{_NO_DAY})[\])]|\d{{4}}-\d\d-\d\d(?=\s*[-–—:]\s))\s*(?:[.:]\s*)?(?:[-–—]\s+)?",  # noqa: RUF001 - dashes that assistants write
    re.IGNORECASE,
)
_THE_USER: Final = re.compile(r"^User(?=(?:['’]s)? )")  # noqa: RUF001 - either apostrophe
_TALK: Final = re.compile(
    r"(?:here(?:['’]s| is| are)|sure|certainly|of course|absolutely|let me know|would you like|feel free"  # noqa: RUF001 - as people and assistants write
    r"|if any(?:thing)? |if you(?:['’]d| would| want)|(?:that(?:['’]s| is)|this is) (?:everything|all|the complete)"  # noqa: RUF001 - as people and assistants write
    r"|is there anything|note that|want me to|yes, (?:this|that)|no (?:further|other) (?:entries|memories))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its bullet mark, and whether a blank line or a rule separates it from the one before."""

    indent: int
    mark: str
    text: str
    is_apart: bool = False

    @property
    def level(self) -> int:
        """Deeper than any heading's."""
        return _LINE_LEVEL + self.indent

    @property
    def separates_header(self) -> bool:
        """Whether it separates the header of a table from its rows (GitHub Flavored Markdown, 4.10)."""
        written = self.mark + self.text
        return "|" in written and "-" in written and set(written) <= set("|:- \t")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A possible memory, and the titles above it, the outermost first. A table row has fields."""

    titles: Sequence[str]
    lines: list[str]
    is_bullet: bool
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Its lines as one."""
        return one_line(" ".join(self.lines))


def read(text: str, most: int) -> Found:
    """Return the memories in any text, without an assistant's introduction and closing remarks.

    Raises UnreadableFile if there are more than `most`.
    """
    entries = _entries(text, most)
    first, end = 0, len(entries)
    while end - first > 1 and _is_talk(entries[end - 1]):
        end -= 1
    while end - first > 1 and _is_talk(entries[first]):
        first += 1
    talk = [left_out(it.text, t("part of the answer, not a memory")) for it in (*entries[:first], *entries[end:])]
    memories = (it for entry in entries[first:end] for it in _memories(entry))
    return found("a list", chain(memories, talk), most)


def begins_bullet(text: str) -> bool:
    """Return whether a line begins with a bullet mark."""
    return _MARK.match(text.lstrip()) is not None


def _is_talk(entry: _Entry) -> bool:
    """Return whether an entry is an assistant's remark before or after its list."""
    ends = entry.text.rstrip(" *_)").endswith((*_COLONS, *_QUESTION_MARKS))
    return not entry.is_bullet and (ends or _TALK.match(entry.text) is not None)


def _memories(entry: _Entry) -> Iterator[Taken]:
    text = _DATE.sub("", entry.text)
    labelled = _LABEL.fullmatch(text)
    label, text = (labelled["label"], labelled["text"]) if labelled else ("", text)
    text = _THE_USER.sub("The user", _plain(text))
    category, subject = _about([*entry.titles, label] if label else entry.titles)
    if entry.fields:
        yield from taken_from(entry.fields, category) or taken(": ".join(entry.lines), category)
    elif not entry.is_bullet and any(folded(title) in _CLAUDES_HEADINGS for title in entry.titles):
        for sentence in pieces(text, 1):
            yield from taken(sentence, category, subject)
    else:
        yield from taken(f"{label}: {text}" if label else text, category, subject)


def _about(titles: Sequence[str]) -> tuple[MemoryCategory | None, str | None]:
    """Return the category of the nearest title with one, and the person or project named by the nearest title."""
    for place in reversed(range(len(titles))):
        category = of_heading(titles[place])
        if category is MemoryCategory.CONTEXT and folded(titles[place]) != category.value:
            break  # the memory's own words say more than such a title
        if category:
            is_of_one = category in {MemoryCategory.PERSON, MemoryCategory.PROJECT} and place + 1 < len(titles)
            return category, titles[place + 1] if is_of_one else None
    return None, None


def _entries(text: str, most: int) -> list[_Entry]:
    """Return the entries of a text, without its headings. Raises UnreadableFile if they can't be `most` at most.

    Each becomes a memory or is left out, and `found` takes `most` of either.
    """
    entries: list[_Entry] = []
    titles: dict[int, str] = {}
    columns: Sequence[str] = ()
    is_open = False
    for line, following in pairwise([*_lines(text), _Line(0, "", "")]):
        if len(entries) > 2 * most:
            raise too_many(most)
        columns = columns if "|" in line.text and not line.is_apart else ()
        if columns:
            if not line.separates_header:
                entries.append(_row(columns, line, titles))
        elif "|" in line.text and following.separates_header:
            columns, is_open = [*map(folded, _cells(line))], False
        elif heading := _heading(line, following):
            level, title = heading
            titles, is_open = _above(level, titles) | {level: title}, False
        elif is_open and not line.is_apart and _continues(entries[-1], line):
            entries[-1].lines.append(line.text)
        else:
            titles, is_open = _above(line.level, titles), True
            entries.append(_Entry([*titles.values()], [line.text], is_bullet=bool(line.mark)))
    return entries


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines of a text without blank ones, rules and code fences."""
    is_apart = False
    for written in (line.removeprefix(">").rstrip() for line in text.splitlines()):
        words = written.lstrip()
        if not words or _RULE.fullmatch(words):
            is_apart = True
        else:
            mark = _MARK.match(words)
            end = mark.end() if mark else 0
            indent = len(written.removesuffix(words).expandtabs(4))
            yield _Line(indent, words[:end], words[end:].strip(), is_apart)
            is_apart = False


def _above(level: int, titles: Mapping[int, str]) -> dict[int, str]:
    """Return the titles above a line or a heading of a level."""
    return {it: title for it, title in titles.items() if it < level}


def _heading(line: _Line, following: _Line) -> tuple[int, str] | None:
    """Return the level and title of a line that is a heading, else None."""
    words = _plain(line.text)
    title = words.strip("*_# :：")  # noqa: RUF001 - the full-width colon
    if not line.mark and (hashes := _HASHES.match(line.text)):
        return len(hashes[1]), title
    if len(title) > _LONGEST_HEADING:
        return None
    is_bold, ends_with_colon = _BOLD.fullmatch(line.text) is not None, words.endswith(_COLONS)
    if not line.mark:
        is_known = folded(title) in _CLAUDES_HEADINGS or (" " not in title and of_heading(title) is not None)
        is_heading, level = is_bold or ends_with_colon or is_known, _BOLD_LEVEL if is_bold else _COLON_LEVEL
    else:
        is_numbered_title = line.mark[0].isalnum() and following.mark != "" and not following.mark[0].isalnum()
        leads = is_numbered_title or (following.mark != "" and following.level > line.level)
        is_heading, level = ends_with_colon or (is_bold and leads), _COLON_LEVEL if is_numbered_title else line.level
    return (level, title) if is_heading else None


def _continues(entry: _Entry, line: _Line) -> bool:
    """Return whether a line continues the entry before it: it is wrapped, or indented under a bullet."""
    before = entry.lines[-1]
    is_cut = len(before) >= _SHORTEST_WRAPPED and not before.endswith((".", "!", "?"))
    is_wrapped = is_cut and line.indent == 0 and line.text[:1].islower()
    return not line.mark and (is_wrapped or (entry.is_bullet and line.indent > 1))


def _row(columns: Sequence[str], line: _Line, titles: Mapping[int, str]) -> _Entry:
    cells = _cells(line)
    words = [cell for cell in (cells[1:] if cells[0].isdigit() else cells) if cell]
    return _Entry([*titles.values()], words, is_bullet=True, fields=dict(zip(columns, cells, strict=False)))


def _cells(line: _Line) -> list[str]:
    cells = _BAR.split((line.mark + line.text).removeprefix("|").removesuffix("|"))
    return [_plain(cell.replace("\\|", "|").strip()) for cell in cells]


def _plain(text: str) -> str:
    """Return a text without bold marks."""
    return _EMPHASIS.sub(r"\1\2", text)
