"""The receipts of a turn: the changes it made to memories. Works in the caller's transaction."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.values import Change, ChangeKind, Owner, Receipt

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_OF_TURN = (
    select(AgentMessage.receipt, AgentMessage.change)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentMessage.turn_id == bindparam("turn_id"),
        or_(AgentMessage.change.is_not(None), AgentMessage.receipt.is_not(None)),
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == bindparam("user_id"),
    )
    .order_by(AgentMessage.position)
)
_ANY = aliased(AgentMessage)
_ITS_POSITION = (
    select(_ANY.position)
    .where(and_(_ANY.turn_id == bindparam("of_turn"), or_(_ANY.change.is_not(None), _ANY.receipt.is_not(None))))
    .order_by(_ANY.position)
    .offset(bindparam("number"))
    .limit(1)
    .scalar_subquery()
)
_SET = update(AgentMessage).where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == _ITS_POSITION)
_ADDED = (
    select(func.count())
    .select_from(AgentMessage)
    .where(
        AgentMessage.turn_id == bindparam("turn_id"),
        AgentMessage.change["kind"].as_string() == ChangeKind.ADDED.value,
        func.coalesce(AgentMessage.change["undone"].as_boolean(), False).is_(False),
    )
)


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Receipt]:
    """Return the receipts of an owner's turn, in order; none of a turn that is another's or does not exist."""
    rows = await tx.connection.execute(_OF_TURN, {"turn_id": turn_id, **owner.columns})
    return [Receipt(stored_change(change), as_shown or "") for as_shown, change in rows]


async def added(tx: Transaction, turn_id: UUID) -> int:
    """Return how many memories a turn has added, without those that were undone."""
    return await tx.connection.scalar(_ADDED, {"turn_id": turn_id}) or 0


async def set_undone(tx: Transaction, turn_id: UUID, number: int, change: Change) -> None:
    """Replace the change of a turn's receipt, by its number from 0."""
    await tx.connection.execute(_SET, {"of_turn": turn_id, "number": number, "change": asdict(change)})


def stored_change(row: Mapping[str, Any] | None) -> Change | None:
    """Return a change as it was stored."""
    return Change(**{**row, "kind": ChangeKind(row["kind"])}) if row else None
