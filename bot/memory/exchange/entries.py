"""What stands for itself in a text that people or other assistants wrote: a bullet, a line or a paragraph."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.memory.exchange.lines import NESTED_LEVEL, Heading, bullet_of, heading_of, is_rule, with_next
from bot.memory.exchange.tables import as_lists
from bot.values import one_line

_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_WRAPPED: Final = 60
"""A shorter line ends where its writer meant it to."""


@dataclass(slots=True)
class Entry:
    """A bullet, a line or a paragraph, under its headings, the outermost first; `words` are its lines.

    It is apart if a blank line or a rule stands before it.
    """

    headings: tuple[Heading, ...]
    is_bullet: bool
    is_apart: bool
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its words on one line."""
        return one_line(" ".join(self.words))


def entries_of(text: str) -> Iterator[Entry]:
    """Put lines together that belong together, and note what headings they stand under."""
    headings: tuple[Heading, ...] = ()
    entry: Entry | None = None
    is_apart = False
    lines = as_lists(_inside_fences([it.removeprefix(">").rstrip() for it in text.splitlines()]))
    for line, following in with_next(lines):
        heading, bullet = heading_of(line, following), bullet_of(line)
        if entry and (heading or bullet or not line.strip() or not _continues(entry, line)):
            yield entry
            entry = None
        if not line.strip() or is_rule(line):
            is_apart = True
            continue
        if heading:
            headings = (*(it for it in headings if it.level < heading.level), heading)
        elif entry:
            entry.words.append(line.strip())
        elif bullet:
            headings = tuple(it for it in headings if it.level < bullet.level)
            entry = Entry(headings, is_bullet=True, is_apart=is_apart, words=[bullet.text])
        else:
            headings = tuple(it for it in headings if it.level < NESTED_LEVEL)
            entry = Entry(headings, is_bullet=False, is_apart=is_apart, words=[line.strip()])
        is_apart = False
    if entry:
        yield entry


def _inside_fences(lines: Sequence[str]) -> Sequence[str]:
    """Return what stands in code blocks if that is most of it, and otherwise all of it."""
    inside: list[str] = []
    outside: list[str] = []
    is_inside = False
    for line in lines:
        if _FENCE.match(line):
            is_inside = not is_inside
        else:
            (inside if is_inside else outside).append(line)
    if sum(map(bool, inside)) >= sum(map(bool, outside)):
        return inside or outside
    return [line for line in lines if not _FENCE.match(line)]


def _continues(entry: Entry, line: str) -> bool:
    """Tell whether a line goes on with the one before: it is indented under a bullet, or wrapped."""
    before, words = entry.words[-1], line.strip()
    is_wrapped = words[:1].islower() and len(before) >= _WRAPPED and not before.endswith((".", "!", "?"))
    return is_wrapped or (entry.is_bullet and line[:2].isspace())
