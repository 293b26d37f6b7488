"""What a check finds, for the doctor."""

from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from enum import Enum
from functools import partial

from bot.kit.settings import Settings


class Mark(Enum):
    """The result of a check, and its color (https://en.wikipedia.org/wiki/ANSI_escape_code)."""

    OK = "32"
    WARNING = "33"
    PROBLEM = "31"
    SKIPPED = "2"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found about a subject, and what to do about it."""

    mark: Mark
    subject: str
    text: str


ok = partial(Finding, Mark.OK)


warning = partial(Finding, Mark.WARNING)


problem = partial(Finding, Mark.PROBLEM)


skipped = partial(Finding, Mark.SKIPPED)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a subject: what it finds, the settings that it needs, and its time limit in seconds."""

    subject: str
    findings: Callable[[Settings], AsyncIterator[Finding]]
    needs: Collection[str] = ()
    seconds: float = 30
