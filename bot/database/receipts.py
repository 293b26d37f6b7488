"""The receipts of a turn: what it stored, changed or forgot, as its chat shows it, and how that is undone."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import and_, bindparam, func, select, update
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
        AgentMessage.receipt.is_not(None),
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == bindparam("user_id"),
    )
    .order_by(AgentMessage.position)
)
_ANY = aliased(AgentMessage)
_ITS_POSITION = (
    select(_ANY.position)
    .where(and_(_ANY.turn_id == bindparam("of_turn"), _ANY.receipt.is_not(None)))
    .order_by(_ANY.position)
    .offset(bindparam("number"))
    .limit(1)
    .scalar_subquery()
)
_REPLACE = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == _ITS_POSITION)
    .values(receipt=bindparam("told"), change=None)
)


_ADDED = (
    select(func.count())
    .select_from(AgentMessage)
    .where(
        AgentMessage.turn_id == bindparam("turn_id"),
        AgentMessage.change["kind"].as_string() == ChangeKind.ADDED.value,
    )
)


class Receipts:
    """The receipts of every turn. Works in the caller's transaction."""

    async def of(self, tx: Transaction, owner: Owner, turn_id: UUID) -> list[Receipt]:
        """Return the receipts of an owner's turn, in order; none of a turn that is another's or is not there."""
        rows = await tx.connection.execute(_OF_TURN, {"turn_id": turn_id, **owner.columns})
        return [Receipt(receipt or "", stored_change(change)) for receipt, change in rows]

    async def added(self, tx: Transaction, turn_id: UUID) -> int:
        """Return how many memories a turn has stored, but for those that were undone."""
        return await tx.connection.scalar(_ADDED, {"turn_id": turn_id}) or 0

    async def replace(self, tx: Transaction, turn_id: UUID, number: int, told: str) -> None:
        """Let a receipt, by its number from 0 on, tell something else, which can't be undone."""
        await tx.connection.execute(_REPLACE, {"of_turn": turn_id, "number": number, "told": told})


def stored_change(stored: Mapping[str, Any] | None) -> Change | None:
    """Return a change as it was stored."""
    return Change(**{**stored, "kind": ChangeKind(stored["kind"])}) if stored else None
