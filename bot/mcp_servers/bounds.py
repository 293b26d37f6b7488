"""How much a server may send. Pure but for the clock."""

import time
from collections.abc import Callable
from typing import Final

from bot.language import mark

MESSAGE_BYTES: Final = 4_000_000
"""Size of the largest message of a server, as JSON."""
_BURST: Final = 32_000_000
_A_SECOND: Final = 1_000_000
_VALUE: Final = 64
"""Bytes that the smallest list or object takes in memory."""
_MESSAGE: Final = 8_192
"""Bytes that the work on a message takes."""
_MARKS: Final = (b"[", b"{", b",")
"""What comes with each value in JSON."""


class TooMuch(Exception):  # noqa: N818 - named for the situation
    """What a server did that is too much: a clause."""


def check_message(size: int) -> None:
    """Raise TooMuch if the part of a message that has come, in bytes, is larger than any may be."""
    if size > MESSAGE_BYTES:
        raise TooMuch(mark("it sent a message that is too large"))


class Allowance:
    """What a server may send at once, and then in each second, as what it takes in memory once it is read."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(_BURST)
        self._at = clock()

    def take(self, chunk: bytes) -> None:
        """Count a part of what a server sends. Raises TooMuch."""
        self._take(len(chunk) + _VALUE * sum(map(chunk.count, _MARKS)))

    def take_message(self) -> None:
        """Count a message. Raises TooMuch."""
        self._take(_MESSAGE)

    def _take(self, weight: int) -> None:
        now = self._clock()
        self._left = min(_BURST, self._left + _A_SECOND * (now - self._at)) - weight
        self._at = now
        if self._left < 0:
            raise TooMuch(mark("it sends too much"))
