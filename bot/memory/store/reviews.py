"""Schedule of reviews of conversations that are over. Works in the caller's transaction."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Update, exists, func, or_, select, update
from sqlalchemy.orm import aliased

from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation, AgentTurn
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

_IS_DUE = AgentConversation.review_due_at.is_not(None)
_WAS_ANSWERED: Final = exists().where(
    AgentTurn.conversation_id == AgentConversation.id,
    AgentTurn.state == TurnState.ANSWERED,
    or_(AgentConversation.reviewed_at.is_(None), AgentTurn.ended_at > AgentConversation.reviewed_at),
)
"""Whether a conversation has answers since its last review."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueReview:
    """A conversation to review, the time from which it is due, and the number of attempts."""

    conversation_id: UUID
    user_id: int
    due_at: datetime
    tries: int


async def let_be_due(tx: Transaction, conversation_id: UUID) -> None:
    """Schedule the review of an ended conversation, if it has answers since the last one."""
    its = update(AgentConversation).where(AgentConversation.id == conversation_id, _WAS_ANSWERED)
    await tx.connection.execute(its.values(review_due_at=datetime.now(UTC), review_tries=0))


async def let_left_be_due(tx: Transaction, bot_id: int, user_ids: Collection[int], idle_limit: timedelta) -> None:
    """Schedule the reviews of conversations to which these users may not return, such as those in topics.

    These are open, and their user has written elsewhere since they were idle for `idle_limit`: a conversation ends only
    with the next message in its own place.
    """
    other = aliased(AgentConversation)
    was_elsewhere = exists().where(
        other.bot_id == AgentConversation.bot_id,
        other.user_id == AgentConversation.user_id,
        other.last_message_at > AgentConversation.last_message_at + idle_limit,
    )
    left = update(AgentConversation).where(
        AgentConversation.bot_id == bot_id,
        AgentConversation.user_id.in_(user_ids),
        AgentConversation.ended_at.is_(None),
        AgentConversation.mode == ConversationMode.KEPT,
        AgentConversation.review_due_at.is_(None),
        was_elsewhere,
        _WAS_ANSWERED,
    )
    await tx.connection.execute(left.values(review_due_at=datetime.now(UTC), review_tries=0))


async def next_due(tx: Transaction, bot_id: int, user_ids: Collection[int]) -> DueReview | None:
    """Return the first conversation to review of these users, perhaps with a time in the future.

    A user's conversations wait while they have a private one.
    """
    private = aliased(AgentConversation)
    is_in_private = exists().where(
        private.bot_id == AgentConversation.bot_id,
        private.user_id == AgentConversation.user_id,
        private.mode == ConversationMode.PRIVATE,
    )
    found = await tx.connection.execute(
        select(
            AgentConversation.id.label("conversation_id"),
            AgentConversation.user_id,
            AgentConversation.review_due_at.label("due_at"),
            AgentConversation.review_tries.label("tries"),
        )
        .where(
            AgentConversation.bot_id == bot_id,
            AgentConversation.user_id.in_(user_ids),
            _IS_DUE,
            ~is_in_private,
        )
        .order_by(AgentConversation.review_due_at, AgentConversation.id)
        .limit(1)
    )
    row = found.one_or_none()
    return DueReview(**row._asdict()) if row else None


async def begin(tx: Transaction, conversation_id: UUID) -> bool:
    """Count an attempt at a review; False if it is no longer due."""
    begun = _due(conversation_id).values(review_tries=AgentConversation.review_tries + 1)
    return (await tx.connection.execute(begun)).rowcount > 0


async def put_off(tx: Transaction, conversation_id: UUID, until: datetime) -> None:
    """Postpone a review."""
    await tx.connection.execute(_due(conversation_id).values(review_due_at=until))


async def give_back(tx: Transaction, conversation_id: UUID, until: datetime) -> None:
    """Postpone a review without counting the last attempt."""
    tries = func.greatest(AgentConversation.review_tries - 1, 0)
    await tx.connection.execute(_due(conversation_id).values(review_due_at=until, review_tries=tries))


async def end(tx: Transaction, conversation_id: UUID) -> bool:
    """Remove a conversation from the schedule; False if it was no longer due."""
    ended = _due(conversation_id).values(review_due_at=None, reviewed_at=datetime.now(UTC))
    return (await tx.connection.execute(ended)).rowcount > 0


async def drop(tx: Transaction, bot_id: int) -> None:
    """Remove all conversations of a bot from the schedule."""
    due = update(AgentConversation).where(AgentConversation.bot_id == bot_id, _IS_DUE)
    await tx.connection.execute(due.values(review_due_at=None))


def _due(conversation_id: UUID) -> Update:
    return update(AgentConversation).where(AgentConversation.id == conversation_id, _IS_DUE)
