"""The memories found in a file, each with its category, and the texts left out."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.kit.language import number, t
from bot.kit.text import clean, folded, one_line, trimmed
from bot.memory.refusals import UnreadableFile
from bot.memory.values import CONTENT_MAX, CONTENT_MIN, SUBJECT_MAX, Addition, MemoryCategory

MOST_BYTES: Final = 1_000_000
"""Largest file in bytes that the chat reads."""
MOST_MEMORIES: Final = 5_000
"""Most memories in a file that the chat reads, and most texts in it that are none."""
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

_HEADINGS: Final = {
    MemoryCategory.PREFERENCE: """preference preferences instruction instructions style tone format formatting likes
        dislikes corrections correction interest interests hobby hobbies taste tastes favorites favourites
        communication response responses rules habits""",
    MemoryCategory.PROJECT: "project projects goal goals plans initiatives",
    MemoryCategory.PERSON: """people person persons family friends friend relationships relationship contacts colleagues
        coworkers team partner pets""",
    MemoryCategory.CONTEXT: """context identity career work job profession professional background personal history
        facts location education health tools technical technology skills languages frameworks about details
        demographics lifestyle general other misc miscellaneous mind""",
}
"""Heading words by category. The first category with a word of the heading is chosen."""

_RELATED: Final = (
    "wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|child|children|kids?|mother|father|mum"
    "|mom|dad|parents?|brothers?|sisters?|uncle|aunt|cousins?|grand(?:mother|father|parents|son|daughter)|friends?"
    "|boss|manager|colleagues?|co-?workers?|teammates?|mentor|neighbou?rs?|landlord|doctor|dentist|therapist|dog|cat"
)
_LIKED: Final = (
    r"prefers?|likes?|loves?|hates?|dislikes?|enjoys?|favou?rites?|can't stand|wants? (?:answers|replies|responses|me)"
)
_PATTERNS: Final = {
    rf"^(?:(?:the )?user|i|you)(?: \w+ly)? (?:{_LIKED})\b|^(?:always|never|please|don't)\b": MemoryCategory.PREFERENCE,
    rf"\b(?:['’]s|my|your|his|her|their|has an?|is an?|is the) (?:\w+ )?(?:{_RELATED})\b": MemoryCategory.PERSON,  # noqa: RUF001 - either apostrophe
    rf"\b(?:{_LIKED})\b": MemoryCategory.PREFERENCE,
    r"\bprojects?\b|\b(?:is|am|are) (?:building|developing|designing|writing an?|working on)\b": MemoryCategory.PROJECT,
}
"""Patterns in a memory's text by category. The first match is chosen."""


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


def found(shape: str, taken: Iterable[Taken], most: int, *, is_own: bool = False) -> Found:
    """Separate the memories from what was left out. Raises UnreadableFile at the first beyond `most` of either."""
    additions: list[Addition] = []
    others: list[LeftOut] = []
    for it in taken:
        if isinstance(it, Addition):
            additions.append(it)
        else:
            others.append(it)
        if max(len(additions), len(others)) > most:
            raise too_many(most)
    return Found(shape=shape, additions=tuple(additions), left_out=tuple(others), is_own=is_own)


def too_many(most: int) -> UnreadableFile:
    """Return the error for a file with more than `most` memories, or texts that are none."""
    return UnreadableFile(lambda: t("I can read {most} at once. Send it in parts.", most=number(most)))


def taken(content: str, category: MemoryCategory | None = None, subject: str | None = None) -> Iterator[Taken]:
    """Yield the memories in a text, which is split if it is too long. Without a category, guess it."""
    about = _bare(_bare(subject or "")[:SUBJECT_MAX]) or None
    for piece in map(_bare, pieces(_bare(content), CONTENT_MAX)):
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


def of_heading(heading: str) -> MemoryCategory | None:
    """Return the category of a heading or of a category's name."""
    words = set(re.findall(r"[^\W_]+", folded(heading)))
    return next((category for category, known in _HEADINGS.items() if words & set(known.split())), None)


def guessed(content: str) -> MemoryCategory:
    """Return the likeliest category of a text."""
    words = folded(content)
    return next((category for it, category in _PATTERNS.items() if re.search(it, words)), MemoryCategory.CONTEXT)


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


def _bare(text: str) -> str:
    """Return a text as memories have it, without invisible characters at its ends."""
    return str(trimmed(text))


def _first(fields: Mapping[str, object], names: Sequence[str]) -> str | None:
    """Return the text of the first of these names that has one."""
    return next((text for name in names if isinstance(text := fields.get(name), str)), None)
