"""How often somebody may ask, and how much they may hear at a time."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.kit.owner import Owner

A_SECOND: Final = 50.0
"""Requests that a token may make, on average."""
AT_ONCE: Final = 200.0
"""Requests that it may make at once, after a pause."""
WRONG_A_SECOND: Final = 0.2
WRONG_AT_ONCE: Final = 10.0
"""The same for wrong tokens from one address."""
STRANGERS_A_SECOND: Final = 1.0
STRANGERS_AT_ONCE: Final = 30.0
"""The same for requests that need no token, and leave something behind."""
MOST_STREAMS: Final = 20
"""Most streams of events that an owner may have open at a time."""
_MOST_KEPT: Final = 10_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limits:
    """Counts requests by token, and wrong tokens by address: https://en.wikipedia.org/wiki/Token_bucket.

    It counts the open streams of each owner, too.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._streams = Counter[Owner]()

    def pause_of(self, token: str) -> float:
        """Count a request; return 0, or the seconds until it may be made."""
        return self._pause(("token", token), A_SECOND, AT_ONCE)

    def pause_after_wrong(self, address: str) -> float:
        """Count a wrong token from an address; return 0, or the seconds until it may try another."""
        return self._pause(("wrong", address), WRONG_A_SECOND, WRONG_AT_ONCE)

    def pause_of_stranger(self, address: str) -> float:
        """Count a request from an address; return 0, or the seconds until it may be made."""
        return self._pause(("stranger", address), STRANGERS_A_SECOND, STRANGERS_AT_ONCE)

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

    def _pause(self, who: tuple[str, str], a_second: float, at_once: float) -> float:
        now = self._clock()
        if who not in self._buckets and len(self._buckets) >= _MOST_KEPT:
            self._buckets.pop(next(iter(self._buckets)))
        bucket = self._buckets.setdefault(who, _Bucket(at_once, now))
        bucket.left, bucket.at = min(at_once, bucket.left + (now - bucket.at) * a_second), now
        if bucket.left < 1:
            return (1 - bucket.left) / a_second
        bucket.left -= 1
        return 0.0
