"""When a failed request is sent again."""

from dataclasses import dataclass
from typing import Final

LONGEST_SECONDS: Final = 30.0
"""Longest wait that a server didn't name."""
TOGETHER_SECONDS: Final = 125.0
"""Most seconds of all waits for one answer."""


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
