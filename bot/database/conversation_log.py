"""What was said in conversations, turn by turn, to be read. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from bot.database.engine import Transaction
from bot.database.tables import AgentMessage, AgentTurn
from bot.values.turns import TurnState


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTurn:
    """A turn: what its user said, in the words that they wrote, and the words of the answer."""

    id: UUID
    state: TurnState
    created_at: datetime
    said: Sequence[str]
    answer: str


async def turns(tx: Transaction, conversation_id: UUID, *, skip: int, most: int) -> list[LoggedTurn]:
    """Return turns of a conversation, the first one first; those that were taken back are left out."""
    own = func.coalesce(AgentMessage.text, AgentMessage.content)
    texts = func.array_agg(aggregate_order_by(own, AgentMessage.position))
    words = func.array_agg(aggregate_order_by(AgentMessage.content, AgentMessage.position))
    is_user = (AgentMessage.role == "user") & ~AgentMessage.from_keepsake
    is_answer = (AgentMessage.role == "assistant") & (AgentMessage.content != "") & ~AgentMessage.superseded
    found = await tx.connection.execute(
        select(
            AgentTurn.id,
            AgentTurn.state,
            AgentTurn.created_at,
            func.coalesce(texts.filter(is_user), []).label("said"),
            func.coalesce(words.filter(is_answer), []).label("answers"),
        )
        .outerjoin(AgentMessage, AgentMessage.turn_id == AgentTurn.id)
        .where(AgentTurn.conversation_id == conversation_id, AgentTurn.state != TurnState.SUPERSEDED)
        .group_by(AgentTurn.id)
        .order_by(AgentTurn.id)
        .offset(skip)
        .limit(most)
    )
    return [
        LoggedTurn(id=it.id, state=it.state, created_at=it.created_at, said=it.said, answer="\n\n".join(it.answers))
        for it in found
    ]
