"""The memories found in a file, and the texts left out."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.language import t
from bot.memory.exchange.categories import guessed, of_heading
from bot.values.changes import Addition
from bot.values.memories import CONTENT_MAX, CONTENT_MIN, SUBJECT_MAX, MemoryCategory
from bot.values.text import clean, one_line

MOST_BYTES: Final = 1_000_000
"""Largest file in bytes that the chat reads."""
MOST_MEMORIES: Final = 5_000
"""Most memories in a file that the chat reads."""
CONTENT_NAMES: Final = ("content", "memory", "text", "fact", "note", "sentence", "statement", "value")
"""Names of a memory's text in objects and tables."""
_KEY_NAMES: Final = ("key", "field", "attribute")
"""Names of the field that a "value" belongs to."""
_SUBJECT_NAMES: Final = ("subject", "about", "entity")
_CATEGORY_NAMES: Final = ("category", "type", "topic", "section")
_SHOWN: Final = 80
_SENTENCE_END: Final = re.compile(
    r"(?<=[.!?…])(?<!\b[A-Za-z]\.)(?<!\b(?:Dr|Mr|Ms|St|vs|ca|No|Nr)\.)(?<!\b(?:Mrs|etc)\.)(?<!\bProf\.)"
    r"[\"'”’)\]]*\s+(?=[^\sa-z])|(?<=[。！？])|\n+"  # noqa: RUF001 - other scripts
)
"""End of a line or of a sentence: a mark followed by a capital letter, except after an abbreviation."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A text that can't become a memory: its beginning on one line, and the reason."""

    text: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The contents of a file, in its order. `shape` names the format it was read as.

    A file that Keepsake wrote `is_own`: what it holds may have been deleted or changed since.
    """

    shape: str
    additions: tuple[Addition, ...]
    left_out: tuple[LeftOut, ...] = ()
    is_own: bool = False


Taken: TypeAlias = Addition | LeftOut


def found(shape: str, taken: Iterable[Taken], *, is_own: bool = False) -> Found:
    """Separate the memories from what was left out."""
    every = tuple(taken)
    return Found(
        shape=shape,
        additions=tuple(it for it in every if isinstance(it, Addition)),
        left_out=tuple(it for it in every if isinstance(it, LeftOut)),
        is_own=is_own,
    )


def taken(content: str, category: MemoryCategory | None = None, subject: str | None = None) -> Iterator[Taken]:
    """Yield the memories in a text, which is split if it is too long. Without a category, guess it."""
    about = clean(subject or "").strip()[:SUBJECT_MAX].strip() or None
    for piece in pieces(clean(content).strip(), CONTENT_MAX):
        if len(piece) < CONTENT_MIN:
            yield left_out(piece, t("shorter than {least} characters", least=CONTENT_MIN))
        elif len(piece) > CONTENT_MAX:
            yield left_out(piece, t("a sentence longer than {most} characters", most=CONTENT_MAX))
        else:
            yield Addition(category=category or guessed(piece), subject=about, content=piece)


def taken_from(fields: Mapping[str, object], category: MemoryCategory | None = None) -> Iterator[Taken] | None:
    """Return the memories in the fields of an object or a row, or None if no field has a known name."""
    content, named = _first(fields, CONTENT_NAMES), _first(fields, _CATEGORY_NAMES)
    if content is None:
        return None
    if content == fields.get("value") and (key := _first(fields, _KEY_NAMES)):
        content = f"{key}: {content}"
    return taken(content, of_heading(named) if named else category, _first(fields, _SUBJECT_NAMES))


def left_out(text: str, why: str) -> LeftOut:
    """Return a text that can't become a memory, by its beginning."""
    line = one_line(clean(text))
    return LeftOut(line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1].rstrip()}…", why)


def pieces(text: str, most: int) -> Iterator[str]:
    """Split a text between sentences into pieces of at most `most` characters. A longer sentence stays whole."""
    start = last = 0
    for end in (*(it.end() for it in _SENTENCE_END.finditer(text)), len(text)):
        if start < last and len(text[start:end].strip()) > most:
            yield text[start:last].strip()
            start = last
        last = end
    yield text[start:].strip()


def _first(fields: Mapping[str, object], names: Sequence[str]) -> str | None:
    """Return the text of the first of these names that has one."""
    return next((text for name in names if isinstance(text := fields.get(name), str)), None)
