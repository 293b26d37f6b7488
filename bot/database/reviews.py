"""The reviews: which conversations that are over are still to be looked through for what was missed.

Works in the caller's transaction.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, and_, bindparam, exists, func, or_, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentTurn
from bot.values import ConversationMode, TurnState

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_WAS_ANSWERED: Final = exists().where(
    AgentTurn.conversation_id == AgentConversation.id,
    AgentTurn.state == TurnState.ANSWERED,
    or_(AgentConversation.reviewed_at.is_(None), AgentTurn.ended_at > AgentConversation.reviewed_at),
)
_IS_IT: Final = AgentConversation.id == bindparam("of_conversation")
_IS_DUE: Final = AgentConversation.review_due_at.is_not(None)
_PRIVATE = aliased(AgentConversation)
_IS_IN_PRIVATE: Final = exists().where(
    _PRIVATE.bot_id == AgentConversation.bot_id,
    _PRIVATE.user_id == AgentConversation.user_id,
    _PRIVATE.mode == ConversationMode.PRIVATE,
)
_LET_BE_DUE = (
    update(AgentConversation).where(_IS_IT, _WAS_ANSWERED).values(review_due_at=bindparam("at"), review_tries=0)
)
_NEXT = (
    select(
        AgentConversation.id,
        AgentConversation.user_id,
        AgentConversation.review_due_at.label("due_at"),
        AgentConversation.review_tries.label("tries"),
    )
    .where(
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == func.any(bindparam("user_ids", type_=ARRAY(BigInteger))),
        _IS_DUE,
        ~_IS_IN_PRIVATE,
    )
    .order_by(AgentConversation.review_due_at, AgentConversation.id)
    .limit(1)
)
_TRY = (
    update(AgentConversation)
    .where(_IS_IT, _IS_DUE)
    .values(review_tries=AgentConversation.review_tries + 1)
    .returning(AgentConversation.review_tries)
)
_PUT_OFF = update(AgentConversation).where(_IS_IT, _IS_DUE).values(review_due_at=bindparam("until"))
_GIVE_BACK = (
    update(AgentConversation)
    .where(_IS_IT, _IS_DUE)
    .values(review_due_at=bindparam("until"), review_tries=func.greatest(AgentConversation.review_tries - 1, 0))
)
_END = (
    update(AgentConversation)
    .where(_IS_IT, _IS_DUE)
    .values(review_due_at=None, reviewed_at=bindparam("at"))
    .returning(AgentConversation.id)
)
_DROP = (
    update(AgentConversation)
    .where(and_(AgentConversation.bot_id == bindparam("of_bot"), _IS_DUE))
    .values(review_due_at=None)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueReview:
    """A conversation that is to be looked through from a time on, and how often that was tried."""

    conversation_id: UUID
    user_id: int
    due_at: datetime
    tries: int


async def let_be_due(tx: Transaction, conversation_id: UUID) -> None:
    """Let a conversation that is over be looked through, if anything was answered in it since it last was."""
    await tx.connection.execute(_LET_BE_DUE, {"of_conversation": conversation_id, "at": datetime.now(UTC)})


async def next_due(tx: Transaction, bot_id: int, user_ids: Collection[int]) -> DueReview | None:
    """Return the conversation of some users that is to be looked through first, perhaps only later.

    A user's conversations wait while they have a private one.
    """
    found = await tx.connection.execute(_NEXT, {"bot_id": bot_id, "user_ids": list(user_ids)})
    row = found.one_or_none()
    if row is None or row.due_at is None:
        return None
    return DueReview(conversation_id=row.id, user_id=row.user_id, due_at=row.due_at, tries=row.tries)


async def begin(tx: Transaction, conversation_id: UUID) -> int:
    """Count that a conversation is looked through once more, and return how often; 0 if it is not due any more."""
    return await tx.connection.scalar(_TRY, {"of_conversation": conversation_id}) or 0


async def put_off(tx: Transaction, conversation_id: UUID, until: datetime) -> None:
    """Let a conversation be looked through later."""
    await tx.connection.execute(_PUT_OFF, {"of_conversation": conversation_id, "until": until})


async def give_back(tx: Transaction, conversation_id: UUID, until: datetime) -> None:
    """Let a conversation be looked through later, and the last time not count."""
    await tx.connection.execute(_GIVE_BACK, {"of_conversation": conversation_id, "until": until})


async def end(tx: Transaction, conversation_id: UUID) -> bool:
    """Note that a conversation was looked through, or never will be; False if it was not due any more."""
    values = {"of_conversation": conversation_id, "at": datetime.now(UTC)}
    return await tx.connection.scalar(_END, values) is not None


async def drop(tx: Transaction, bot_id: int) -> None:
    """Let none of a bot's conversations be looked through that are over by now."""
    await tx.connection.execute(_DROP, {"of_bot": bot_id})
