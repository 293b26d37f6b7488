"""What a chat's worker hears of, event by event, and what it has in hand between two of them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from bot.chat.runner import TurnUnderWay
from bot.chat.turn_ends import CurrentTurn
from bot.database.engine import Transaction
from bot.values import Turn


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn or not, and how many messages that waited behind it."""

    turn: bool
    dropped: int


Settle: TypeAlias = Callable[[Transaction, Stopped], Awaitable[None]]
"""What else is done in the transaction that stops something."""


class Retry(Enum):
    """What came of `/retry`, or of Continue."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """Something may wait, or run, that nobody has in hand."""


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """A task that took a turn has ended, or was cancelled."""

    task: asyncio.Task[None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """End the running turn, and drop what waits and came before the update of a command."""

    command: int
    settle: Settle
    renews: bool
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAgain:
    """Take up again what `begin` returns, unless a turn runs."""

    begin: Callable[[Transaction], Awaitable[Turn | None]]
    settle: Callable[[Transaction, Retry], Awaitable[None]]
    done: asyncio.Future[Retry] = field(default_factory=asyncio.Future)


@dataclass(frozen=True, slots=True)
class LeftIdle:
    """The private conversation was left idle."""

    done: asyncio.Future[bool] = field(default_factory=asyncio.Future)


Event: TypeAlias = Look | TaskEnded | Stop | BeginAgain | LeftIdle


@dataclass(frozen=True, slots=True)
class Unknown:
    """Only the database knows whether a turn runs: at the start, and when a transaction may have been stored or not."""


@dataclass(frozen=True, slots=True)
class Idle:
    """No turn runs. What the turn before has read is not read again, if that was answered."""

    last: TurnUnderWay | None = None


State: TypeAlias = Unknown | Idle | CurrentTurn
