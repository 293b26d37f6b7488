"""Numbers for the metrics: of a whole bot, since a time. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy import ARRAY, Float, bindparam, func, select

from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation, AgentTurn, AgentUsage
from bot.turns.store.telegram_tables import TelegramMessage
from bot.turns.values.turns import TurnState, UsagePurpose

_SINCE: Final = (AgentUsage.bot_id == bindparam("of_bot"), AgentUsage.created_at >= bindparam("since"))
_TURNS = (
    select(AgentTurn.state, func.count())
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(AgentConversation.bot_id == bindparam("of_bot"), AgentTurn.id >= bindparam("first_id"))
    .group_by(AgentTurn.state)
)
_REQUESTS = (
    select(
        AgentUsage.model,
        AgentUsage.purpose,
        func.count().label("number"),
        func.sum(AgentUsage.input_tokens).label("input_tokens"),
        func.sum(AgentUsage.cached_tokens).label("cached_tokens"),
        func.sum(AgentUsage.written_tokens).label("written_tokens"),
        func.sum(AgentUsage.output_tokens).label("output_tokens"),
    )
    .where(*_SINCE)
    .group_by(AgentUsage.model, AgentUsage.purpose)
    .order_by(AgentUsage.model, AgentUsage.purpose)
)
_WAITING = select(func.count()).where(TelegramMessage.bot_id == bindparam("of_bot"), TelegramMessage.state == "waiting")


@dataclass(frozen=True, slots=True, kw_only=True)
class Requests:
    """The requests to a model for a purpose, and their tokens; cached and written ones are part of the input."""

    model: str
    purpose: UsagePurpose
    number: int
    input_tokens: int
    cached_tokens: int
    written_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Times:
    """How many answers took at most so many seconds by bound, the last of them without one, and their sum."""

    counts: Sequence[int]
    total: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What has happened since a time, and what waits in the outbox now."""

    turns: Mapping[TurnState, int]
    requests: Sequence[Requests]
    first_token: Times
    answer: Times
    waiting_messages: int


async def measure(tx: Transaction, bot_id: int, since: datetime, bounds: Sequence[float]) -> Measures:
    """Return the numbers of a bot; times are counted by rising bounds in seconds."""
    which = {"of_bot": bot_id, "since": since}
    first_id = UUID(int=int(since.timestamp() * 1000) << 80)  # the least UUID of version 7 of that moment
    turns = await tx.connection.execute(_TURNS, {"of_bot": bot_id, "first_id": first_id})
    requests = await tx.connection.execute(_REQUESTS, which)
    return Measures(
        turns={row[0]: row[1] for row in turns},
        requests=[Requests(**row) for row in requests.mappings()],
        first_token=await _times(tx, which, "first_token_seconds", bounds),
        answer=await _times(tx, which, "seconds", bounds),
        waiting_messages=await tx.connection.scalar(_WAITING, which) or 0,
    )


async def _times(tx: Transaction, which: Mapping[str, object], name: str, bounds: Sequence[float]) -> Times:
    column = getattr(AgentUsage, name)
    bucket = func.width_bucket(column, bindparam("bounds", type_=ARRAY(Float)))
    query = (
        select(bucket.label("bucket"), func.count(), func.sum(column))
        .where(*_SINCE, AgentUsage.purpose == UsagePurpose.ANSWER, column.is_not(None))
        .group_by("bucket")
    )
    counts, total = [0] * (len(bounds) + 1), 0.0
    for at, number, seconds in await tx.connection.execute(query, {**which, "bounds": list(bounds)}):
        counts[at] = number
        total += seconds
    return Times(counts, total)
