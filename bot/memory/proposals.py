"""Proposals: changes to memories that wait for their owner's button. Works in the caller's transaction.

A proposal changes no memory before it is accepted. None is sent to a model.
"""

from dataclasses import replace
from uuid import UUID

from bot.database import memories as stored
from bot.database import proposals
from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.memories import content_key
from bot.database.notes import add_note
from bot.errors import AlreadyProposed, ChangedSince, NoSuchProposal, NothingChanges
from bot.memory.block import describe
from bot.memory.operations import Memories
from bot.values import (
    Addition,
    Changed,
    Embedding,
    Forgetting,
    MemoryUpdate,
    Owner,
    Proposal,
    ProposalState,
    Wanted,
)


async def propose(
    tx: Transaction,
    memories: Memories,
    owner: Owner,
    wanted: Wanted,
    *,
    conversation_id: UUID,
    turn_id: UUID | None = None,
    offer_id: UUID | None = None,
    embedding: Embedding | None = None,
) -> Proposal:
    """Store a change that a turn of a conversation wants, or its review (no turn), until its owner accepts it.

    What a review proposes is offered at once, with all that has the same `offer_id`; a turn's when the turn ends.
    Raises what the operation would, NothingChanges, or AlreadyProposed if the same turn wants it already, or for a
    review the same conversation. A full store refuses what a turn wants, whose model can say so; what a review wants is
    refused when it is accepted.
    """
    former = await _checked(tx, memories, owner, wanted, embedding, may_be_full=turn_id is None)
    if turn_id:
        beside = await proposals.of_turn(tx, owner, turn_id)
    else:
        beside = await proposals.of_conversation(tx, owner, conversation_id)
    if any(_key(it.wanted) == _key(wanted) for it in beside):
        raise AlreadyProposed
    proposal = Proposal(
        id=uuid7(),
        conversation_id=conversation_id,
        turn_id=turn_id,
        wanted=wanted,
        former=former,
        state=ProposalState.WAITING,
        change=None,
    )
    await proposals.insert_proposal(tx, owner, proposal, offer_id)
    return proposal


async def accept(tx: Transaction, memories: Memories, owner: Owner, proposal_id: UUID) -> Proposal:
    """Do what is proposed, tell the running conversation, and return the proposal as it is then.

    Nothing happens to one that was accepted already. Raises NoSuchProposal, ChangedSince if the memory says something
    else than it did then, and what the operation does.
    """
    await stored.lock(tx, owner)
    proposal = await _get(tx, owner, proposal_id)
    if proposal.state is ProposalState.WAITING:
        done = await _do(tx, memories, owner, proposal)
        await proposals.set_state(tx, proposal_id, ProposalState.ACCEPTED, done.change)
    return await _get(tx, owner, proposal_id)


async def undo(tx: Transaction, memories: Memories, owner: Owner, proposal_id: UUID) -> Proposal:
    """Undo what was accepted, tell the running conversation, and return the proposal as it is then.

    Nothing happens to one that waits, or was undone already. Raises NoSuchProposal, and what `Memories.undo` does.
    """
    await stored.lock(tx, owner)
    proposal = await _get(tx, owner, proposal_id)
    if proposal.change:
        await memories.undo(tx, owner, proposal.change)
        await proposals.set_state(tx, proposal_id, ProposalState.UNDONE, None)
    return await _get(tx, owner, proposal_id)


async def _get(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
    proposal = await proposals.find(tx, owner, proposal_id)
    if proposal is None:
        raise NoSuchProposal
    return proposal


async def _checked(
    tx: Transaction, memories: Memories, owner: Owner, wanted: Wanted, embedding: Embedding | None, *, may_be_full: bool
) -> str | None:
    """Return the text of the memory that is to be changed, if it is one. Raises what changing it would."""
    match wanted:
        case Addition():
            await memories.check_new(tx, owner, wanted, embedding, may_be_full=may_be_full)
            return None
        case MemoryUpdate():
            memory = await memories.check_update(tx, owner, wanted)
            if (wanted.content, wanted.subject or memory.subject) == (memory.content, memory.subject):
                raise NothingChanges
            return memory.content
        case Forgetting(memory_id=memory_id):
            await stored.lock(tx, owner)
            return (await memories.get(tx, owner, memory_id)).content


async def _do(tx: Transaction, memories: Memories, owner: Owner, proposal: Proposal) -> Changed:
    """Do what is proposed; its owner has agreed to that for what the memory said then."""
    wanted, source, origin = proposal.wanted, proposal.source, proposal.origin
    if not isinstance(wanted, Addition):
        now = await memories.get(tx, owner, wanted.memory_id)
        if now.content != proposal.former:
            raise ChangedSince
    match wanted:
        case Addition():
            done = await memories.add(tx, owner, replace(wanted, is_new=True), source=source, origin=origin)
            note = f"A memory was stored beside this conversation:\n{describe([done.memory])}"
        case MemoryUpdate():
            done = await memories.update(tx, owner, wanted, source=source, origin=origin)
            note = f"A memory was changed beside this conversation; it says now:\n{describe([done.memory])}"
        case Forgetting():
            done = await memories.forget(tx, owner, wanted.memory_id)
            note = f"The user has agreed that memory [id:{done.memory.id}] is forgotten; it is deleted."
    await add_note(tx, owner, note, [] if isinstance(wanted, Forgetting) else [done.memory])
    return done


def _key(wanted: Wanted) -> tuple[str, str]:
    """Return what is the same of two wishes that come to the same."""
    match wanted:
        case Addition(content=content):
            return "", content_key(content)
        case MemoryUpdate(memory_id=memory_id, content=content):
            return memory_id, content_key(content)
        case Forgetting(memory_id=memory_id):
            return memory_id, ""
