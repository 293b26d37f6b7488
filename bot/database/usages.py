"""What the requests to models cost, one by one. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import BigInteger, Float, bindparam, case, cast, false, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentOwner, AgentTurn, AgentUsage
from bot.values import Owner, Usage, UsagePurpose

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_INSERT = insert(AgentUsage)
_NEWEST_OF = (
    select(case((AgentUsage.is_estimated, 0), else_=AgentUsage.input_tokens))
    .join(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentUsage.turn_id == bindparam("turn_id"),
        AgentTurn.conversation_id == bindparam("conversation_id"),
        AgentUsage.purpose == UsagePurpose.ANSWER,
        AgentUsage.seconds.is_not(None),  # else it was broken off: its prompt is not the one that was answered
        (AgentConversation.history_moved_at.is_(None)) | (AgentConversation.history_moved_at < AgentTurn.created_at),
    )
    .order_by(AgentUsage.id.desc())
    .limit(1)
)
_IS_OWNERS = (AgentUsage.bot_id == bindparam("bot_id")) & (AgentUsage.user_id == bindparam("user_id"))
_IS_ANSWER, _IS_SUMMARY, _IS_REVIEW = (
    AgentUsage.purpose == purpose for purpose in (UsagePurpose.ANSWER, UsagePurpose.SUMMARY, UsagePurpose.REVIEW)
)
_BOTH_WAYS = AgentUsage.input_tokens + AgentUsage.output_tokens
_SUMS = [
    cast(func.coalesce(func.sum(counted), 0), BigInteger).label(counted.name)
    for counted in (
        AgentUsage.input_tokens,
        AgentUsage.cached_tokens,
        AgentUsage.written_tokens,
        AgentUsage.output_tokens,
    )
]
_TOTAL = select(
    func.count().label("requests"),
    *_SUMS,
    cast(func.coalesce(func.sum(_BOTH_WAYS).filter(_IS_SUMMARY), 0), BigInteger).label("summary_tokens"),
    cast(func.coalesce(func.sum(_BOTH_WAYS).filter(_IS_REVIEW), 0), BigInteger).label("review_tokens"),
    func.count().filter(AgentUsage.is_estimated).label("estimated_requests"),
    *(
        cast(func.percentile_cont(0.5).within_group(case((_IS_ANSWER, timed))), Float).label(timed.name)
        for timed in (AgentUsage.first_token_seconds, AgentUsage.seconds)
    ),
).where(_IS_OWNERS, AgentUsage.created_at >= bindparam("since"))
_LAST_TURN = (
    select(AgentUsage.turn_id)
    .where(_IS_OWNERS, AgentUsage.turn_id.is_not(None))
    .order_by(AgentUsage.created_at.desc(), AgentUsage.id.desc())
    .limit(1)
)
_OF_LAST_TURN = select(
    func.count().label("requests"),
    *_SUMS,
    func.coalesce(func.bool_or(AgentUsage.is_estimated), false()).label("is_estimated"),
    func.array_agg(aggregate_order_by(AgentUsage.first_token_seconds, AgentUsage.id))
    .filter(AgentUsage.first_token_seconds.is_not(None))[1]
    .label("first_token_seconds"),
    func.sum(AgentUsage.seconds).label("seconds"),
).where(AgentUsage.turn_id == _LAST_TURN.scalar_subquery())
_USED = select(cast(func.coalesce(func.sum(_BOTH_WAYS), 0), BigInteger)).where(
    AgentUsage.bot_id == bindparam("bot_id"), AgentUsage.created_at >= bindparam("since")
)
_OWNER = insert(AgentOwner)
_WARN = _OWNER.on_conflict_do_update(
    index_elements=["bot_id", "user_id"],
    set_={"warned_at": _OWNER.excluded.warned_at},
    where=(AgentOwner.warned_at.is_(None)) | (AgentOwner.warned_at < bindparam("since")),
).returning(AgentOwner.user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request to a model: for whom, for which turn, if any, what for, and what it cost."""

    owner: Owner
    turn_id: UUID | None
    purpose: UsagePurpose
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What several requests cost together, input and output of `summary_tokens` and `review_tokens` among them.

    What `estimated_requests` of them cost is estimated, as the model's server didn't count.

    The times are medians over the requests for answers, until the first token and until the last.
    """

    requests: int
    input_tokens: int
    cached_tokens: int
    written_tokens: int
    output_tokens: int
    summary_tokens: int
    review_tokens: int
    estimated_requests: int
    first_token_seconds: float | None
    seconds: float | None


async def add(tx: Transaction, requests: Sequence[Request]) -> None:
    """Note what requests cost, if there are any."""
    if not requests:
        return
    now = datetime.now(UTC)
    await tx.connection.execute(
        _INSERT,
        [
            {
                "bot_id": request.owner.bot_id,
                "user_id": request.owner.user_id,
                "turn_id": request.turn_id,
                "purpose": request.purpose,
                "model": request.model,
                "input_tokens": request.usage.input_tokens,
                "cached_tokens": request.usage.cached_tokens,
                "written_tokens": request.usage.written_tokens,
                "output_tokens": request.usage.output_tokens,
                "is_estimated": request.usage.is_estimated,
                "first_token_seconds": request.usage.first_token_seconds,
                "seconds": request.usage.seconds,
                "created_at": now,
            }
            for request in requests
        ],
    )


async def counted(tx: Transaction, conversation_id: UUID, turn_id: UUID) -> int:
    """Return the tokens of the last request answered for a turn of a conversation, as the server counted them.

    0 where it didn't count, and where the conversation's prompt has let go of earlier turns since the turn began.
    """
    which = {"conversation_id": conversation_id, "turn_id": turn_id}
    return await tx.connection.scalar(_NEWEST_OF, which) or 0


async def since(tx: Transaction, owner: Owner, at: datetime) -> Total:
    """Return what an owner's requests cost from a time on."""
    found = await tx.connection.execute(_TOTAL, {**owner.columns, "since": at})
    return Total(**found.mappings().one())


async def of_last_turn(tx: Transaction, owner: Owner) -> Usage | None:
    """Return what the owner's last turn cost, all its requests together; None if there is none.

    Its first token is that of the first request that was answered; the time is what the model took, without that of
    the tools.
    """
    found = await tx.connection.execute(_OF_LAST_TURN, owner.columns)
    cost = dict(found.mappings().one())
    return Usage(**cost) if cost.pop("requests") else None


async def used(tx: Transaction, bot_id: int, at: datetime) -> int:
    """Return how many tokens went in and out from a time on, for all users of a bot."""
    return await tx.connection.scalar(_USED, {"bot_id": bot_id, "since": at}) or 0


async def warn(tx: Transaction, owner: Owner, since: datetime) -> bool:
    """Note that an owner is warned now; False, and nothing is done, if they were since then."""
    values = {**owner.columns, "warned_at": datetime.now(UTC), "since": since}
    return await tx.connection.scalar(_WARN, values) is not None
