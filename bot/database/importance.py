"""How much a memory matters: a sum of what speaks for it, each of which counts half as much after some time.

It is stored as a number that does not change while nobody uses the memory, and by which memories are ordered at any
time: the logarithm of the sum as it would be at one moment for all of them. Uses are added to it as they come.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import log2
from typing import Final

from sqlalchemy import ARRAY, Double, Text, bindparam, func, literal, update

from bot.database.engine import Transaction
from bot.database.tables import AgentMemory
from bot.values import Origin

HALF_LIFE: Final = timedelta(days=60)
_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)

STATED: Final[Mapping[Origin, float]] = {
    Origin.COMMAND: 4.0,
    Origin.CONVERSATION: 2.0,
    Origin.REVIEW: 1.0,
    Origin.IMPORT: 1.0,
    Origin.UNDO: 1.0,
}
"""What a version counts by how it came about: what its owner typed themselves most."""


USED: Final = 0.5
"""What it counts that a memory was looked for and found, or that it fits what its owner says."""

# What is further away than 1,000 half-lives is taken for that: its power of 2 is beyond what PostgreSQL can hold.
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
    """Return a time as the number of half-lives that it is after the one moment."""
    return (at - _MOMENT) / HALF_LIFE


def stated(origin: Origin, at: datetime) -> float:
    """Return the importance of a memory that was stated at a time."""
    return half_lives(at) + log2(STATED[origin])


async def add_use(tx: Transaction, memory_ids: Sequence[str], weight: float) -> None:
    """Let what speaks for memories, at this moment, grow by so much."""
    if memory_ids:
        values = {"memory_ids": sorted(memory_ids), "now": half_lives(datetime.now(UTC)), "weight": weight}
        await tx.connection.execute(_USED, values)
