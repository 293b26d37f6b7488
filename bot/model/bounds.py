"""Bounds of what is read of a model's answer."""

from typing import Final

MOST_TEXT: Final = 200_000
"""Most characters of an answer's text."""
MOST_REASONING: Final = 1_000_000
"""Most characters of reasoning."""
REPEATS: Final = 4
"""Times that the same text or the same call follows itself until the model is taken to repeat itself without end."""
_LEAST_REPEATED: Final = 200
"""Fewest characters of a text that count as repeated."""
_LONGEST_PERIOD: Final = 5_000
"""Most characters of a text of which it is noticed that it is repeated."""
_MOST_TRIED: Final = 8
"""Most places tried where a text's end stands before: the end of a long run of one character stands everywhere."""
_TAIL: Final = REPEATS * _LONGEST_PERIOD


class Watch:
    """Watches a text that comes in, until it has `most` characters or repeats itself; that costs little per piece."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._tail = ""
        self._new: list[str] = []
        self._unchecked = 0
        self.is_full = False
        """Whether no more is to be read."""

    def room(self, piece: str) -> str:
        """Return as much of a piece as there is room for."""
        if self.is_full:
            return ""
        taken = piece[: self._most - self._size]
        self._size += len(taken)
        self._new.append(taken)
        self._unchecked += len(taken)
        self.is_full = len(taken) < len(piece)
        if self._unchecked >= _LEAST_REPEATED:
            self._tail = (self._tail + "".join(self._new))[-_TAIL:]
            self._new.clear()
            self._unchecked = 0
            self.is_full = self.is_full or _period(self._tail) is not None
        return taken


def without_repeats(text: str) -> str:
    """Return a text that ends with repetitions with one of them: at least 200 characters that follow themselves."""
    period = _period(text[-_TAIL:])
    if period is None:
        return text
    start = len(text) - period
    while start and text[start - 1] == text[start - 1 + period]:
        start -= 1
    copies = -(-_LEAST_REPEATED // period)
    return text[: start + copies * period]


def _period(tail: str) -> int | None:
    """Return after how many characters a text's end repeats itself, at least 4 times and for 800 characters."""
    probe = tail[-_LEAST_REPEATED:]
    least, end = max(0, len(tail) - _LEAST_REPEATED - _LONGEST_PERIOD), len(tail) - 1
    for _ in range(_MOST_TRIED):
        at = tail.rfind(probe, least, end)
        if at < 0:
            return None
        end = at + len(probe) - 1
        period = len(tail) - len(probe) - at
        whole = REPEATS * max(period, _LEAST_REPEATED)
        if whole <= len(tail) and tail[-whole:-period] == tail[period - whole :]:
            return period
    return None
