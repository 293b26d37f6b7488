"""Exponential backoff between attempts."""


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
