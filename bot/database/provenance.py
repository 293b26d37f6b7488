"""What was said when memories were learned, or where they were found. Works in the caller's transaction."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Integer, Row, SQLColumnExpression, Uuid, bindparam, func, select
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.sources import beginning, shown
from bot.database.tables import AgentConversation, AgentMemoryProposal, AgentMessage, AgentTurn, TelegramUpdate
from bot.values import Owner, ProposalState

_LONGEST: Final = 2_000
"""Most characters of a message read."""
_MOST_MESSAGES: Final = 10
"""Most messages of a turn read; the first ones."""
_SHORT: Final = 20
"""Characters up to which a message may only agree to something said before."""

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_BEFORE = aliased(AgentTurn)
_TURN_BEFORE = (
    select(_BEFORE.id)
    .where(_BEFORE.conversation_id == AgentTurn.conversation_id, _BEFORE.id < AgentTurn.id)
    .order_by(_BEFORE.id.desc())
    .limit(1)
    .correlate(AgentTurn)  # however deep it stands in a statement
    .scalar_subquery()
)


def _said(turn_id: SQLColumnExpression[UUID]) -> ColumnElement[list[Any]]:
    messages = select(beginning(_LONGEST)).where(AgentMessage.role == "user")
    first = messages.where(AgentMessage.turn_id == turn_id).order_by(AgentMessage.position).limit(_MOST_MESSAGES)
    return func.array(first.scalar_subquery())


def _heard(turn_id: SQLColumnExpression[UUID]) -> ColumnElement[int | None]:
    return select(func.max(TelegramUpdate.message_id)).where(TelegramUpdate.turn_id == turn_id).scalar_subquery()


_LESSONS = (
    select(
        AgentTurn.id,
        AgentConversation.number,
        _said(AgentTurn.id).label("said"),
        _heard(AgentTurn.id).label("message_id"),
        _said(_TURN_BEFORE).label("said_before"),
        _heard(_TURN_BEFORE).label("message_id_before"),
    )
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
        AgentMemoryProposal.state == ProposalState.ACCEPTED,
        AgentMemoryProposal.change["memory_id"].as_string() == bindparam("memory_id"),
        AgentConversation.number.is_not(None),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a user said in a turn, on one line: in which conversation, and up to which Telegram message.

    If that is as short as a "yes", it is what they said in the turn before, and then that.
    """

    words: str
    conversation: int | None
    message_id: int | None


async def of_turns(tx: Transaction, owner: Owner, turn_ids: Collection[UUID]) -> Mapping[UUID, Provenance]:
    """Return what was said in turns, by their ids, as far as they are there."""
    if not turn_ids:
        return {}
    rows = await tx.connection.execute(_LESSONS, {"turn_ids": list(turn_ids), **owner.columns})
    sources = {row.id: _provenance(row) for row in rows}
    return {turn_id: source for turn_id, source in sources.items() if source.words}


async def found_in(tx: Transaction, owner: Owner, memory_id: str) -> Mapping[int, int]:
    """Return in which conversations, once over, a memory's versions were found, by the versions' numbers."""
    rows = await tx.connection.execute(_FOUND, {"memory_id": memory_id, **owner.columns})
    return {row.version: row.number for row in rows}


def _provenance(row: "Row[*tuple[Any, ...]]") -> Provenance:
    words, before = (" ".join(map(shown, said)) for said in (row.said, row.said_before))
    if before and len(words) <= _SHORT:
        message_id = row.message_id_before or row.message_id
        return Provenance(words=f"{before} … {words}", conversation=row.number, message_id=message_id)
    return Provenance(words=words, conversation=row.number, message_id=row.message_id)
