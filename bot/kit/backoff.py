"""Waits between attempts, each longer than the one before, and retries of requests."""

from dataclasses import dataclass
from typing import Final

LONGEST_SECONDS: Final = 30.0
"""Longest wait before a retry, unless a server names it."""
TOGETHER_SECONDS: Final = 125.0
"""Most seconds of all waits for one answer."""


class Backoff:
    """The seconds to wait before each next attempt: `first`, then `factor` times the wait before, at most `longest`."""

    def __init__(self, first: float = 1.0, longest: float = 30.0, *, factor: float = 2.0) -> None:
        self._first = first
        self.longest = longest
        self._factor = factor
        self._seconds = first

    def next(self, least: float = 0.0) -> float:
        """Return the next wait, or `least` if a server asks for more."""
        seconds = max(self._seconds, least)
        self._seconds = min(self._factor * seconds, self.longest)
        return seconds

    def reset(self) -> None:
        """Begin with the first wait again, after a success."""
        self._seconds = self._first


def database_backoff() -> Backoff:
    """Return the waits for a database that can't be reached: it is seldom away for long."""
    return Backoff(0.25, 1.0)


@dataclass(frozen=True, slots=True)
class Retry:
    """When a failed request is sent again: after `seconds`, which double unless the server named them.

    It is sent again at most `most` times.
    """

    seconds: float
    most: int
    is_named: bool = False

    def pause(self, failures: int, waited: float) -> float | None:
        """Return the seconds to wait after so many failures and seconds of waiting; None to give up."""
        seconds = self.seconds if self.is_named else min(LONGEST_SECONDS, self.seconds * 2 ** (failures - 1))
        return seconds if failures <= self.most and waited + seconds <= TOGETHER_SECONDS else None
