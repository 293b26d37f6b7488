"""The proposals: what is to be done to memories, and waits for their owner's button."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Row, Select, and_, bindparam, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.memories import Memories, content_key
from bot.database.notes import add_note, describe
from bot.database.receipts import stored_change
from bot.database.tables import AgentMemoryProposal
from bot.errors import ChangedSince, NoSuchProposal, SameMemory
from bot.values import (
    Addition,
    Change,
    ChangeKind,
    Forgetting,
    Meaning,
    MemoryCategory,
    Owner,
    Proposal,
    ProposalState,
    Rewording,
    Wanted,
)

_PROPOSED_ALREADY: Final = "This was proposed already; it waits for the owner's button, if it was not undone."

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
        AgentMemoryProposal.state == ProposalState.WAITING.value,
        AgentMemoryProposal.offer_id.is_(None),
    )
    .values(offer_id=bindparam("offer"))
    .returning(AgentMemoryProposal.id)
)
_SET_STATE = update(AgentMemoryProposal).where(AgentMemoryProposal.id == bindparam("which"))


class Proposals:
    """Every owner's proposals. Works in the caller's transaction.

    What nobody accepts never changes a memory. None is sent to a model.
    """

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def propose(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: Wanted,
        *,
        conversation_id: UUID,
        turn_id: UUID | None = None,
        offer_id: UUID | None = None,
        meaning: Meaning | None = None,
    ) -> Proposal:
        """Keep what is wanted in a turn of a conversation, or in its review (no turn), until its owner accepts it.

        What a review proposes is offered at once, with all that has the same `offer_id`; for a turn, `offer` does it.
        Raises what doing it would (SameMemory, SimilarMemories, StoreFull, NoSuchMemory, MemoryDeleted), and SameMemory
        if it would change nothing, or was proposed there already: in this turn, or for a review in its conversation.
        A full store refuses a turn's wish alone, whose model can say so; a review's is refused when it is accepted.
        """
        former = await self._checked(tx, owner, wanted, meaning, may_be_full=turn_id is None)
        if turn_id:
            beside = await self.of_turn(tx, owner, turn_id)
        else:
            beside = await self.of_conversation(tx, owner, conversation_id)
        if any(_key(it.wanted) == _key(wanted) for it in beside):
            raise SameMemory(_PROPOSED_ALREADY)
        proposal = Proposal(
            id=uuid7(),
            conversation_id=conversation_id,
            turn_id=turn_id,
            wanted=wanted,
            former=former,
            state=ProposalState.WAITING,
            change=None,
        )
        await tx.connection.execute(_INSERT, {**owner.columns, **_columns(proposal), "offer_id": offer_id})
        return proposal

    async def offer(self, tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
        """Return what was proposed in an owner's turn, in order, and is now offered to them together: each is once."""
        which = {"of_bot": owner.bot_id, "of_user": owner.user_id, "of_turn": turn_id}
        new = set(await tx.connection.scalars(_OFFER, {**which, "offer": uuid7()}))
        return [proposal for proposal in await self.of_turn(tx, owner, turn_id) if proposal.id in new] if new else []

    async def of_turn(self, tx: Transaction, owner: Owner, turn_id: UUID) -> list[Proposal]:
        """Return what was proposed in an owner's turn, in order."""
        return await self._all(tx, _OF_TURN, {**owner.columns, "turn_id": turn_id})

    async def of_conversation(self, tx: Transaction, owner: Owner, conversation_id: UUID) -> list[Proposal]:
        """Return what was proposed in an owner's conversation, in its turns and in its reviews, in order."""
        return await self._all(tx, _OF_CONVERSATION, {**owner.columns, "conversation_id": conversation_id})

    async def beside(self, tx: Transaction, owner: Owner, proposal: Proposal) -> list[Proposal]:
        """Return all that was offered together with a proposal, itself included, in order."""
        which = {"conversation_id": proposal.conversation_id, "proposal_id": proposal.id}
        return await self._all(tx, _BESIDE, {**owner.columns, **which})

    async def get(self, tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
        """Return a proposal as it stands. Raises NoSuchProposal if it is erased, or another owner's."""
        found = await self._all(tx, _ONE, {**owner.columns, "proposal_id": proposal_id})
        if not found:
            raise NoSuchProposal
        return found[0]

    async def accept(self, tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
        """Do what is proposed, tell the running conversation, and return the proposal as it is then.

        Nothing happens to one that was accepted already. Raises NoSuchProposal, ChangedSince if the memory does not say
        any more what it said then, SameMemory, StoreFull, NoSuchMemory or MemoryDeleted.
        """
        await self._memories.hold(tx, owner)
        proposal = await self.get(tx, owner, proposal_id)
        if proposal.state is ProposalState.WAITING:
            change = await self._do(tx, owner, proposal)
            await self._set(tx, proposal_id, ProposalState.ACCEPTED, change)
        return await self.get(tx, owner, proposal_id)

    async def undo(self, tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
        """Take back what was accepted, tell the running conversation, and return the proposal as it is then.

        Nothing happens to one that waits, or was undone already. Raises NoSuchProposal, and what `Memories.undo` does.
        """
        await self._memories.hold(tx, owner)
        proposal = await self.get(tx, owner, proposal_id)
        if proposal.change:
            await self._memories.undo(tx, owner, proposal.change)
            await self._set(tx, proposal_id, ProposalState.UNDONE, None)
        return await self.get(tx, owner, proposal_id)

    async def _checked(
        self, tx: Transaction, owner: Owner, wanted: Wanted, meaning: Meaning | None, *, may_be_full: bool
    ) -> str | None:
        """Return the text of the memory that is to be changed, if it is one. Raises what changing it would."""
        match wanted:
            case Addition(content=content, subject=subject, is_new=is_new):
                await self._memories.check_new(
                    tx,
                    owner,
                    content=content,
                    subject=subject,
                    meaning=meaning,
                    is_new=is_new,
                    may_be_full=may_be_full,
                )
                return None
            case Rewording(memory_id=memory_id, content=content, subject=subject):
                memory = await self._memories.check_update(tx, owner, memory_id, content=content)
                if (content, subject or memory.subject) == (memory.content, memory.subject):
                    raise SameMemory("The memory already says this.")
                return memory.content
            case Forgetting(memory_id=memory_id):
                await self._memories.hold(tx, owner)
                return (await self._memories.get(tx, owner, memory_id)).content

    async def _do(self, tx: Transaction, owner: Owner, proposal: Proposal) -> Change:
        """Do what is proposed; its owner has agreed to that for what the memory said then."""
        wanted = proposal.wanted
        if not isinstance(wanted, Addition):
            now = await self._memories.get(tx, owner, wanted.memory_id)
            if now.content != proposal.former:
                raise ChangedSince
        match wanted:
            case Addition():
                added = await self._memories.add(
                    tx,
                    owner,
                    content=wanted.content,
                    category=wanted.category,
                    subject=wanted.subject,
                    is_new=True,
                    source=proposal.source,
                    origin=proposal.origin,
                )
                await add_note(tx, owner, f"A memory was stored beside this conversation:\n{describe([added])}")
                return Change.of(ChangeKind.ADDED, added)
            case Rewording():
                before, after = await self._memories.update(
                    tx,
                    owner,
                    wanted.memory_id,
                    content=wanted.content,
                    subject=wanted.subject,
                    source=proposal.source,
                    origin=proposal.origin,
                )
                await add_note(
                    tx, owner, f"A memory was changed beside this conversation; it says now:\n{describe([after])}"
                )
                return Change.of(ChangeKind.UPDATED, after, before)
            case Forgetting():
                gone = await self._memories.delete(tx, owner, wanted.memory_id)
                await add_note(
                    tx, owner, f"The user has agreed that memory [id:{gone.id}] is forgotten; it is deleted."
                )
                return Change.of(ChangeKind.FORGOTTEN, gone)

    async def _all(
        self, tx: Transaction, query: "Select[AgentMemoryProposal]", values: Mapping[str, object]
    ) -> list[Proposal]:
        return [_proposal(row) for row in await tx.connection.execute(query, values)]

    async def _set(self, tx: Transaction, proposal_id: UUID, state: ProposalState, change: Change | None) -> None:
        values = {"state": state.value, "change": change and asdict(change)}
        await tx.connection.execute(_SET_STATE, {"which": proposal_id, **values})


def _key(wanted: Wanted) -> tuple[str, str]:
    """Return what is the same of two wishes that come to the same."""
    match wanted:
        case Addition(content=content):
            return "", content_key(content)
        case Rewording(memory_id=memory_id, content=content):
            return memory_id, content_key(content)
        case Forgetting(memory_id=memory_id):
            return memory_id, ""


def _columns(proposal: Proposal) -> dict[str, object]:
    wanted = proposal.wanted
    row: dict[str, object] = {
        "id": proposal.id,
        "conversation_id": proposal.conversation_id,
        "turn_id": proposal.turn_id,
        "former": proposal.former,
        "state": proposal.state.value,
        "created_at": datetime.now(UTC),
        **dict.fromkeys(("memory_id", "category", "subject", "content")),
    }
    match wanted:
        case Addition():
            row |= {"kind": ChangeKind.ADDED.value, "category": wanted.category.value}
            row |= {"subject": wanted.subject or None, "content": wanted.content}
        case Rewording():
            row |= {"kind": ChangeKind.UPDATED.value, "memory_id": wanted.memory_id}
            row |= {"subject": wanted.subject or None, "content": wanted.content}
        case Forgetting():
            row |= {"kind": ChangeKind.FORGOTTEN.value, "memory_id": wanted.memory_id}
    return row


def _proposal(row: "Row[Any]") -> Proposal:
    return Proposal(
        id=row.id,
        conversation_id=row.conversation_id,
        turn_id=row.turn_id,
        wanted=_wanted(row),
        former=row.former,
        state=ProposalState(row.state),
        change=stored_change(row.change),
    )


def _wanted(row: "Row[Any]") -> Wanted:
    match ChangeKind(row.kind):
        case ChangeKind.ADDED:
            return Addition(content=row.content, category=MemoryCategory(row.category), subject=row.subject)
        case ChangeKind.UPDATED:
            return Rewording(memory_id=row.memory_id, content=row.content, subject=row.subject)
        case ChangeKind.FORGOTTEN:
            return Forgetting(memory_id=row.memory_id)
