"""Memories in a text that people wrote, or another assistant gave when it was asked for what it remembers.

Such a text has bullets or numbers, or a line or paragraph each; headings, labels and dates; a code block around it, and
words before and after it. The view of its memory that Claude gives is prose under known headings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.exchange.categories import of_heading
from bot.exchange.found import Found, Taken, found, left_out, sentences, taken
from bot.exchange.lines import NESTED_LEVEL, PROSE, Heading, bullet_of, heading_of, is_rule, plain, with_next
from bot.messages import MemoryCategory, folded, one_line

_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_LABEL: Final = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_]{1,80}?)\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*[:–—-])\s*(?P<text>.*)"  # noqa: RUF001
)
_DATE: Final = (
    r"(?:\w+:? )?(?:\d{4}(?:[-/.]\d{1,2}){0,2}(?:[T ][\d:.]+Z?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|[A-Za-z]{3,9}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}|\d{1,2} [A-Za-z]{3,9}\.? \d{4})"
)
_NO_DATE: Final = r"(?:unknown|undated|n/?a|none|-+|(?:no |unknown )?date[\w ,]*|not available)"
_DATED: Final = re.compile(
    rf"(?:[\[(](?:{_DATE}|{_NO_DATE})[\])]|\d{{4}}-\d\d-\d\d(?=\s*[-–—:]\s))\s*(?:[.:]\s*)?(?:[-–—]\s+)?",  # noqa: RUF001
    re.IGNORECASE,
)
_THE_USER: Final = re.compile(r"User(?=(?:['’]s)? )")  # noqa: RUF001 - either apostrophe
_SELF_CONTAINED: Final = re.compile(r"(?:The user|You|Your|I|My)\b", re.IGNORECASE)
_TALK: Final = re.compile(
    r"(?:here(?:['’]s| is| are)|sure|certainly|of course|absolutely|let me know|would you like|feel free"  # noqa: RUF001
    r"|if you(?:['’]d| would| want)|(?:that(?:['’]s| is)|this is) (?:everything|all|the complete)"  # noqa: RUF001
    r"|is there anything|want me to|yes, (?:this|that)|no (?:further|other) (?:entries|memories))\b.*",
    re.IGNORECASE,
)
_WRAPPED: Final = 60
"""A shorter line ends where its writer meant it to."""


@dataclass(slots=True)
class _Entry:
    """A bullet, a line or a paragraph, under its headings, the outermost first; `words` are its lines."""

    headings: tuple[Heading, ...]
    is_bullet: bool
    words: list[str] = field(default_factory=list)


def read(text: str) -> Found:
    """Return what is in a text, whatever it is."""
    lines = _inside_fences(text.splitlines())
    return found("a list", (it for entry in _entries(lines) for it in _memories(entry)))


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


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    """Put lines together that belong together, and note what headings they stand under."""
    headings: tuple[Heading, ...] = ()
    entry: _Entry | None = None
    for line, following in with_next([it.removeprefix(">").rstrip() for it in lines]):
        heading, bullet = heading_of(line, following), bullet_of(line)
        if entry and (heading or bullet or not line.strip() or not _continues(entry, line)):
            yield entry
            entry = None
        if not line.strip() or is_rule(line):
            continue
        if heading:
            headings = (*(it for it in headings if it.level < heading.level), heading)
        elif entry:
            entry.words.append(line.strip())
        elif bullet:
            headings = tuple(it for it in headings if it.level < bullet.level)
            entry = _Entry(headings, is_bullet=True, words=[bullet.text])
        else:
            headings = tuple(it for it in headings if it.level < NESTED_LEVEL)
            entry = _Entry(headings, is_bullet=False, words=[line.strip()])
    if entry:
        yield entry


def _continues(entry: _Entry, line: str) -> bool:
    """Tell whether a line goes on with the one before: it is indented under a bullet, or wrapped."""
    before, words = entry.words[-1], line.strip()
    is_wrapped = words[:1].islower() and len(before) >= _WRAPPED and not before.endswith((".", "!", "?"))
    return is_wrapped or (entry.is_bullet and line[:2].isspace())


def _memories(entry: _Entry) -> Iterator[Taken]:
    text = _DATED.sub("", one_line(" ".join(entry.words)), count=1) if _DATED.match(entry.words[0]) else None
    text = one_line(" ".join(entry.words)) if text is None else text
    if not entry.is_bullet and _TALK.fullmatch(text):
        yield left_out(text, "said to you, not remembered")
        return
    label, text = _labelled(text)
    category, subject = _about(entry.headings, label)
    words = _THE_USER.sub("The user", plain(text), count=1) if _THE_USER.match(plain(text)) else plain(text)
    is_mere_heading = " " not in label and of_heading(label) and _SELF_CONTAINED.match(words)
    if label and not is_mere_heading:
        words = f"{label}: {words}"
    is_prose = not entry.is_bullet and any(folded(it.title) in PROSE for it in entry.headings)
    for piece in sentences(words) if is_prose else [words]:
        yield from taken(piece, category, subject)


def _labelled(text: str) -> tuple[str, str]:
    """Take apart a text that begins with a label in bold and a colon."""
    labelled = _LABEL.fullmatch(text)
    return (labelled["label"].strip(), labelled["text"]) if labelled and labelled["text"] else ("", text)


def _about(headings: Sequence[Heading], label: str) -> tuple[MemoryCategory | None, str | None]:
    """Return the category that the nearest known heading means, and whom or which project it is about, if it tells."""
    titles = [it.title for it in headings] + ([label] if label else [])
    known = [(place, category) for place, title in enumerate(titles) if (category := of_heading(title))]
    if not known:
        return None, None
    place, category = known[-1]
    if category is MemoryCategory.CONTEXT and folded(titles[place]) != category.value:
        return None, None  # a memory's own words tell more than such a heading
    is_of_one = category in {MemoryCategory.PERSON, MemoryCategory.PROJECT} and place + 1 < len(titles)
    return category, titles[place + 1] if is_of_one else None
