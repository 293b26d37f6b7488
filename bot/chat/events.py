"""The events and states of a chat's worker."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, TypeAlias, TypeVar

from bot.chat.runner import TurnUnderWay
from bot.chat.turn_ends import CurrentTurn
from bot.database.engine import Transaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn, and a number of waiting messages."""

    turn: bool
    dropped: int


Settle: TypeAlias = Callable[[Transaction, Stopped], Awaitable[None]]
"""Further work in the transaction that stops a turn."""


class Retry(Enum):
    """Result of `/retry` or Continue."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """Check the database for waiting messages and for a running turn that the worker does not know."""


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The task of a turn has ended or was cancelled."""

    task: asyncio.Task[None]


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """Work between the other events; its sender waits for the result."""

    work: Callable[[], Awaitable[T]]
    result: asyncio.Future[T] = field(default_factory=asyncio.Future)


Event: TypeAlias = Look | TaskEnded | Asked[Any]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Only the database knows whether a turn runs, as at the start or after a failed transaction."""


@dataclass(frozen=True, slots=True)
class Idle:
    """No turn runs. `last` is the previous turn if it was answered, which saves reading its messages again."""

    last: TurnUnderWay | None = None


State: TypeAlias = Unknown | Idle | CurrentTurn
