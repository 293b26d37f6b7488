"""Memories in a text that people wrote, or another assistant gave when it was asked for what it remembers.

Such a text has bullets or numbers, or a line or paragraph each; headings, labels and dates; a code block around it, and
words before and after it. The view of its memory that Claude gives is prose under known headings.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.exchange.categories import of_heading
from bot.exchange.found import Found, Taken, found, left_out, sentences, taken
from bot.messages import MemoryCategory, folded, one_line

_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_RULE: Final = re.compile(r"(?:[-*_=–—]\s*){3,}")  # noqa: RUF001 - dashes that people write
_BULLET: Final = re.compile(
    r"(?P<indent>\s*)(?:(?:[-*+–—·‣▪◦○●]|\d{1,4}[.)]|[a-z][.)])\s+|•\s*)(?:\[[ xX]\]\s+)?(?P<text>.*)"  # noqa: RUF001
)
_HEADING: Final = re.compile(r"(#{1,6})\s+(.+?)\s*#*")
_BOLD_LINE: Final = re.compile(
    r"(\*\*|__)(?P<title>(?:(?!\1).)+)\1\s*:?|(?P<italic>[*_])(?P<part>[^*_]+)(?P=italic)\s*:?"
)
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
_EMPHASIS: Final = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_PROSE: Final = frozenset(
    {
        *("work context", "personal context", "top of mind", "brief history"),
        *("recent months", "earlier context", "long-term background", "other instructions"),
    }
)
"""The headings under which Claude's view of its memory has paragraphs."""
_TALK: Final = re.compile(
    r"(?:here(?:['’]s| is| are)|sure|certainly|of course|absolutely|let me know|would you like|feel free"  # noqa: RUF001
    r"|if you(?:['’]d| would| want)|(?:that(?:['’]s| is)|this is) (?:everything|all|the complete)"  # noqa: RUF001
    r"|is there anything|want me to|yes, (?:this|that)|no (?:further|other) (?:entries|memories))\b.*",
    re.IGNORECASE,
)
_LONGEST_HEADING: Final = 60
_WRAPPED: Final = 60
"""A shorter line ends where its writer meant it to."""
_LONGEST_LINE: Final = 2_000
"""A longer line is one text, whatever marks it begins with."""
_BOLD_LEVEL, _ITALIC_LEVEL, _COLON_LEVEL, _NESTED_LEVEL = 7, 8, 9, 10
"""How deep a heading is that is none of Markdown's six; a bullet that others stand under is one too."""


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    title: str


@dataclass(slots=True)
class _Entry:
    """A bullet, a line or a paragraph, under its headings, the outermost first; `words` are its lines."""

    headings: tuple[_Heading, ...]
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


def _entries(lines: Iterable[str]) -> Iterator[_Entry]:
    """Put lines together that belong together, and note what headings they stand under."""
    headings: tuple[_Heading, ...] = ()
    entry: _Entry | None = None
    for raw in lines:
        line = raw.removeprefix(">").rstrip() if raw.startswith(">") else raw.rstrip()
        is_long = len(line) > _LONGEST_LINE
        heading = None if is_long else _heading(line)
        bullet = None if is_long else _BULLET.fullmatch(line)
        if entry and (heading or bullet or not line.strip() or not _continues(entry, line)):
            yield entry
            entry = None
        if not line.strip() or (not is_long and _RULE.fullmatch(line.strip())):
            continue
        if heading:
            headings = (*(it for it in headings if it.level < heading.level), heading)
        elif entry:
            entry.words.append(line.strip())
        elif bullet:
            level = _NESTED_LEVEL + len(bullet["indent"].expandtabs(4))
            headings = tuple(it for it in headings if it.level < level)
            entry = _Entry(headings, is_bullet=True, words=[bullet["text"].strip()])
        else:
            headings = tuple(it for it in headings if it.level < _NESTED_LEVEL)
            entry = _Entry(headings, is_bullet=False, words=[line.strip()])
    if entry:
        yield entry


def _continues(entry: _Entry, line: str) -> bool:
    """Tell whether a line goes on with the one before: it is indented under a bullet, or wrapped."""
    before, words = entry.words[-1], line.strip()
    is_wrapped = words[:1].islower() and len(before) >= _WRAPPED and not before.endswith((".", "!", "?"))
    return is_wrapped or (entry.is_bullet and line[:2].isspace())


def _heading(line: str) -> _Heading | None:
    """Return the heading that a line is, if it is one."""
    words = line.strip()
    if heading := _HEADING.fullmatch(words):
        return _Heading(len(heading[1]), _plain(heading[2]).rstrip(":"))
    bullet = _BULLET.fullmatch(line)
    if bullet:
        title = _plain(bullet["text"]).strip()
        is_title = title.endswith(":") and len(title) <= _LONGEST_HEADING
        level = _NESTED_LEVEL + len(bullet["indent"].expandtabs(4))
        return _Heading(level, title.rstrip(":").strip()) if is_title else None
    if bold := _BOLD_LINE.fullmatch(words):
        title, level = (bold["title"], _BOLD_LEVEL) if bold["title"] else (bold["part"], _ITALIC_LEVEL)
        return _Heading(level, title.strip().rstrip(":")) if len(title) <= _LONGEST_HEADING else None
    if words.endswith(":") and len(words) <= _LONGEST_HEADING:
        return _Heading(_COLON_LEVEL, words.rstrip(":"))
    if folded(words) in _PROSE or (" " not in words and of_heading(words)):
        return _Heading(_COLON_LEVEL, words)
    return None


def _memories(entry: _Entry) -> Iterator[Taken]:
    text = _DATED.sub("", one_line(" ".join(entry.words)), count=1) if _DATED.match(entry.words[0]) else None
    text = one_line(" ".join(entry.words)) if text is None else text
    if not entry.is_bullet and _TALK.fullmatch(text):
        yield left_out(text, "said to you, not remembered")
        return
    label, text = _labelled(text)
    category, subject = _about(entry.headings, label)
    words = _THE_USER.sub("The user", _plain(text), count=1) if _THE_USER.match(_plain(text)) else _plain(text)
    is_mere_heading = " " not in label and of_heading(label) and _SELF_CONTAINED.match(words)
    if label and not is_mere_heading:
        words = f"{label}: {words}"
    is_prose = not entry.is_bullet and any(folded(it.title) in _PROSE for it in entry.headings)
    for piece in sentences(words) if is_prose else [words]:
        yield from taken(piece, category, subject)


def _labelled(text: str) -> tuple[str, str]:
    """Take apart a text that begins with a label in bold and a colon."""
    labelled = _LABEL.fullmatch(text)
    return (labelled["label"].strip(), labelled["text"]) if labelled and labelled["text"] else ("", text)


def _about(headings: Sequence[_Heading], label: str) -> tuple[MemoryCategory | None, str | None]:
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


def _plain(text: str) -> str:
    """Return a text without Markdown's marks of bold words."""
    return text if len(text) > _LONGEST_LINE else _EMPHASIS.sub(r"\2", text)
