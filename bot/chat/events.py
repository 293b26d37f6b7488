"""Events of a chat's worker, and the results of its commands."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from bot.database.engine import Transaction


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn, perhaps with words of its answer, and a number of waiting messages."""

    turn: bool
    dropped: int
    words: bool = False


Settle: TypeAlias = Callable[[Transaction, Stopped], Awaitable[None]]
"""Further work in the transaction that stops a turn."""


class Retry(Enum):
    """Result of `/retry` or Continue."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """Messages may wait, or a turn may run that only the database knows of."""


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The task of a turn has ended."""

    task: asyncio.Task[None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody waits for the result of some work."""

    work: Callable[[], Awaitable[Any]]
    result: asyncio.Future[Any]


Event: TypeAlias = Look | TaskEnded | Asked
