"""Proposals: changes to memories that wait for their owner's button. Works in the caller's transaction.

A proposal changes no memory before it is accepted. None is sent to a model.
"""

from dataclasses import replace
from uuid import UUID

from bot.database import memories as stored
from bot.database import proposals
from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.errors import AlreadyProposed, ChangedSince, NoSuchProposal, NothingChanges
from bot.memory.operations import Memories, tell
from bot.values import (
    Addition,
    ChangeKind,
    Embedding,
    Forgetting,
    MemoryUpdate,
    Owner,
    Proposal,
    ProposalState,
    Wanted,
    folded,
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
    former = None
    if isinstance(wanted, Addition):
        await memories.check_new(tx, owner, wanted, embedding, may_be_full=turn_id is None)
    else:
        memory = await memories.check_change(tx, owner, wanted)
        former = memory.content
        if isinstance(wanted, MemoryUpdate):
            text = (wanted.content, wanted.subject or memory.subject)
            if text == (former, memory.subject):
                raise NothingChanges
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
    if proposal.state is not ProposalState.WAITING:
        return proposal
    wanted = proposal.wanted
    if isinstance(wanted, Addition):
        wanted = replace(wanted, is_new=True)
    elif (await memories.get(tx, owner, wanted.memory_id)).content != proposal.former:
        raise ChangedSince
    done = await memories.change(tx, owner, wanted, source=proposal.source, origin=proposal.origin)
    match done.change.kind:
        case ChangeKind.ADDED:
            await tell(tx, owner, "A memory was stored beside this conversation", [done.memory])
        case ChangeKind.UPDATED:
            await tell(tx, owner, "A memory was changed beside this conversation; it says now", [done.memory])
        case ChangeKind.FORGOTTEN:
            await tell(tx, owner, f"The user has agreed that memory [id:{done.memory.id}] is forgotten; it is deleted.")
    return await proposals.set_state(tx, proposal, ProposalState.ACCEPTED, done.change)


async def undo(tx: Transaction, memories: Memories, owner: Owner, proposal_id: UUID) -> Proposal:
    """Undo what was accepted, tell the running conversation, and return the proposal as it is then.

    Nothing happens to one that waits, or was undone already. Raises NoSuchProposal, and what `Memories.undo` does.
    """
    await stored.lock(tx, owner)
    proposal = await _get(tx, owner, proposal_id)
    if proposal.change is None:
        return proposal
    await memories.undo(tx, owner, proposal.change)
    return await proposals.set_state(tx, proposal, ProposalState.UNDONE, None)


async def _get(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
    proposal = await proposals.find(tx, owner, proposal_id)
    if proposal is None:
        raise NoSuchProposal
    return proposal


def _key(wanted: Wanted) -> tuple[str, str]:
    """Return what is the same of two wishes that come to the same."""
    match wanted:
        case Addition(content=content):
            return "", folded(content)
        case MemoryUpdate(memory_id=memory_id, content=content):
            return memory_id, folded(content)
        case Forgetting(memory_id=memory_id):
            return memory_id, ""
