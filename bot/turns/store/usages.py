"""Usage of each request to a model. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert

from bot.kit.owner import Owner
from bot.kit.usage import Usage
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation, AgentOwner, AgentTurn, AgentUsage
from bot.turns.values.turns import UsagePurpose

# Statements are built once, since building takes longer than running them.
_INSERT = insert(AgentUsage).inline()
_IS_FOR_ANSWER = AgentUsage.purpose.in_([UsagePurpose.ANSWER, UsagePurpose.TASK])
_IS_ANSWERED = and_(_IS_FOR_ANSWER, AgentUsage.seconds.is_not(None))  # else it was interrupted
_NEWEST_OF = (
    select(case((AgentUsage.is_estimated, 0), else_=AgentUsage.input_tokens))
    .join(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentUsage.turn_id == bindparam("turn_id"),
        AgentUsage.model == bindparam("model"),
        AgentTurn.conversation_id == bindparam("conversation_id"),
        _IS_ANSWERED,
        (AgentConversation.history_moved_at.is_(None)) | (AgentConversation.history_moved_at < AgentTurn.created_at),
    )
    .order_by(AgentUsage.id.desc())
    .limit(1)
)
_BOTH_WAYS = AgentUsage.input_tokens + AgentUsage.output_tokens


def _sum(tokens: SQLColumnExpression[int], purpose: UsagePurpose | None = None) -> ColumnElement[int]:
    summed = case((AgentUsage.purpose == purpose, tokens)) if purpose else tokens
    return cast(func.coalesce(func.sum(summed), 0), BigInteger)


def _median(seconds: SQLColumnExpression[float | None]) -> ColumnElement[float]:
    return func.percentile_cont(0.5).within_group(case((AgentUsage.purpose == UsagePurpose.ANSWER, seconds)))


_SUMS = [
    func.count().label("requests"),
    _sum(AgentUsage.input_tokens).label("input_tokens"),
    _sum(AgentUsage.cached_tokens).label("cached_tokens"),
    _sum(AgentUsage.written_tokens).label("written_tokens"),
    _sum(AgentUsage.output_tokens).label("output_tokens"),
]
_TOTAL = select(
    *_SUMS,
    _sum(_BOTH_WAYS, UsagePurpose.SUMMARY).label("summary_tokens"),
    _sum(_BOTH_WAYS, UsagePurpose.REVIEW).label("review_tokens"),
    _sum(_BOTH_WAYS, UsagePurpose.TASK).label("task_tokens"),
    func.count().filter(AgentUsage.is_estimated).label("estimated_requests"),
    _median(AgentUsage.first_token_seconds).label("first_token_seconds"),
    _median(AgentUsage.seconds).label("seconds"),
).where(AgentUsage.is_owned(), AgentUsage.created_at >= bindparam("since"))
_DAY = func.width_bucket(AgentUsage.created_at, bindparam("midnights", type_=ARRAY(DateTime(timezone=True))))
_BY_DAY = _TOTAL.add_columns(_DAY.label("day")).group_by(_DAY)
_LAST_TURN = (
    select(AgentUsage.turn_id)
    .where(AgentUsage.is_owned(), AgentUsage.turn_id.is_not(None))
    .order_by(AgentUsage.created_at.desc(), AgentUsage.id.desc())
    .limit(1)
)
_OF_LAST_TURN = select(
    *_SUMS,
    func.bool_or(AgentUsage.is_estimated).label("is_estimated"),
    func.array_agg(aggregate_order_by(AgentUsage.first_token_seconds, AgentUsage.id))
    .filter(AgentUsage.first_token_seconds.is_not(None))[1]
    .label("first_token_seconds"),
    func.sum(AgentUsage.seconds).label("seconds"),
).where(AgentUsage.turn_id == _LAST_TURN.scalar_subquery())
_USED = select(_sum(_BOTH_WAYS)).where(
    AgentUsage.bot_id == bindparam("bot_id"), AgentUsage.created_at >= bindparam("since")
)
_ANSWERED = (
    select(AgentUsage.model, func.count())
    .where(
        AgentUsage.is_owned(),
        AgentUsage.created_at >= bindparam("since"),
        _IS_FOR_ANSWER,
    )
    .group_by(AgentUsage.model)
    .order_by(func.count().desc(), AgentUsage.model)
)
_LAST_TWO = (
    select(
        AgentTurn.conversation_id,
        AgentUsage.cached_tokens,
        AgentUsage.is_estimated,
        AgentUsage.created_at,
        (AgentConversation.history_moved_at > AgentUsage.created_at).label("has_moved"),
    )
    .join(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentUsage.is_owned(),
        _IS_ANSWERED,
    )
    .order_by(AgentUsage.created_at.desc(), AgentUsage.id.desc())
    .limit(2)
)
_OWNER = insert(AgentOwner)
_WARN = _OWNER.on_conflict_do_update(
    index_elements=["bot_id", "user_id"],
    set_={"warned_at": _OWNER.excluded.warned_at},
    where=(AgentOwner.warned_at.is_(None)) | (AgentOwner.warned_at < bindparam("since")),
).returning(AgentOwner.user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request to a model: its owner, turn (if any), purpose and usage."""

    owner: Owner
    turn_id: UUID | None
    purpose: UsagePurpose
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Total(Usage):
    """Total usage of requests; both times are medians over the requests for answers.

    `summary_tokens`, `review_tokens` and `task_tokens` are included in the input and output.
    `estimated_requests` are those not counted by the server.
    """

    requests: int
    summary_tokens: int
    review_tokens: int
    task_tokens: int
    estimated_requests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRequest:
    """A request for an answer in a conversation.

    Since then, the oldest turns may have left the prompt (`has_moved`). The server reported that its cache
    `served_none` of it, although it followed another request.
    """

    conversation_id: UUID
    asked_at: datetime
    has_moved: bool
    served_none: bool


NOTHING: Final = Total(requests=0, summary_tokens=0, review_tokens=0, task_tokens=0, estimated_requests=0)


async def add(tx: Transaction, requests: Sequence[Request]) -> None:
    """Store the usage of requests."""
    if not requests:
        return
    rows = []
    for it in requests:
        row = asdict(it)
        rows.append({**row.pop("owner"), **row.pop("usage"), **row, "created_at": datetime.now(UTC)})
    tx.connection.defer(_INSERT, rows)


async def counted(tx: Transaction, conversation_id: UUID, turn_id: UUID, model: str) -> int:
    """Return the counted tokens of the last answered request to a model for a turn of a conversation.

    0 if the server didn't count, if another model answered, or if the prompt was compacted since the turn began.
    """
    which = {"conversation_id": conversation_id, "turn_id": turn_id, "model": model}
    return await tx.connection.scalar(_NEWEST_OF, which) or 0


async def since(tx: Transaction, owner: Owner, at: datetime) -> Total:
    """Return the usage of an owner's requests since a time."""
    found = await tx.connection.execute(_TOTAL, {**owner.columns, "since": at})
    return Total(**found.mappings().one())


async def by_day(tx: Transaction, owner: Owner, midnights: Sequence[datetime]) -> list[Total]:
    """Return the usage of an owner's requests from each of these times to the next, and from the last one on."""
    found = await tx.connection.execute(_BY_DAY, {**owner.columns, "since": midnights[0], "midnights": midnights})
    of_day = {row.pop("day"): Total(**row) for row in map(dict, found.mappings())}
    return [of_day.get(number, NOTHING) for number in range(1, len(midnights) + 1)]


async def answered_by(tx: Transaction, owner: Owner, since: datetime) -> dict[str, int]:
    """Return the number of requests for answers by the model that was asked, most first."""
    rows = await tx.connection.execute(_ANSWERED, {**owner.columns, "since": since})
    return {row.model: row[1] for row in rows}


async def last_request(tx: Transaction, owner: Owner) -> LastRequest | None:
    """Return an owner's last answered request, if its conversation is still there."""
    found = (await tx.connection.execute(_LAST_TWO, owner.columns)).all()
    if not found:
        return None
    last, *before = found
    follows = bool(before) and before[0].conversation_id == last.conversation_id
    return LastRequest(
        conversation_id=last.conversation_id,
        asked_at=last.created_at,
        has_moved=bool(last.has_moved),
        served_none=follows and not last.is_estimated and not last.cached_tokens,
    )


async def of_last_turn(tx: Transaction, owner: Owner) -> Usage | None:
    """Return the usage of all requests of the owner's last turn, or None.

    The time to the first token is that of the first answered request. The total time excludes tools.
    """
    found = await tx.connection.execute(_OF_LAST_TURN, owner.columns)
    cost = dict(found.mappings().one())
    return Usage(**cost) if cost.pop("requests") else None


async def of_turn(tx: Transaction, turn_id: UUID) -> int:
    """Return the input and output tokens of a turn."""
    return await tx.connection.scalar(select(_sum(_BOTH_WAYS)).where(AgentUsage.turn_id == turn_id)) or 0


async def used(tx: Transaction, bot_id: int, at: datetime) -> int:
    """Return the input and output tokens of all users of a bot since a time."""
    return await tx.connection.scalar(_USED, {"bot_id": bot_id, "since": at}) or 0


async def warn(tx: Transaction, owner: Owner, since: datetime) -> bool:
    """Store that an owner is warned now; False if they were already warned since a time."""
    values = {**owner.columns, "warned_at": datetime.now(UTC), "since": since}
    return await tx.connection.scalar(_WARN, values) is not None
