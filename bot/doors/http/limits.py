"""How often somebody may ask, and how much they may hear at a time."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import Final

from bot.kit.owner import Owner

MOST_STREAMS: Final = 20
"""Most streams of events that an owner may have open at a time."""
_MOST_KEPT: Final = 10_000


class Rate(Enum):
    """Requests from one source a second, on average, and those at once after a pause."""

    TOKEN = 50.0, 200.0
    """With one token."""
    WRONG = 0.2, 10.0
    """With a wrong token, from one address. A right one is let in: behind a proxy, everybody has its address."""
    STRANGER = 1.0, 30.0
    """Without a token, from one address, where they leave something behind."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limits:
    """Counts requests (https://en.wikipedia.org/wiki/Token_bucket), and the open streams of each owner."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: dict[tuple[Rate, str], _Bucket] = {}
        self._streams = Counter[Owner]()

    def pause(self, rate: Rate, source: str) -> float:
        """Count a request; return 0, or the seconds until its source may make it."""
        (a_second, at_once), who, now = rate.value, (rate, source), self._clock()
        if who not in self._buckets and len(self._buckets) >= _MOST_KEPT:
            self._buckets.pop(next(iter(self._buckets)))
        bucket = self._buckets.setdefault(who, _Bucket(at_once, now))
        bucket.left, bucket.at = min(at_once, bucket.left + (now - bucket.at) * a_second), now
        if bucket.left < 1:
            return (1 - bucket.left) / a_second
        bucket.left -= 1
        return 0.0

    def has_stream_left(self, owner: Owner) -> bool:
        """Tell whether an owner may open another stream."""
        return self._streams[owner] < MOST_STREAMS

    @contextmanager
    def stream(self, owner: Owner) -> Iterator[None]:
        """Count a stream while the block runs."""
        self._streams[owner] += 1
        try:
            yield
        finally:
            self._streams[owner] -= 1
