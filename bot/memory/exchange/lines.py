"""What a line is in a text that people or other assistants wrote: a bullet, a heading, a rule, or words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.values import folded

PROSE: Final = frozenset(
    {
        *("work context", "personal context", "top of mind", "brief history"),
        *("recent months", "earlier context", "long-term background", "other instructions"),
        *("purpose & context", "current state", "on the horizon", "key learnings & principles"),
        *("approach & patterns", "tools & resources"),
    }
)
"""The headings under which Claude's view of its memory has paragraphs."""
NESTED_LEVEL: Final = 10
"""How deep a bullet is at least that others stand under, deeper than any heading."""
_BOLD_LEVEL, _ITALIC_LEVEL, _COLON_LEVEL = 7, 8, 9
"""How deep a heading is that is none of Markdown's six."""
_LONGEST_HEADING: Final = 60
LONGEST_LINE: Final = 2_000
"""A longer line is one text, whatever marks it begins with."""

_RULE: Final = re.compile(r"(?:[-*_=–—]\s*){3,}")  # noqa: RUF001 - dashes that people write
_BULLET: Final = re.compile(
    r"(?P<indent>\s*)(?:(?P<sign>[-*+–—·‣▪◦○●]\s+|•\s*)"  # noqa: RUF001 - as people and assistants write
    r"|(?:\d{1,4}[.)]|[a-z][.)])\s+|\d{1,3}(?:[、）．]\s*|[.)](?=[^\x00-\x7f])))"  # noqa: RUF001 - full-width marks
    r"(?:\[[ xX]\]\s+)?(?P<text>.*)"
)
_HEADING: Final = re.compile(r"(#{1,6})\s+(.+?)\s*#*")
_BOLD_LINE: Final = re.compile(
    r"(\*\*|__)(?P<title>(?:(?!\1).)+)\1\s*[:：]?|(?P<italic>[*_])(?P<part>[^*_]+)(?P=italic)\s*[:：]?"  # noqa: RUF001 - as people and assistants write
)
COLONS: Final = (":", "：")  # noqa: RUF001 - the wide one
_EMPHASIS: Final = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")


@dataclass(frozen=True, slots=True)
class Heading:
    """A title, and how deep it is: it ends what stands under those that are as deep."""

    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Bullet:
    """What stands behind a bullet's mark, how deep the bullet is, and whether its mark is a number or letter."""

    level: int
    text: str
    is_numbered: bool


def with_next(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return each line with the next one that is not blank, or an empty one."""
    pairs, following = [], ""
    for line in reversed(lines):
        pairs.append((line, following))
        following = line if line.strip() else following
    return pairs[::-1]


def is_rule(line: str) -> bool:
    """Tell whether a line is a rule between what is above and below."""
    return len(line) <= LONGEST_LINE and bool(_RULE.fullmatch(line.strip()))


def bullet_of(line: str) -> Bullet | None:
    """Return the bullet that a line is, if it is one."""
    read = None if len(line) > LONGEST_LINE else _BULLET.fullmatch(line)
    if read is None:
        return None
    return Bullet(NESTED_LEVEL + len(read["indent"].expandtabs(4)), read["text"].strip(), read["sign"] is None)


def heading_of(line: str, following: str) -> Heading | None:
    """Return the heading that a line is, if it is one, before the next line that is not blank."""
    if len(line) > LONGEST_LINE:
        return None
    if bullet := bullet_of(line):
        return _heading_of_bullet(bullet, bullet_of(following))
    words = line.strip()
    if heading := _HEADING.fullmatch(words):
        return Heading(len(heading[1]), _title(plain(heading[2])))
    if bold := _BOLD_LINE.fullmatch(words):
        title, level = (bold["title"], _BOLD_LEVEL) if bold["title"] else (bold["part"], _ITALIC_LEVEL)
        return Heading(level, _title(title)) if len(title) <= _LONGEST_HEADING else None
    ends = words.endswith(COLONS) and len(words) <= _LONGEST_HEADING
    is_known = folded(words) in PROSE or (" " not in words and of_heading(words))
    return Heading(_COLON_LEVEL, _title(words)) if ends or is_known else None


def _heading_of_bullet(bullet: Bullet, following: Bullet | None) -> Heading | None:
    """Return the heading that a bullet is: it ends with a colon, or is all bold and others stand under it."""
    title = plain(bullet.text).strip()
    if len(title) > _LONGEST_HEADING:
        return None
    bold = _BOLD_LINE.fullmatch(bullet.text)
    is_beside = following is not None and following.level == bullet.level and bullet.is_numbered
    leads = following is not None and (following.level > bullet.level or (is_beside and not following.is_numbered))
    if bold and bold["title"] and leads:
        return Heading(_BOLD_LEVEL if is_beside else bullet.level, _title(title))
    return Heading(bullet.level, _title(title)) if title.endswith(COLONS) else None


def plain(text: str) -> str:
    """Return a text without Markdown's marks of bold words."""
    return text if len(text) > LONGEST_LINE else _EMPHASIS.sub(r"\2", text)


def _title(words: str) -> str:
    return words.strip().rstrip(":：").strip()  # noqa: RUF001 - as people and assistants write
