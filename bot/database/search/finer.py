"""The finer ranking of the best messages: who said them and when, and what a later one replaces. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.database.search.dates import periods
from bot.database.search.passages import Utterance
from bot.database.search.ranking import Fit, MessageKey, best_first, latest_first

FINER: Final = 100
"""Most messages that are ranked again."""
_BY_THE_NAMED: Final = 1.5
"""Factor for the score of a message by a person whom the query names."""
_SAID_THEN: Final = 2.0
"""Factor for the score of a message of a day or month that the query names."""
_LIKE: Final = 0.5
"""Least share of an earlier message's score that a later one has to have to go before it."""
_REORDERED: Final = 10
"""Most messages among which a later one goes before those that it replaces."""
_WORD: Final = re.compile(r"\w+")


def finely_ranked(
    scores: Mapping[MessageKey, float],
    spoken: Sequence[Utterance],
    asked: str,
    fits: Mapping[MessageKey, Fit[MessageKey]],
    words: int,
) -> list[MessageKey]:
    """Return messages by their scores, the best first.

    Those by a person whom the query names, and of a day or month that it names, score higher. Among the first, a later
    statement goes before an earlier one of the same person if both hold all of the query's `words`.
    """
    said = {it.key: it for it in spoken}
    names, times = set(_WORD.findall(asked.casefold())), periods(asked)
    favoured = {key: score * _favour(said.get(key), names, times) for key, score in scores.items()}
    ranked = best_first(favoured)
    replaces = _replacement(favoured, said, fits, words)
    return latest_first(ranked[:_REORDERED], replaces) + ranked[_REORDERED:]


def _favour(it: Utterance | None, names: set[str], times: Sequence[tuple[datetime, datetime]]) -> float:
    if it is None:
        return 1.0
    by_the_named = not names.isdisjoint(_WORD.findall(it.speaker.casefold()))
    said_then = it.said_at is not None and any(begins <= it.said_at < ends for begins, ends in times)
    return (_BY_THE_NAMED if by_the_named else 1.0) * (_SAID_THEN if said_then else 1.0)


def _replacement(
    scores: Mapping[MessageKey, float],
    said: Mapping[MessageKey, Utterance],
    fits: Mapping[MessageKey, Fit[MessageKey]],
    words: int,
) -> Callable[[MessageKey, MessageKey], bool]:
    """Return what tells whether a message replaces another one."""

    def replaces(key: MessageKey, other: MessageKey) -> bool:
        later, earlier = said.get(key), said.get(other)
        return (
            key > other
            and later is not None
            and earlier is not None
            and (later.by_user, later.speaker, later.asks) == (earlier.by_user, earlier.speaker, False)
            and 0 < words == len(fits[key].words) == len(fits[other].words)
            and scores[key] >= _LIKE * scores[other]
        )

    return replaces
