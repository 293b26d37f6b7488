"""Proposals: changes to memories that wait for their owner's button. Works in the caller's transaction."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Final
from uuid import UUID

from bot.database import memories as stored
from bot.database import proposals
from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.notes import add_note_of
from bot.database.search.likeness import answered_offers, was_offered
from bot.errors import AlreadyProposed, ChangedSince, MemoryRefused, NoSuchProposal, NothingChanges
from bot.memory.operations import Memories, is_others_after, notify
from bot.values.changes import Addition, Change, ChangeKind, Forgetting, MemoryUpdate, Proposal, ProposalState, Wanted
from bot.values.memories import Embedding, MemoryCategory, Origin
from bot.values.owner import Owner
from bot.values.prompt_text import own
from bot.values.text import folded, quoted

_LEAST_SHARED: Final = 0.65
"""Least share of the characters that an offer has in common with one whose place it takes, at its two ends."""
_OF_MANY: Final = re.compile(
    r"\b(?:drinks?|drives?|ha[sd]|have|kn[eo]ws?|likes?|loves?|needs?|owns?|plays?|reads?|speaks?|uses?|visit(?:s|ed)|wants?)\b"
)
"""Verbs of which several things may be true of one person."""


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
    untrusted: bool = False,
) -> Proposal:
    """Store a change wanted by a turn, or by a conversation's review (no turn), until its owner accepts it.

    A review's proposals of one `offer_id` are offered together at once, a turn's when it ends. A turn's proposal is
    `untrusted` if text that is not its user's own may have led to it; otherwise, its answer asks whether to store it.

    Raises what the operation would, NothingChanges, or AlreadyProposed if the same turn (for a review: conversation)
    wants it already, or if an answer would ask the same question again. StoreFull is raised at once for a turn, and on
    acceptance for a review.
    """
    former = None
    if isinstance(wanted, Addition):
        await memories.check_new(tx, owner, wanted, embedding, may_be_full=turn_id is None)
    else:
        memory = await memories.check_change(tx, owner, wanted)
        former = memory.content
        if isinstance(wanted, MemoryUpdate):
            text = (wanted.content, wanted.subject or memory.subject)
            stays = is_others_after(memory, wanted, Origin.CONVERSATION) is memory.is_others
            if stays and text == (former, memory.subject):
                raise NothingChanges
    if turn_id:
        beside = await proposals.of_turn(tx, owner, turn_id)
    else:
        beside = await proposals.of_conversation(tx, owner, conversation_id)
    if any(_key(it.wanted) == _key(wanted) for it in beside):
        raise AlreadyProposed
    asks = turn_id is not None and not untrusted
    if asks and isinstance(wanted, Addition) and await was_offered(tx, owner, wanted.content, conversation_id, turn_id):
        raise AlreadyProposed
    proposal = Proposal(
        id=uuid7(),
        conversation_id=conversation_id,
        turn_id=turn_id,
        wanted=wanted,
        former=former,
        state=ProposalState.WAITING,
        change=None,
        untrusted=untrusted,
    )
    await proposals.insert_proposal(tx, owner, proposal, offer_id)
    if asks and isinstance(wanted, Addition) and not wanted.is_new:
        await proposals.replace_by(tx, await _replaced(tx, owner, wanted, proposal), proposal)
    return proposal


async def accept(tx: Transaction, memories: Memories, owner: Owner, proposal_id: UUID) -> Proposal:
    """Carry out a proposal, with a note to running conversations, and return it; nothing if it was accepted already.

    Raises NoSuchProposal, ChangedSince if the memory's text has changed since, and what the operation does.
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
            await notify(tx, owner, "A memory was stored beside this conversation", [done.memory])
        case ChangeKind.UPDATED:
            await notify(tx, owner, "A memory was changed beside this conversation; it says now", [done.memory])
        case ChangeKind.FORGOTTEN:
            await notify(
                tx, owner, f"The user has agreed that memory [id:{done.memory.id}] is forgotten; it is deleted."
            )
    return await proposals.set_state(tx, proposal, ProposalState.ACCEPTED, done.change)


async def dismiss(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
    """Dismiss a waiting proposal for good, with a note to running conversations; return it.

    Only the conversation that it comes from is told its words, which others' may have led to.

    Raises NoSuchProposal.
    """
    await stored.lock(tx, owner)
    proposal = await _get(tx, owner, proposal_id)
    if proposal.state is not ProposalState.WAITING:
        return proposal
    match proposal.wanted:
        case Addition(content=content):
            note = own(f"The user does not want this to be remembered: {quoted(content)}")
            elsewhere = own("The user does not want what was offered in another conversation to be remembered.")
            await add_note_of(tx, owner, proposal.conversation_id, note, elsewhere=elsewhere)
        case MemoryUpdate(memory_id=memory_id) | Forgetting(memory_id=memory_id):
            await notify(tx, owner, f"The user wants memory [id:{memory_id}] to stay as it is.")
    return await proposals.set_state(tx, proposal, ProposalState.DISMISSED, None)


async def answered_by(tx: Transaction, owner: Owner, wanted: Addition) -> list[Proposal]:
    """Return the waiting offers of answers that an addition accepts, since it says what they say."""
    await stored.lock(tx, owner)
    return await proposals.those(tx, owner, await answered_offers(tx, owner, wanted.content))


async def settle(tx: Transaction, several: Sequence[Proposal], change: Change) -> None:
    """Mark proposals as accepted by a change that was made in the conversation."""
    for proposal in several:
        await proposals.set_state(tx, proposal, ProposalState.ACCEPTED, change)


async def undo(tx: Transaction, memories: Memories, owner: Owner, proposal_id: UUID) -> Proposal:
    """Undo an accepted proposal, with a note to running conversations, and return it; nothing if it isn't accepted.

    Raises NoSuchProposal, and what `Memories.undo` does.
    """
    await stored.lock(tx, owner)
    proposal = await _get(tx, owner, proposal_id)
    if proposal.change is None:
        return proposal
    await memories.undo(tx, owner, proposal.change)
    return await proposals.set_state(tx, proposal, ProposalState.UNDONE, None)


async def undo_accepted(tx: Transaction, memories: Memories, owner: Owner, turn_id: UUID) -> list[UUID]:
    """Undo what was accepted of a turn's proposals, where nobody changed it since; return those."""
    undone: list[UUID] = []
    for proposal in reversed(await proposals.of_turn(tx, owner, turn_id)):
        if proposal.state is ProposalState.ACCEPTED:
            with suppress(MemoryRefused):
                await undo(tx, memories, owner, proposal.id)
                undone.append(proposal.id)
    return undone


async def redo_accepted(tx: Transaction, memories: Memories, owner: Owner, proposal_ids: Sequence[UUID]) -> None:
    """Accept proposals again that were undone; one that can't be accepted waits."""
    for proposal in await proposals.those(tx, owner, proposal_ids):
        if proposal.state is ProposalState.UNDONE:
            await proposals.set_state(tx, proposal, ProposalState.WAITING, None)
            with suppress(MemoryRefused):
                await accept(tx, memories, owner, proposal.id)


async def _get(tx: Transaction, owner: Owner, proposal_id: UUID) -> Proposal:
    proposal = await proposals.find(tx, owner, proposal_id)
    if proposal is None:
        raise NoSuchProposal
    return proposal


async def _replaced(tx: Transaction, owner: Owner, wanted: Addition, newer: Proposal) -> list[Proposal]:
    """Return the open offers of earlier answers that say something else of the same, such as where the user lives."""
    if wanted.category is MemoryCategory.PREFERENCE or _OF_MANY.search(wanted.content):
        return []
    beside = await proposals.replaceable(tx, owner, wanted)
    return [
        it
        for it, content in beside
        if it.turn_id != newer.turn_id and _shared(content, wanted.content) >= _LEAST_SHARED
    ]


def _shared(one: str, other: str) -> float:
    """Return the share of characters that two texts have in common at their beginnings and ends."""
    begin = _common(one, other)
    return (begin + _common(one[begin:][::-1], other[begin:][::-1])) / max(len(one), len(other))


def _common(one: str, other: str) -> int:
    """Return the number of characters with which both texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _key(wanted: Wanted) -> tuple[str, str]:
    """Return a key that is equal for proposals of the same change."""
    match wanted:
        case Addition(content=content):
            return "", folded(content)
        case MemoryUpdate(memory_id=memory_id, content=content):
            return memory_id, folded(content)
        case Forgetting(memory_id=memory_id):
            return memory_id, ""
