"""Receipts: a turn's changes as lines below its answer, and their undo."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from bot.database import memories as stored
from bot.database import receipts
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, NoSuchReceipt
from bot.memory.operations import Memories
from bot.memory.second_person import read_line
from bot.values.changes import Change, ChangeKind, Receipt
from bot.values.owner import Owner
from bot.values.text import one_line

UNDONE: Final = "↩️ Undone: "
SIGNS: Final = {ChangeKind.ADDED: "💾", ChangeKind.UPDATED: "✏️", ChangeKind.FORGOTTEN: "🗑"}
DONE: Final = {ChangeKind.ADDED: "Remembered: ", ChangeKind.UPDATED: "", ChangeKind.FORGOTTEN: "Forgot: "}


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
    """Render a receipt on one line of plain text."""
    change = receipt.change
    if change is None or not change.content:
        return f"{UNDONE}{receipt.as_shown}" if change and change.undone else receipt.as_shown
    told = f"{DONE[change.kind]}{text(change)}"
    return f"{UNDONE}{told}" if change.undone else f"{SIGNS[change.kind]} {told}"


def earlier_lines(receipt: Receipt) -> list[str]:
    """Return the lines of a receipt before its undo, as this release and earlier ones rendered it."""
    change = receipt.change and replace(receipt.change, undone=False)
    done = line(replace(receipt, change=change))
    if not change or not change.content or change.kind is ChangeKind.UPDATED:
        return [done]
    return [done, f"{SIGNS[change.kind]} {DONE[change.kind]}{one_line(change.content)} [{change.memory_id}]"]


def text(change: Change) -> str:
    """Render a memory's text on one line as its owner reads it, after its former text for an update."""
    old, new = read_line(change.former_content), read_line(change.content)
    if change.kind is not ChangeKind.UPDATED:
        return new
    if change.former_content != change.content:
        return f"{old} → {new}"
    was, now = (one_line(subject or "no subject") for subject in (change.former_subject, change.subject))
    return f"{was}: {old} → {now}: {new}"
