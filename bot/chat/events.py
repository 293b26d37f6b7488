"""The events that a chat's worker handles, and the states that it has between them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from bot.chat.runner import TurnUnderWay
from bot.chat.turn_ends import CurrentTurn
from bot.database.engine import Transaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: whether a turn ran, and how many waiting messages were dropped."""

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
    """Look into the database: messages may wait, or a turn may run that the worker does not know."""


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The task of a turn has ended, or was cancelled."""

    task: asyncio.Task[None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Generic[T]):
    """An event whose sender waits for its result."""

    result: asyncio.Future[T] = field(default_factory=asyncio.Future)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(Request[None]):
    """Stop the running turn, and drop the messages that wait and are older than a command's update.

    If it `renews`, the chat's conversation ends with it.
    """

    command: int
    settle: Settle
    renews: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAgain(Request[Retry]):
    """Take the last turn again, or begin one that `continues` its answer, unless one runs."""

    continues: UUID | None
    settle: Callable[[Transaction, Retry], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPrivate(Request[bool]):
    """End the private conversation if it was left idle, unless a turn runs."""


Event: TypeAlias = Look | TaskEnded | Request[Any]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Only the database knows whether a turn runs: at the start, and after a transaction of unknown outcome."""


@dataclass(frozen=True, slots=True)
class Idle:
    """No turn runs. `last` is the turn before if it was answered, so that its messages need not be read again."""

    last: TurnUnderWay | None = None


State: TypeAlias = Unknown | Idle | CurrentTurn
