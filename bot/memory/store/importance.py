"""Importance of memories: a sum of weights that decay with a half-life.

It is stored as the logarithm of the sum at one fixed moment, so that it changes only with uses and orders memories at
any time.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import log2
from typing import Final

from sqlalchemy import ARRAY, Double, Text, bindparam, func, literal, update

from bot.memory.store.tables import AgentMemory
from bot.store.engine import Transaction
from bot.turns.values.origins import Origin

HALF_LIFE: Final = timedelta(days=60)
_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)

STATED: Final[Mapping[Origin, float]] = {
    Origin.COMMAND: 4.0,
    Origin.API: 2.0,
    Origin.CONVERSATION: 2.0,
    Origin.REVIEW: 1.0,
    Origin.IMPORT: 1.0,
    Origin.UNDO: 1.0,
}
"""Weight of a version by its origin; texts typed by the owner have the highest."""

USED: Final = 0.5
"""Weight of a use: a memory was found by a search or recalled."""

# Distances are limited to 1,000 half-lives, since PostgreSQL can't store higher powers of 2.
_NOW: Final = bindparam("now", type_=Double)
_TWO: Final = literal(2.0, Double)
_SINCE: Final = func.least(func.greatest(AgentMemory.importance - _NOW, -1000), 1000)
_USED: Final = (
    update(AgentMemory)
    .where(AgentMemory.id == func.any(bindparam("memory_ids", type_=ARRAY(Text))))
    .values(
        importance=_NOW
        + func.ln(func.power(_TWO, _SINCE, type_=Double) + bindparam("weight"), type_=Double)
        / func.ln(_TWO, type_=Double)
    )
)


def half_lives(at: datetime) -> float:
    """Return a time in half-lives after the fixed moment."""
    return (at - _MOMENT) / HALF_LIFE


def stated(origin: Origin, at: datetime) -> float:
    """Return the initial importance of a memory."""
    return half_lives(at) + log2(STATED[origin])


def add_use(tx: Transaction, memory_ids: Sequence[str], weight: float) -> None:
    """Add a weight to memories at the present time."""
    if memory_ids:
        values = {"memory_ids": sorted(memory_ids), "now": half_lives(datetime.now(UTC)), "weight": weight}
        tx.connection.defer(_USED, values)
