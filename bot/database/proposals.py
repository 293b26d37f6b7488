"""Proposals as they are stored: changes that wait for their owner's button. Works in the caller's transaction."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, and_, bindparam, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.receipts import stored_change
from bot.database.tables import AgentMemoryProposal
from bot.values import (
    Addition,
    Change,
    ChangeKind,
    Forgetting,
    MemoryCategory,
    MemoryUpdate,
    Owner,
    Proposal,
    ProposalState,
    Wanted,
)

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_INSERT = insert(AgentMemoryProposal)
_IS_OWNED = and_(AgentMemoryProposal.bot_id == bindparam("bot_id"), AgentMemoryProposal.user_id == bindparam("user_id"))
_OF_OWNER = (
    select(AgentMemoryProposal).where(_IS_OWNED).order_by(AgentMemoryProposal.created_at, AgentMemoryProposal.id)
)
_OF_TURN = _OF_OWNER.where(AgentMemoryProposal.turn_id == bindparam("turn_id"))
_OF_CONVERSATION = _OF_OWNER.where(AgentMemoryProposal.conversation_id == bindparam("conversation_id"))
_PRESSED = aliased(AgentMemoryProposal)
_BESIDE = _OF_CONVERSATION.where(
    AgentMemoryProposal.offer_id
    == select(_PRESSED.offer_id).where(_PRESSED.id == bindparam("proposal_id")).scalar_subquery()
)
_ONE = _OF_OWNER.where(AgentMemoryProposal.id == bindparam("proposal_id"))
_OFFER = (
    update(AgentMemoryProposal)
    .where(
        AgentMemoryProposal.bot_id == bindparam("of_bot"),
        AgentMemoryProposal.user_id == bindparam("of_user"),
        AgentMemoryProposal.turn_id == bindparam("of_turn"),
        AgentMemoryProposal.state == ProposalState.WAITING,
        AgentMemoryProposal.offer_id.is_(None),
    )
    .values(offer_id=bindparam("offer"))
    .returning(AgentMemoryProposal.id)
)
_SET_STATE = update(AgentMemoryProposal).where(AgentMemoryProposal.id == bindparam("which"))


async def insert_proposal(tx: Transaction, owner: Owner, proposal: Proposal, offer_id: UUID | None) -> None:
    """Store a proposal, as part of an offer if it has an id already."""
    await tx.connection.execute(_INSERT, {**owner.columns, **_columns(proposal), "offer_id": offer_id})


async def offer(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
    """Mark what was proposed in an owner's turn as offered together, and return it in order: each proposal once."""
    which = {"of_bot": owner.bot_id, "of_user": owner.user_id, "of_turn": turn_id}
    new = set(await tx.connection.scalars(_OFFER, {**which, "offer": uuid7()}))
    return [proposal for proposal in await of_turn(tx, owner, turn_id) if proposal.id in new] if new else []


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
    """Return what was proposed in an owner's turn, in order."""
    return await _all(tx, _OF_TURN, {**owner.columns, "turn_id": turn_id})


async def of_conversation(tx: Transaction, owner: Owner, conversation_id: UUID) -> list[Proposal]:
    """Return what was proposed in an owner's conversation, in its turns and in its reviews, in order."""
    return await _all(tx, _OF_CONVERSATION, {**owner.columns, "conversation_id": conversation_id})


async def offered_with(tx: Transaction, owner: Owner, proposal: Proposal) -> list[Proposal]:
    """Return all that was offered together with a proposal, itself included, in order."""
    which = {"conversation_id": proposal.conversation_id, "proposal_id": proposal.id}
    return await _all(tx, _BESIDE, {**owner.columns, **which})


async def find(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal | None:
    """Return an owner's proposal, unless it is erased."""
    found = await _all(tx, _ONE, {**owner.columns, "proposal_id": proposal_id})
    return found[0] if found else None


async def set_state(tx: Transaction, proposal_id: UUID, state: ProposalState, change: Change | None) -> None:
    """Store what has come of a proposal."""
    values = {"state": state, "change": change and asdict(change)}
    await tx.connection.execute(_SET_STATE, {"which": proposal_id, **values})


async def _all(tx: Transaction, query: "Select[AgentMemoryProposal]", values: Mapping[str, object]) -> list[Proposal]:
    return [_proposal(row) for row in await tx.connection.execute(query, values)]


def _columns(proposal: Proposal) -> dict[str, object]:
    wanted = proposal.wanted
    row: dict[str, object] = {
        "id": proposal.id,
        "conversation_id": proposal.conversation_id,
        "turn_id": proposal.turn_id,
        "former": proposal.former,
        "state": proposal.state,
        "created_at": datetime.now(UTC),
        **dict.fromkeys(("memory_id", "category", "subject", "content")),
    }
    match wanted:
        case Addition():
            row |= {"kind": ChangeKind.ADDED, "category": wanted.category}
            row |= {"subject": wanted.subject or None, "content": wanted.content}
        case MemoryUpdate():
            row |= {"kind": ChangeKind.UPDATED, "memory_id": wanted.memory_id}
            row |= {"subject": wanted.subject or None, "content": wanted.content}
        case Forgetting():
            row |= {"kind": ChangeKind.FORGOTTEN, "memory_id": wanted.memory_id}
    return row


def _proposal(row: "Row[Any]") -> Proposal:
    return Proposal(
        id=row.id,
        conversation_id=row.conversation_id,
        turn_id=row.turn_id,
        wanted=_wanted(row),
        former=row.former,
        state=row.state,
        change=stored_change(row.change),
    )


def _wanted(row: "Row[Any]") -> Wanted:
    kind: ChangeKind = row.kind
    match kind:
        case ChangeKind.ADDED:
            return Addition(content=row.content, category=MemoryCategory(row.category), subject=row.subject)
        case ChangeKind.UPDATED:
            return MemoryUpdate(memory_id=row.memory_id, content=row.content, subject=row.subject)
        case ChangeKind.FORGOTTEN:
            return Forgetting(memory_id=row.memory_id)
