"""Memories in a list, by a person or by an assistant that was asked what it remembers.

Each bullet, line, paragraph or row of a table is a memory. In Claude's memory, each sentence is one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.entries import CLAUDES_HEADINGS, COLONS, Entry, entries_of, plain
from bot.memory.exchange.found import Found, Taken, found, left_out, taken, taken_from
from bot.memory.exchange.sentences import sentences
from bot.values import MemoryCategory, folded

_LABEL: Final = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_]{1,80}?)\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*[:–—-])\s*(?P<text>.+)"  # noqa: RUF001 - as people and assistants write
)
_DAY: Final = r"(?=[^\])]*\d{4})(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|[\dtz .,:/-])+"
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
_QUESTION_MARKS: Final = ("?", "？", "؟")  # noqa: RUF001 - other scripts


def read(text: str) -> Found:
    """Return the memories in a text of any kind, without what an assistant says before and after them."""
    entries = entries_of(text)
    first, end = 0, len(entries)
    while end - first > 1 and _is_talk(entries[end - 1]):
        end -= 1
    while end - first > 1 and _is_talk(entries[first]):
        first += 1
    talk = [left_out(it.text, "part of the answer, not a memory") for it in (*entries[:first], *entries[end:])]
    return found("a list", [*(it for entry in entries[first:end] for it in _memories(entry)), *talk])


def _is_talk(entry: Entry) -> bool:
    """Tell whether an assistant says this before or after its list."""
    ends = entry.text.rstrip(" *_)").endswith((*COLONS, *_QUESTION_MARKS))
    return not entry.is_bullet and (ends or _TALK.match(entry.text) is not None)


def _memories(entry: Entry) -> Iterator[Taken]:
    text = _DATE.sub("", entry.text)
    labelled = _LABEL.fullmatch(text)
    label, text = (labelled["label"], labelled["text"]) if labelled else ("", text)
    text = _THE_USER.sub("The user", plain(text))
    category, subject = _about([*entry.titles, label] if label else entry.titles)
    if entry.fields:
        yield from taken_from(entry.fields, category) or taken(": ".join(entry.lines), category)
    elif not entry.is_bullet and any(folded(title) in CLAUDES_HEADINGS for title in entry.titles):
        for sentence in sentences(text):
            yield from taken(sentence, category, subject)
    else:
        yield from taken(f"{label}: {text}" if label else text, category, subject)


def _about(titles: Sequence[str]) -> tuple[MemoryCategory | None, str | None]:
    """Return the category of the nearest title that has one, and the person or project that the next title names."""
    for place in reversed(range(len(titles))):
        category = of_heading(titles[place])
        if category is MemoryCategory.CONTEXT and folded(titles[place]) != category.value:
            break  # the memory's own words tell more than such a title
        if category:
            is_of_one = category in {MemoryCategory.PERSON, MemoryCategory.PROJECT} and place + 1 < len(titles)
            return category, titles[place + 1] if is_of_one else None
    return None, None
