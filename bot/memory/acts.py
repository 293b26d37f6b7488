"""Acts of memory: what they say to their owner, and what becomes of one that is offered or undone.

Works in the caller's transaction.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any, Final
from uuid import UUID

from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.kit.text import folded, one_line, quoted
from bot.kit.vectors import Embedding
from bot.memory.operations import Memories, is_others_after, notify
from bot.memory.refusals import AlreadyProposed, ChangedSince, NothingChanges
from bot.memory.second_person import read_line
from bot.memory.store.likeness import answered_offers, was_offered
from bot.memory.store.memories import subject_key
from bot.memory.values import (
    Addition,
    Change,
    ChangeKind,
    Forgetting,
    Memory,
    MemoryCategory,
    MemoryUpdate,
    Wanted,
    names,
)
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store import acts
from bot.turns.store.notices import add_note_of
from bot.turns.store.owners import lock
from bot.turns.values.acts import Act, ActState, Deed, Done, Door, Risk
from bot.turns.values.origins import Origin, Source

FAMILY: Final = "memory"
PINNING: Final = "pin_memory"
ADD: Final = "add_to_memory"
UPDATE: Final = "update_memory"
FORGET: Final = "forget_memory"
SIGNS: Final = {ChangeKind.ADDED: "💾", ChangeKind.UPDATED: "✏️", ChangeKind.FORGOTTEN: "🗑"}
PIN: Final = "📌"
NOT: Final = "✖️"
DONE: Final[Mapping[ChangeKind, str]] = {
    ChangeKind.ADDED: mark("Remembered: {memory}"),
    ChangeKind.FORGOTTEN: mark("Forgot: {memory}"),
}
"""Sentences of receipts. An update shows the texts alone, with an arrow between them."""
ASKS: Final[Mapping[ChangeKind, str]] = {
    ChangeKind.ADDED: mark("Remember: {memory}"),
    ChangeKind.UPDATED: mark("Change: {memory}"),
    ChangeKind.FORGOTTEN: mark("Forget: {memory}"),
}
"""Sentences of changes that wait for their owner."""
_NOT_DONE: Final = {
    ChangeKind.ADDED: mark("Not remembered: {memory}"),
    ChangeKind.UPDATED: mark("Not changed: {memory}"),
    ChangeKind.FORGOTTEN: mark("Not forgotten: {memory}"),
}
UNDONE: Final = {
    ChangeKind.ADDED: mark("Undone. I no longer remember it."),
    ChangeKind.UPDATED: mark("Undone. The earlier version is back."),
    ChangeKind.FORGOTTEN: mark("Undone. I remember it again."),
}
_KINDS: Final = {ADD: ChangeKind.ADDED, UPDATE: ChangeKind.UPDATED, FORGET: ChangeKind.FORGOTTEN}
_NAMES: Final[Mapping[type[Wanted], str]] = {Addition: ADD, MemoryUpdate: UPDATE, Forgetting: FORGET}
_LEAST_SHARED: Final = 0.65
"""Least share of the characters that an offer has in common with one whose place it takes, at its two ends."""
_OF_MANY: Final = re.compile(
    r"\b(?:drinks?|drives?|ha[sd]|have|kn[eo]ws?|likes?|loves?|needs?|owns?|plays?|reads?|speaks?|uses?|visit(?:s|ed)|wants?)\b"
)
"""Verbs of which several things may be true of one person."""


def deed_of(change: Change) -> Deed:
    """Return a change that was made as a deed, which can be undone."""
    return Deed(lambda: done_line(change.kind, text(change)), asdict(change))


def change_of(act: Act) -> Change | None:
    """Return the change that an act has made, if it is known; changes of early releases may have no texts."""
    return stored_change(act.undo) if act.undo and act.name != PINNING else None


def stored_change(undo: Mapping[str, Any]) -> Change:
    """Return a change from what undoes it."""
    its = {it.name: undo[it.name] for it in fields(Change) if it.name in undo}
    return Change(**{**its, "kind": ChangeKind(undo["kind"])})


def wanted_by(act: Act) -> tuple[Wanted, str | None]:
    """Return the change that is offered, and the memory's text when it was, if there was one."""
    given = json.loads(act.arguments)
    former = given.pop("former", None)
    match _KINDS[act.name]:
        case ChangeKind.ADDED:
            return Addition(**{**given, "category": MemoryCategory(given["category"])}), former
        case ChangeKind.UPDATED:
            return MemoryUpdate(**given), former
        case ChangeKind.FORGOTTEN:
            return Forgetting(**given), former


def kind_of(act: Act) -> ChangeKind:
    """Return the kind of change that an act makes."""
    change = change_of(act)
    return change.kind if change else _KINDS[act.name]


def line(act: Act) -> str:
    """Return what an act did, or is to do, as its owner reads it, whether it is undone or not.

    An act on memories is rendered on one line of plain text, in the current language.
    """
    memory = shown_text(act) if act.family == FAMILY else ""
    if not memory:
        return act.words
    kind = kind_of(act)
    match act.state:
        case ActState.OFFERED | ActState.WAITING:
            return f"{SIGNS[kind]} {t(ASKS[kind], memory=memory)}"
        case ActState.DECLINED | ActState.EXPIRED:
            return f"{NOT} {t(_NOT_DONE[kind], memory=memory)}"
        case _:
            return done_line(kind, memory)


def done_line(kind: ChangeKind, memory: str) -> str:
    """Render a change that was made, by the memory's text."""
    return f"{SIGNS[kind]} {t(DONE[kind], memory=memory) if kind in DONE else memory}"


def done_by(change: Change) -> Done:
    """Return a change that was made outside of conversations."""
    return Done(FAMILY, next(name for name, kind in _KINDS.items() if kind is change.kind), deed_of(change))


def done_by_pinning(memory: Memory) -> Done:
    """Return the pinning or unpinning that made a memory what it is."""
    return Done(FAMILY, PINNING, Deed(lambda: _told_of_pin(memory), {"memory_id": memory.id, "pinned": memory.pinned}))


def _told_of_pin(memory: Memory) -> str:
    content = read_line(memory.content)
    did = t("Pinned: {memory}", memory=content) if memory.pinned else t("Unpinned: {memory}", memory=content)
    return f"{PIN} {did}"


def shown_text(act: Act) -> str:
    """Render the text that an act is about on one line, after its former text for an update.

    Empty for one of an early release, of which only the whole line is known.
    """
    change = change_of(act)
    if change and change.content:
        return text(change)
    return "" if act.call_id or act.name == PINNING else " → ".join(texts(act))


def texts(act: Act, *, has_subjects: bool = True) -> list[str]:
    """Return the texts of an offer, each on one line, perhaps without subjects, as messages of early releases have."""
    wanted, before = wanted_by(act)
    former = read_line(before or "")
    match wanted:
        case Addition(content=content, subject=subject):
            return [with_subject(content, subject if has_subjects else None)]
        case MemoryUpdate(content=content, subject=subject) if content == before:
            return [former, one_line(subject)] if subject else [former]
        case MemoryUpdate(content=content, subject=subject):
            return [former, with_subject(content, subject if has_subjects else None)]
        case Forgetting():
            return [former]


def text(change: Change) -> str:
    """Render a memory's text on one line as its owner reads it, after its former text for an update."""
    old, new = read_line(change.former_content), with_subject(change.content, change.subject)
    if change.kind is not ChangeKind.UPDATED:
        return new
    if change.former_content != change.content:
        return f"{old} → {new}"
    if change.former_subject == change.subject:
        return new
    was, now = (one_line(it) if it else t("no subject") for it in (change.former_subject, change.subject))
    return f"{was}: {old} → {now}: {old}"


def with_subject(content: str, subject: str | None) -> str:
    """Render a memory on one line as its owner reads it, with its subject before it unless the text names that."""
    said = read_line(content)
    return said if names(content, subject) else f"{one_line(subject or '')}: {said}"


async def offer(
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
) -> Act:
    """Store a change wanted by a turn, or by a conversation's review (no turn), until its owner accepts it.

    What a review finds is offered together at once, by one `offer_id`, what a turn wants when it ends. That is
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
            said = (wanted.content, wanted.subject or memory.subject)
            stays = is_others_after(memory, wanted, Origin.CONVERSATION) is memory.is_others
            if stays and said == (former, memory.subject):
                raise NothingChanges
    beside = await wanted_in(tx, owner, turn_id) if turn_id else await acts.of_conversation(tx, owner, conversation_id)
    if any(_key_of(wanted_by(it)[0]) == _key_of(wanted) for it in beside):
        raise AlreadyProposed
    asks = turn_id is not None and not untrusted
    if asks and isinstance(wanted, Addition) and await was_offered(tx, owner, wanted.content, conversation_id, turn_id):
        raise AlreadyProposed
    act = Act(
        id=uuid7(),
        conversation_id=conversation_id,
        turn_id=turn_id,
        door=Door.CALL if turn_id else Door.REVIEW,
        family=FAMILY,
        name=_NAMES[type(wanted)],
        arguments=_arguments(wanted, former),
        risk=Risk.WRITES,
        untrusted=untrusted,
        state=ActState.WAITING if untrusted else ActState.OFFERED,
        created_at=datetime.now(UTC),
    )
    await acts.add(tx, owner, act, offer_id=offer_id)
    if asks and isinstance(wanted, Addition) and not wanted.is_new:
        await acts.replace_by(tx, await _replaced(tx, owner, wanted, act), act.id, ActState.DECLINED)
    return act


def source_of(act: Act) -> Source | None:
    """Return the turn that an act comes from, if any."""
    if act.conversation_id is None or act.turn_id is None:
        return None
    return Source(conversation_id=act.conversation_id, turn_id=act.turn_id)


async def wanted_in(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Act]:
    """Return the changes that a turn has offered, decided or not, in order."""
    return [it for it in await acts.of_turn(tx, owner, turn_id) if it.family == FAMILY and not it.call_id]


async def accept(tx: Transaction, memories: Memories, owner: Owner, act: Act) -> Deed:
    """Carry out what was offered, with a note to running conversations.

    Raises ChangedSince if the memory's text has changed since, and what the operation does.
    """
    wanted, former = wanted_by(act)
    if isinstance(wanted, Addition):
        wanted = Addition(content=wanted.content, category=wanted.category, subject=wanted.subject, is_new=True)
    elif (await memories.get(tx, owner, wanted.memory_id)).content != former:
        raise ChangedSince
    origin = Origin.REVIEW if act.door is Door.REVIEW else Origin.CONVERSATION
    done = await memories.change(tx, owner, wanted, source=source_of(act), origin=origin)
    match done.change.kind:
        case ChangeKind.ADDED:
            await notify(tx, owner, "A memory was stored beside this conversation", [done.memory])
        case ChangeKind.UPDATED:
            await notify(tx, owner, "A memory was changed beside this conversation; it says now", [done.memory])
        case ChangeKind.FORGOTTEN:
            await notify(
                tx, owner, f"The user has agreed that memory [id:{done.memory.id}] is forgotten; it is deleted."
            )
    return deed_of(done.change)


async def decline(tx: Transaction, owner: Owner, act: Act) -> None:
    """Tell running conversations that an offer was declined.

    Only the conversation that it comes from is told its words, which others' may have led to.
    """
    match wanted_by(act)[0]:
        case Addition(content=content):
            note = own(f"The user does not want this to be remembered: {quoted(content)}")
            elsewhere = own("The user does not want what was offered in another conversation to be remembered.")
            await add_note_of(tx, owner, act.conversation_id, note, elsewhere=elsewhere)
        case MemoryUpdate(memory_id=memory_id) | Forgetting(memory_id=memory_id):
            await notify(tx, owner, f"The user wants memory [id:{memory_id}] to stay as it is.")


async def answered_by(tx: Transaction, owner: Owner, wanted: Addition) -> list[Act]:
    """Return the open offers of answers that an addition accepts, since it says what they say."""
    await lock(tx, owner)
    return await acts.those(tx, owner, await answered_offers(tx, owner, wanted.content))


def _arguments(wanted: Wanted, former: str | None) -> str:
    given = {name: value for name, value in asdict(wanted).items() if value and name != "is_new"}
    return json.dumps({**given, **({} if former is None else {"former": former})}, ensure_ascii=False)


async def _replaced(tx: Transaction, owner: Owner, wanted: Addition, newer: Act) -> list[Act]:
    """Return the open offers of earlier answers that say something else of the same, such as where the user lives."""
    if wanted.category is MemoryCategory.PREFERENCE or _OF_MANY.search(wanted.content):
        return []
    return [
        it
        for it in await acts.asked_of(tx, owner, ADD)
        if it.turn_id != newer.turn_id and _says_of_the_same(wanted_by(it)[0], wanted)
    ]


def _says_of_the_same(offered: Wanted, wanted: Addition) -> bool:
    return (
        isinstance(offered, Addition)
        and offered.category is wanted.category
        and subject_key(offered.subject) == subject_key(wanted.subject)
        and _shared(offered.content, wanted.content) >= _LEAST_SHARED
    )


def _shared(one: str, other: str) -> float:
    """Return the share of characters that two texts have in common at their beginnings and ends."""
    begin = _common(one, other)
    return (begin + _common(one[begin:][::-1], other[begin:][::-1])) / max(len(one), len(other))


def _common(one: str, other: str) -> int:
    """Return the number of characters with which both texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _key_of(wanted: Wanted) -> tuple[str, str]:
    """Return a key that is equal for acts that make the same change."""
    match wanted:
        case Addition(content=content):
            return "", folded(content)
        case MemoryUpdate(memory_id=memory_id, content=content):
            return memory_id, folded(content)
        case Forgetting(memory_id=memory_id):
            return memory_id, ""
