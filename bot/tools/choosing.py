"""Which tools a conversation is offered beside the system's. Pure."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from bot.tools.tool import Family, Tool
from bot.values.preferences import ToolChoice
from bot.values.text import folded

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_LEAST: Final = 4
"""Characters that words must share from their beginning to count as one, unless they are the same."""
_ADDRESS: Final = re.compile(r"https?://\S", re.IGNORECASE)
_OF_ADDRESS: Final = "web page"
"""What a message asks for with an address."""


def usable(families: Iterable[Family], choices: Mapping[str, ToolChoice]) -> list[Family]:
    """Return the families beside the system's that can be used and that their owner has not turned off."""
    none = ToolChoice("")
    return [it for it in families if not (it.is_system or it.lacks or choices.get(it.name, none).is_off)]


def chosen(families: Sequence[Family], choices: Mapping[str, ToolChoice], asked: str, most: int) -> list[str]:
    """Return the names of at most `most` tools for a conversation, of families that can be used.

    Pinned families come first, then those that its first message `asked` for, then Keepsake's own, then those used
    last, then those of a lower rank. Of a family that doesn't fit whole, the tools that were asked for are chosen, and
    of a server's any. An address asks for a web page.
    """
    if _ADDRESS.search(asked):
        asked = f"{asked} {_OF_ADDRESS}"

    def order(family: Family) -> tuple[bool, int, bool, float, int, str]:
        choice = choices.get(family.name, ToolChoice(family.name))
        fits = max((matches(it, family, asked) for it in family.tools), default=0)
        used = choice.used_at.timestamp() if choice.used_at else 0.0
        return not choice.is_pinned, -fits, family.is_added, -used, family.rank, family.name

    names: list[str] = []
    for family in sorted(families, key=order):
        best = sorted(family.tools, key=lambda it: (-matches(it, family, asked), it.name))
        is_asked_for = any(matches(it, family, asked) for it in best[:1])
        if len(best) > most - len(names) and not (family.is_added or is_asked_for):
            continue
        names += [tool.name for tool in best[: most - len(names)]]
    return names


def fitting(
    names: Sequence[str], sizes: Mapping[str, int], room: int | None, families: Iterable[Family] = ()
) -> list[str]:
    """Return the first tools that together take no more tokens than there is room for (None: any number).

    What of Keepsake's own `families` is named fits whole or not at all, as a tool to cancel needs the one to set.
    """
    own = {tool.name: family.name for family in families if not family.is_added for tool in family.tools}
    kept: list[str] = []
    for _, group in groupby(names, key=lambda it: own.get(it, it)):
        together = list(group)
        tokens = sum(sizes.get(it, 0) for it in together)
        if room is None or tokens <= room:
            kept += together
            room = None if room is None else room - tokens
    return kept


def matches(tool: Tool[Any], family: Family, words: str) -> int:
    """Count the words that a tool, as it is described, shares with some words."""
    told = _words(f"{tool.name.replace('_', ' ')} {tool.description} {family.name} {family.purpose}")
    return sum(any(_is_same(one, other) for other in told) for one in _words(words))


def _words(text: str) -> Collection[str]:
    return set(_WORD.findall(folded(text)))


def _is_same(one: str, other: str) -> bool:
    shared = min(len(one), len(other))
    return one == other or (shared >= _LEAST and one[:shared] == other[:shared])
