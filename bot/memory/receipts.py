"""Receipts: a turn's changes as lines below its answer, and their undo."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID

from bot.database import memories as stored
from bot.database import receipts
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, NoSuchReceipt
from bot.language import mark, t
from bot.memory.operations import Memories
from bot.memory.second_person import read_line
from bot.values.changes import Change, ChangeKind, PinReceipt, Receipt
from bot.values.memories import Memory, names
from bot.values.owner import Owner
from bot.values.text import one_line

SIGNS: Final = {ChangeKind.ADDED: "💾", ChangeKind.UPDATED: "✏️", ChangeKind.FORGOTTEN: "🗑"}
PIN: Final = "📌"
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
PRIVATE_RECEIPT: Final = mark("🔒 Private: I keep nothing of this. /new ends it.")
"""Sentence below the answers in a private chat."""


async def undo_receipt(tx: Transaction, memories: Memories, owner: Owner, turn_id: UUID, number: int) -> list[Receipt]:
    """Undo the change of a turn's receipt, by its index; return all receipts of the turn.

    Raises NoSuchReceipt if the conversation was erased, AlreadyUndone, and what `Memories.undo` does.
    """
    await stored.lock(tx, owner)  # so that it is undone once
    several = await receipts.of_turn(tx, owner, turn_id)
    if number >= len(several):
        raise NoSuchReceipt
    change = several[number].change
    if change is None or change.undone:
        raise AlreadyUndone
    await memories.undo(tx, owner, change)
    several[number] = replace(several[number], change=replace(change, undone=True))
    await receipts.set_undone(tx, turn_id, number, replace(change, undone=True))
    return several


async def redo_receipt(tx: Transaction, memories: Memories, owner: Owner, turn_id: UUID, number: int) -> None:
    """Make the change of a turn's receipt again, if it was undone.

    Raises NoSuchReceipt and what `Memories.redo` does.
    """
    await stored.lock(tx, owner)
    several = await receipts.of_turn(tx, owner, turn_id)
    change = several[number].change if number < len(several) else None
    if change is None:
        raise NoSuchReceipt
    if change.undone:
        await receipts.set_undone(tx, turn_id, number, await memories.redo(tx, owner, change))


def line(receipt: Receipt) -> str:
    """Render a receipt on one line of plain text, in the current language, whether it is undone or not."""
    change = receipt.change
    return done_line(change.kind, text(change)) if change and change.content else receipt.as_shown


def done_line(kind: ChangeKind, memory: str) -> str:
    """Render a change that was made, by the memory's text."""
    return f"{SIGNS[kind]} {t(DONE[kind], memory=memory) if kind in DONE else memory}"


def pin_receipt(memory: Memory) -> PinReceipt:
    """Return the receipt of a memory that has just been pinned or unpinned."""
    content = read_line(memory.content)
    done = t("Pinned: {memory}", memory=content) if memory.pinned else t("Unpinned: {memory}", memory=content)
    return PinReceipt(memory_id=memory.id, pinned=memory.pinned, line=f"{PIN} {done}")


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
