"""Memories in a text that people wrote, or another assistant gave when it was asked for what it remembers.

Such a text has bullets or numbers, or a line or paragraph each; headings, labels and dates; a code block around it, and
words before and after it. The view of its memory that Claude gives is prose under known headings.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.entries import Entry, entries_of
from bot.memory.exchange.found import Found, Taken, found, left_out, taken
from bot.memory.exchange.lines import PROSE, Heading, plain
from bot.memory.exchange.sentences import sentences
from bot.memory.exchange.talk import talk
from bot.values import MemoryCategory, folded

_LABEL: Final = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_]{1,80}?)\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*[:–—-])\s*(?P<text>.*)"  # noqa: RUF001 - as people and assistants write
)
_DATE: Final = (
    r"(?:\w+:? )?(?:\d{4}(?:[-/.]\d{1,2}){0,2}(?:[T ][\d:.]+Z?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|[A-Za-z]{3,9}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}|\d{1,2} [A-Za-z]{3,9}\.? \d{4})"
)
_NO_DATE: Final = r"(?:unknown|undated|n/?a|none|-+|(?:no |unknown )?date[\w ,]*|not available)"
_DATED: Final = re.compile(
    rf"(?:[\[(](?:{_DATE}|{_NO_DATE})[\])]|\d{{4}}-\d\d-\d\d(?=\s*[-–—:]\s))\s*(?:[.:]\s*)?(?:[-–—]\s+)?",  # noqa: RUF001 - as people and assistants write
    re.IGNORECASE,
)
_THE_USER: Final = re.compile(r"User(?=(?:['’]s)? )")  # noqa: RUF001 - either apostrophe
_SELF_CONTAINED: Final = re.compile(r"(?:The user|You|Your|I|My)\b", re.IGNORECASE)


def read(text: str) -> Found:
    """Return what is in a text, whatever it is."""
    return found("a list", memories(text))


def memories(text: str, otherwise: MemoryCategory | None = None) -> Iterator[Taken]:
    """Yield what is in a text, but for what an assistant says around it; of a category unless its headings tell one."""
    entries = list(entries_of(text))
    said = talk(entries)
    for place, entry in enumerate(entries):
        if place in said:
            yield left_out(entry.text, "said to you, not remembered")
        else:
            yield from _memories(entry, otherwise)


def _memories(entry: Entry, otherwise: MemoryCategory | None) -> Iterator[Taken]:
    text = _DATED.sub("", entry.text, count=1) if _DATED.match(entry.words[0]) else entry.text
    label, text = _labelled(text)
    category, subject = _about(entry.headings, label)
    words = _THE_USER.sub("The user", plain(text), count=1) if _THE_USER.match(plain(text)) else plain(text)
    is_mere_heading = " " not in label and of_heading(label) and _SELF_CONTAINED.match(words)
    if label and not is_mere_heading:
        words = f"{label}: {words}"
    is_prose = not entry.is_bullet and any(folded(it.title) in PROSE for it in entry.headings)
    for piece in sentences(words) if is_prose else [words]:
        yield from taken(piece, category or otherwise, subject)


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
