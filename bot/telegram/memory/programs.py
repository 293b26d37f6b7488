"""Receipts of what other assistants and programs have changed, each a quiet message with Undo."""

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from pydantic import Field

from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.errors import MemoryRefused
from bot.language import t
from bot.memory.acts import UNDONE, deed_of
from bot.memory.operations import Memories, change_to
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused
from bot.telegram.formatting.lines import with_line
from bot.telegram.memory.files import imported, taken_back, without_buttons_about
from bot.telegram.notebook.requests import Act, NoteButton, UndoButton
from bot.telegram.reminders.command import UndoReminder
from bot.telegram.texts import Keyboard, Text, columns_of
from bot.values.changes import (
    Change,
    ChangeKind,
    ImportReceipt,
    PinReceipt,
    ProgramChange,
    UndoneImportReceipt,
)
from bot.values.notes import NoteDeed, NoteReceipt
from bot.values.owner import Owner
from bot.values.place import private_chat
from bot.values.reminders import ReminderReceipt


@dataclass(frozen=True, slots=True)
class ProgramButton(ButtonData):
    """Undoes the change that led to a version of a memory."""

    NAME: ClassVar = "program"

    kind: ChangeKind
    memory_id: Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
    version: Annotated[int, Field(ge=1, lt=2**31)]


@dataclass(frozen=True, slots=True)
class SubjectButton(ButtonData):
    """Undoes an update that has changed a memory's subject; versions have texts only."""

    NAME: ClassVar = "subject"

    memory_id: Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
    version: Annotated[int, Field(ge=1, lt=2**31)]
    former_version: Annotated[int, Field(ge=1, lt=2**31)]
    former_subject: str

    @classmethod
    def fitting(cls, change: Change) -> Self | None:
        """Return the button of a change, unless the former subject is too long for one."""
        it = cls(change.memory_id, change.version, change.former_version, change.former_subject or "")
        try:
            it.data  # noqa: B018 - it raises
        except ValueError:
            return None
        return it


@dataclass(frozen=True, slots=True)
class PinButton(ButtonData):
    """Pins or unpins a memory, as it was before."""

    NAME: ClassVar = "pinned"

    pinned: bool
    memory_id: Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]


async def post(outbox: Outbox, tx: Transaction, owner: Owner, change: ProgramChange, through: str) -> None:
    """Put a receipt into the outbox of the owner's private chat, in the caller's transaction."""
    before, text = _messages(change)
    text = replace(text, text=f"{text.text}\n{t('(through {program})', program=through)}", is_silent=True)
    await outbox.add(tx, private_chat(owner), columns_of([*before, text]))


def _messages(change: ProgramChange) -> tuple[list[Keyboard], Text]:
    """Return the receipt, perhaps after what takes the buttons from an earlier one."""
    if isinstance(change, ImportReceipt):
        return [], imported(change.import_id, change.added)
    if isinstance(change, UndoneImportReceipt):
        return [without_buttons_about(change.import_id)], message(taken_back(change.removed, change.kept))
    told = deed_of(change).words if isinstance(change, Change) else change.line
    undo = _undo(change)
    return [], message(told, buttons=[[undo.button(t("↩️ Undo"))]] if undo else [])


def _undo(change: Change | NoteReceipt | ReminderReceipt | PinReceipt) -> ButtonData | None:
    """Return what undoes a change; None if a button's data has no room for it."""
    match change:
        case NoteReceipt(note_id=note_id, version=version, deed=NoteDeed.WRITTEN):
            return UndoButton(note_id, version)
        case NoteReceipt(note_id=note_id, deed=deed):
            return NoteButton(Act.RESTORE if deed is NoteDeed.DELETED else Act.DELETE, note_id)
        case PinReceipt():
            return PinButton(not change.pinned, change.memory_id)
        case ReminderReceipt():
            return UndoReminder(change.reminder_id, change.version)
        case Change(kind=ChangeKind.UPDATED) if change.subject != change.former_subject:
            return SubjectButton.fitting(change)
        case Change():
            return ProgramButton(change.kind, change.memory_id, change.version)


async def press(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo a change, in the caller's transaction, unless the memory has changed since; the message shows so."""
    pressed = ProgramButton.parsed(press.data)
    change = change_to(tx, owner, pressed.kind, pressed.memory_id, pressed.version)
    return await _undone(memories, tx, owner, press, change)


async def press_subject(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo an update that has changed the subject, too, as `press` does."""
    pressed = SubjectButton.parsed(press.data)

    async def change() -> Change:
        made = await change_to(tx, owner, ChangeKind.UPDATED, pressed.memory_id, pressed.version)
        is_same = pressed.version == pressed.former_version
        return replace(
            made,
            former_version=pressed.former_version,
            former_subject=pressed.former_subject or None,
            former_content=made.content if is_same else made.former_content,
        )

    return await _undone(memories, tx, owner, press, change())


async def press_pin(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Pin or unpin a memory as it was before, in the caller's transaction; the message shows so."""
    pressed = PinButton.parsed(press.data)
    try:
        await memories.pin(tx, owner, pressed.memory_id, pinned=pressed.pinned)
    except MemoryRefused as why:
        return refused(t("Not undone."), why)
    toast = t("Undone. It is pinned again.") if pressed.pinned else t("Undone. It is no longer pinned.")
    if press.shown is None:
        return Reaction(toast=toast)
    receipt, *_ = press.shown.text.split("\n")
    return Reaction(toast=toast, shows=replace(with_line(press.shown, 0, receipt, is_struck=True), buttons=()))


async def _undone(
    memories: Memories, tx: Transaction, owner: Owner, press: Press, changed: Awaitable[Change]
) -> Reaction:
    try:
        change = await changed
        await memories.undo(tx, owner, change)
    except MemoryRefused as why:
        return refused(t("Not undone."), why)
    toast = t(UNDONE[change.kind])
    if press.shown is None:
        return Reaction(toast=toast)
    receipt, *_ = press.shown.text.split("\n")
    return Reaction(toast=toast, shows=replace(with_line(press.shown, 0, receipt, is_struck=True), buttons=()))
