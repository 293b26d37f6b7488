"""What an assistant says to whom it answers, before and after what it lists.

It is known by where it stands, in any language, and in English by its words as well.
"""

import re
from collections.abc import Sequence
from typing import Final

from bot.memory.exchange.entries import Entry
from bot.memory.exchange.lines import COLONS, NESTED_LEVEL, plain

_SAID: Final = re.compile(
    r"(?:here(?:['’]s| is| are)|sure|certainly|of course|absolutely|let me know|would you like|feel free"  # noqa: RUF001 - as people and assistants write
    r"|if any(?:thing)? |if you(?:['’]d| would| want)|(?:that(?:['’]s| is)|this is) (?:everything|all|the complete)"  # noqa: RUF001 - as people and assistants write
    r"|is there anything|want me to|yes, (?:this|that)|no (?:further|other) (?:entries|memories))\b.*",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(r"[?？؟]\W*$")  # noqa: RUF001 - other scripts
_FEWEST_BULLETS: Final = 2
"""So many bullets are a list that can have an end."""


def talk(entries: Sequence[Entry]) -> set[int]:
    """Return at which places an assistant talks: it announces a list, asks at the end, or adds something to a list."""
    said = {place for place, it in enumerate(entries) if not it.is_bullet and _SAID.fullmatch(it.text)}
    first = 1 if _announces(entries) else 0
    if _ends_a_list(entries[first:]):
        said.add(len(entries) - 1)
    last = len(entries) - 1
    while last > 0 and not entries[last].is_bullet and (last in said or _QUESTION.search(plain(entries[last].text))):
        said.add(last)
        last -= 1
    return said | set(range(first))


def _announces(entries: Sequence[Entry]) -> bool:
    """Tell whether a text begins with a line that ends with a colon, and with bullets under that."""
    if len(entries) <= 1 or entries[0].is_bullet or not entries[1].is_bullet:
        return False
    return not entries[0].headings and entries[0].text.endswith(COLONS)


def _ends_a_list(entries: Sequence[Entry]) -> bool:
    """Tell whether the last of some entries is the only one that is no bullet, apart from them and not under a heading.

    The headings that the bullets stand under are none of its own.
    """
    if len(entries) <= _FEWEST_BULLETS:
        return False
    *bullets, last = entries
    above = tuple(it for it in bullets[-1].headings if it.level < NESTED_LEVEL)
    is_apart = last.is_apart and not last.is_bullet and last.headings == above
    return is_apart and all(it.is_bullet for it in bullets)
