"""Whether conversations hold untrusted text, and since when. Works in the caller's transaction."""

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from sqlalchemy import case, literal, select

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.values.conversations import FROM_THE_BEGINNING

_FIRST: Final = (
    select(AgentMessage.turn_id)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .where(AgentTurn.conversation_id == AgentConversation.id, AgentMessage.untrusted.is_(True))
    .order_by(AgentMessage.turn_id)
    .limit(1)
    .scalar_subquery()
)
_SINCE: Final = select(
    AgentConversation.id,
    case((AgentConversation.carries_untrusted, literal(FROM_THE_BEGINNING)), else_=_FIRST).label("turn_id"),
)


async def untrusted_since(tx: Transaction, conversation_ids: Collection[UUID]) -> Mapping[UUID, UUID]:
    """Return the turn since which each conversation holds untrusted text, which its later answers may repeat.

    Turns that left the prompt count, since a summary may repeat them. What is carried from another conversation counts
    from the beginning. Conversations that hold none are left out.
    """
    rows = await tx.connection.execute(_SINCE.where(AgentConversation.id.in_(conversation_ids)))
    return {row.id: row.turn_id for row in rows if row.turn_id}


async def holds_untrusted(tx: Transaction, conversation_id: UUID) -> bool:
    """Tell whether a conversation holds untrusted text."""
    return bool(await untrusted_since(tx, [conversation_id]))
