"""Memories as our own Markdown: a heading for each category, a line for each memory."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.found import Found, Taken, found, taken
from bot.values import Memory, order

TITLE: Final = "# Keepsake memories"

_SPECIAL: Final = re.compile(r"[\\*_`\[\]<>&#~|]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_SPACE: Final = re.compile(r"[^\S ]")
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,6});")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_LINE: Final = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*(?P<subject>(?:\\.|[^\\*])+)\*\*: )?(?P<content>.*)")


def written(memories: Sequence[Memory]) -> str:
    """Write memories so that people can read and change them, and `read` returns them unchanged."""
    groups = groupby(order(memories), key=lambda memory: memory.category)
    sections = ("".join([f"\n## {category.value.title()}\n\n", *map(_line, group)]) for category, group in groups)
    return "".join([f"{TITLE}\n", *sections])


def read(text: str) -> Found | None:
    """Return the memories in our own Markdown, edited or not, or None for another format."""
    first, _, rest = text.partition("\n")
    return found("Keepsake's Markdown", _memories(rest)) if first.strip() == TITLE else None


def _line(memory: Memory) -> str:
    subject = f"**{_escaped(memory.subject)}**: " if memory.subject else ""
    return f"- {subject}{_escaped(memory.content)}\n"


def _memories(text: str) -> Iterator[Taken]:
    category = None
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            category = of_heading(heading[1])
        elif line.strip() and (memory := _LINE.fullmatch(line)):
            yield from taken(_unescaped(memory["content"]), category, _unescaped(memory["subject"] or ""))


def _escaped(text: str) -> str:
    """Return a text on one line, with nothing in it that means something to Markdown (CommonMark, 2.4 and 2.5)."""
    return _SPACE.sub(lambda space: f"&#{ord(space[0])};", _SPECIAL.sub(r"\\\g<0>", text))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[1] or chr(int(escape[2])), text)
