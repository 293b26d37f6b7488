"""Proposals: changes that wait for their owner's button. Works in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.memories import subject_key
from bot.database.receipts import stored_change
from bot.database.tables import AgentMemoryProposal
from bot.values.changes import Addition, Change, ChangeKind, Forgetting, MemoryUpdate, Proposal, ProposalState, Wanted
from bot.values.owner import Owner

_SAME: Final = ("id", "conversation_id", "turn_id", "former", "state", "untrusted")


async def insert_proposal(tx: Transaction, owner: Owner, proposal: Proposal, offer_id: UUID | None) -> None:
    """Store a proposal, as part of an offer if it has an id."""
    row = {**owner.columns, "offer_id": offer_id, "created_at": datetime.now(UTC), **_columns(proposal.wanted)}
    row |= {name: getattr(proposal, name) for name in _SAME}
    await tx.connection.execute(insert(AgentMemoryProposal), row)


async def offer(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
    """Mark a turn's proposals as offered together, and return them in order, each once."""
    offered = (
        update(AgentMemoryProposal)
        .where(
            AgentMemoryProposal.owned_by(owner),
            AgentMemoryProposal.turn_id == turn_id,
            AgentMemoryProposal.state == ProposalState.WAITING,
            AgentMemoryProposal.offer_id.is_(None),
        )
        .values(offer_id=uuid7())
        .returning(AgentMemoryProposal.id)
    )
    new = list(await tx.connection.scalars(offered))
    return await those(tx, owner, new)


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
    """Return the proposals of an owner's turn, in order."""
    return await _those(tx, owner, AgentMemoryProposal.turn_id == turn_id)


async def of_conversation(tx: Transaction, owner: Owner, conversation_id: UUID) -> list[Proposal]:
    """Return the proposals of an owner's conversation, from its turns and its reviews, in order."""
    return await _those(tx, owner, AgentMemoryProposal.conversation_id == conversation_id)


async def offered_with(tx: Transaction, owner: Owner, proposal: Proposal) -> list[Proposal]:
    """Return the proposals offered together with one, including itself, in order."""
    pressed = aliased(AgentMemoryProposal)
    its_offer = select(pressed.offer_id).where(pressed.id == proposal.id).scalar_subquery()
    return await _those(tx, owner, AgentMemoryProposal.offer_id == its_offer)


async def those(tx: Transaction, owner: Owner, proposal_ids: Sequence[UUID]) -> list[Proposal]:
    """Return the owner's proposals with these ids, in order."""
    return await _those(tx, owner, AgentMemoryProposal.id.in_(proposal_ids)) if proposal_ids else []


async def turns_answered(tx: Transaction, owner: Owner, memory_ids: Collection[str], except_id: UUID) -> list[UUID]:
    """Return the other turns whose answers asked about these memories, which were accepted since."""
    asked = select(AgentMemoryProposal.turn_id).where(
        AgentMemoryProposal.owned_by(owner),
        AgentMemoryProposal.state == ProposalState.ACCEPTED,
        AgentMemoryProposal.change["memory_id"].as_string().in_(memory_ids),
        AgentMemoryProposal.turn_id != except_id,
        ~AgentMemoryProposal.untrusted,
    )
    return [turn_id for turn_id in await tx.connection.scalars(asked.distinct()) if turn_id]


async def replaceable(tx: Transaction, owner: Owner, wanted: Addition) -> list[tuple[Proposal, str]]:
    """Return what answers ask about and nobody has decided, with its text: additions of a category and a subject."""
    asked = and_(
        AgentMemoryProposal.state == ProposalState.WAITING,
        AgentMemoryProposal.kind == ChangeKind.ADDED,
        AgentMemoryProposal.category == wanted.category,
        AgentMemoryProposal.turn_id.is_not(None),
        ~AgentMemoryProposal.untrusted,
    )
    return [
        (it, it.wanted.content)
        for it in await _those(tx, owner, asked)
        if isinstance(it.wanted, Addition) and subject_key(it.wanted.subject) == subject_key(wanted.subject)
    ]


async def replace_by(tx: Transaction, former: Sequence[Proposal], newer: Proposal) -> None:
    """Let a newer proposal take the place of others, which can't be accepted any more."""
    its = update(AgentMemoryProposal).where(AgentMemoryProposal.id.in_([it.id for it in former]))
    await tx.connection.execute(its.values(state=ProposalState.DISMISSED, replaced_by=newer.id))


async def turns_replaced(tx: Transaction, owner: Owner, turn_id: UUID) -> list[UUID]:
    """Return the earlier turns whose answers asked about what this turn's proposals replace."""
    newer = aliased(AgentMemoryProposal)
    asked = (
        select(AgentMemoryProposal.turn_id)
        .join(newer, newer.id == AgentMemoryProposal.replaced_by)
        .where(AgentMemoryProposal.owned_by(owner), newer.turn_id == turn_id, AgentMemoryProposal.turn_id != turn_id)
    )
    return [earlier for earlier in await tx.connection.scalars(asked.distinct()) if earlier]


async def find(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal | None:
    """Return an owner's proposal, unless it is erased."""
    found = await those(tx, owner, [proposal_id])
    return found[0] if found else None


async def set_state(tx: Transaction, proposal: Proposal, state: ProposalState, change: Change | None) -> Proposal:
    """Set a proposal's state and change; return the new proposal."""
    its = update(AgentMemoryProposal).where(AgentMemoryProposal.id == proposal.id)
    await tx.connection.execute(its.values(state=state, change=change and asdict(change)))
    return replace(proposal, state=state, change=change)


async def _those(tx: Transaction, owner: Owner, condition: ColumnElement[bool]) -> list[Proposal]:
    rows = await tx.connection.execute(
        select(*AgentMemoryProposal.__table__.columns)
        .where(AgentMemoryProposal.owned_by(owner), condition)
        .order_by(AgentMemoryProposal.created_at, AgentMemoryProposal.id)
    )
    return [
        Proposal(wanted=_wanted(row), change=stored_change(row.change), **{name: getattr(row, name) for name in _SAME})
        for row in rows
    ]


def _columns(wanted: Wanted) -> dict[str, object]:
    columns = {name: getattr(wanted, name, None) or None for name in ("memory_id", "category", "subject", "content")}
    kinds = {Addition: ChangeKind.ADDED, MemoryUpdate: ChangeKind.UPDATED, Forgetting: ChangeKind.FORGOTTEN}
    return {"kind": kinds[type(wanted)], **columns}


def _wanted(row: "Row[Any]") -> Wanted:
    kind: ChangeKind = row.kind
    match kind:
        case ChangeKind.ADDED:
            return Addition(content=row.content, category=row.category, subject=row.subject)
        case ChangeKind.UPDATED:
            return MemoryUpdate(memory_id=row.memory_id, content=row.content, subject=row.subject)
        case ChangeKind.FORGOTTEN:
            return Forgetting(memory_id=row.memory_id)
