"""Memories as our own Markdown: a heading a category, a line a memory, and nothing that breaks out of its line."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.found import Found, Taken, found, taken
from bot.values import Memory, MemoryCategory, order

TITLE: Final = "# Keepsake memories"

_SPECIAL: Final = re.compile(r"[\\*_`\[\]<>&#~|]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_SPACE: Final = re.compile(r"[^\S ]")
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,7});")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_BULLET: Final = re.compile(r"\s*[-*+]\s+(.*)")
_SUBJECT: Final = re.compile(r"\*\*((?:\\.|[^\\*])+)\*\*: (.*)")
_LAST_CHARACTER: Final = 0x10FFFF


def written(memories: Sequence[Memory]) -> str:
    """Write memories so that they can be read, changed, and read in again as they were."""
    groups = groupby(order(memories), key=lambda memory: memory.category)
    sections = ("".join([f"\n## {category.value.title()}\n\n", *map(_line, group)]) for category, group in groups)
    return "".join([f"{TITLE}\n", *sections])


def read(text: str) -> Found | None:
    """Return what is in our own Markdown, also where somebody has added to it; None if it is none."""
    first, _, rest = text.partition("\n")
    return found("Keepsake's Markdown", _memories(rest)) if first.strip() == TITLE else None


def _line(memory: Memory) -> str:
    subject = f"**{_escaped(memory.subject)}**: " if memory.subject else ""
    return f"- {subject}{_escaped(memory.content)}\n"


def _memories(text: str) -> Iterator[Taken]:
    category = None
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            category = _category(heading[1])
        elif bullet := _BULLET.fullmatch(line):
            yield from _memory(bullet[1], category)
        elif line.strip():
            yield from _memory(line, category)


def _memory(line: str, category: MemoryCategory | None) -> Iterator[Taken]:
    about = _SUBJECT.fullmatch(line)
    subject, content = (about[1], about[2]) if about else (None, line)
    yield from taken(_unescaped(content), category, subject and _unescaped(subject))


def _category(heading: str) -> MemoryCategory | None:
    named = heading.strip().casefold()
    return MemoryCategory(named) if named in set(MemoryCategory) else of_heading(heading)


def _escaped(text: str) -> str:
    """Return a text in which Markdown finds nothing but text, on one line (CommonMark, 2.4 and 2.5)."""
    return _SPACE.sub(lambda space: f"&#{ord(space[0])};", _SPECIAL.sub(r"\\\g<0>", text))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    if escape[1]:
        return escape[1]
    return chr(int(escape[2])) if int(escape[2]) <= _LAST_CHARACTER else escape[0]
