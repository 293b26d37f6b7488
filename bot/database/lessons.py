"""What was said when memories were learned, or where they were found."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import ARRAY, Integer, Uuid, bindparam, func, select

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMemoryProposal, AgentMessage, AgentTurn, TelegramUpdate
from bot.messages import Owner, ProposalState
from bot.prompt import words_shown

_LONGEST: Final = 2_000
"""So many characters of a message are read,"""
_MOST_MESSAGES: Final = 10
"""and so many messages of a turn, the first ones."""

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_SAID = func.array(
    select(func.left(AgentMessage.content, _LONGEST))
    .where(AgentMessage.turn_id == AgentTurn.id, AgentMessage.kind == "user")
    .order_by(AgentMessage.position)
    .limit(_MOST_MESSAGES)
    .correlate(AgentTurn)
    .scalar_subquery()
)
_HEARD = (
    select(func.max(TelegramUpdate.message_id))
    .where(TelegramUpdate.turn_id == AgentTurn.id)
    .correlate(AgentTurn)
    .scalar_subquery()
)
_LESSONS = (
    select(AgentTurn.id, AgentConversation.number, _SAID.label("said"), _HEARD.label("message_id"))
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentTurn.id == func.any(bindparam("turn_ids", type_=ARRAY(Uuid))),
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == bindparam("user_id"),
    )
)
_FOUND = (
    select(AgentMemoryProposal.change["version"].as_string().cast(Integer).label("version"), AgentConversation.number)
    .join(AgentConversation, AgentConversation.id == AgentMemoryProposal.conversation_id)
    .where(
        AgentMemoryProposal.bot_id == bindparam("bot_id"),
        AgentMemoryProposal.user_id == bindparam("user_id"),
        AgentMemoryProposal.turn_id.is_(None),
        AgentMemoryProposal.state == ProposalState.ACCEPTED.value,
        AgentMemoryProposal.change["memory_id"].as_string() == bindparam("memory_id"),
        AgentConversation.number.is_not(None),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a user said in a turn, on one line: in which conversation, and up to which Telegram message."""

    words: str
    conversation: int | None
    message_id: int | None


class Lessons:
    """What was said in every owner's turns. Works in the caller's transaction."""

    async def of(self, tx: Transaction, owner: Owner, turn_ids: Collection[UUID]) -> Mapping[UUID, Lesson]:
        """Return what was said in turns, by their ids, as far as they are there."""
        if not turn_ids:
            return {}
        rows = await tx.connection.execute(_LESSONS, {"turn_ids": list(turn_ids), **owner.columns})
        return {
            row.id: Lesson(
                words=" ".join(map(words_shown, row.said)), conversation=row.number, message_id=row.message_id
            )
            for row in rows
        }

    async def found(self, tx: Transaction, owner: Owner, memory_id: str) -> Mapping[int, int]:
        """Return in which conversations, once over, a memory's wordings were found, by the wordings' numbers."""
        rows = await tx.connection.execute(_FOUND, {"memory_id": memory_id, **owner.columns})
        return {row.version: row.number for row in rows}
