"""Receipts: a turn's changes of memories. Works in the caller's transaction."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, or_, select, update

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.values.changes import Change, ChangeKind, Receipt
from bot.values.owner import Owner

IS_RECEIPT: Final = or_(AgentMessage.change.is_not(None), AgentMessage.receipt.is_not(None))


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Receipt]:
    """Return the receipts of an owner's turn, in order; empty if the owner has no such turn."""
    rows = await tx.connection.execute(
        select(AgentMessage.receipt, AgentMessage.change)
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentMessage.turn_id == turn_id, IS_RECEIPT, AgentConversation.owned_by(owner))
        .order_by(AgentMessage.position)
    )
    return [Receipt(stored_change(change), as_shown or "") for as_shown, change in rows]


async def added(tx: Transaction, turn_id: UUID) -> int:
    """Return the number of memories added by a turn and not undone."""
    counted = select(func.count()).where(
        AgentMessage.turn_id == turn_id,
        AgentMessage.change["kind"].as_string() == ChangeKind.ADDED.value,
        func.coalesce(AgentMessage.change["undone"].as_boolean(), False).is_(False),
    )
    return await tx.connection.scalar(counted) or 0


async def set_undone(tx: Transaction, turn_id: UUID, number: int, change: Change) -> None:
    """Replace the change of a turn's receipt, by its index."""
    positions = select(AgentMessage.position).where(AgentMessage.turn_id == turn_id, IS_RECEIPT)
    position = await tx.connection.scalar(positions.order_by(AgentMessage.position).offset(number).limit(1))
    its = update(AgentMessage).where(AgentMessage.turn_id == turn_id, AgentMessage.position == position)
    await tx.connection.execute(its.values(change=asdict(change)))


def stored_change(row: Mapping[str, Any] | None) -> Change | None:
    """Return a stored change."""
    return Change(**{**row, "kind": ChangeKind(row["kind"])}) if row else None
