"""Receipts of what other assistants and programs have changed, each a quiet message with Undo."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from pydantic import Field

from bot.kit.language import t
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.memory.acts import UNDONE
from bot.memory.operations import Memories, change_to
from bot.memory.refusals import MemoryRefused
from bot.memory.telegram.files import imported, taken_back, without_buttons_about
from bot.memory.values import Change, ChangeKind, ImportReceipt, UndoneImportReceipt
from bot.store.engine import Transaction
from bot.telegram.acts import ActTexts
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused
from bot.telegram.formatting.lines import with_line
from bot.telegram.texts import Keyboard, Text, columns_of
from bot.turns.store.outbox import Outbox
from bot.turns.values.acts import Act


@dataclass(frozen=True, slots=True)
class ProgramButton(ButtonData):
    """Undoes the change that led to a version of a memory, below a receipt of a former release, as the next two do."""

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


@dataclass(frozen=True, slots=True)
class PinButton(ButtonData):
    """Pins or unpins a memory, as it was before."""

    NAME: ClassVar = "pinned"

    pinned: bool
    memory_id: Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]


async def post(
    texts: ActTexts,
    outbox: Outbox,
    tx: Transaction,
    owner: Owner,
    told: Act | ImportReceipt | UndoneImportReceipt,
    through: str,
) -> None:
    """Put a receipt into the outbox of the owner's private chat, in the language spoken now and without a sound."""
    before, text = _messages(texts, told)
    text = replace(text, text=f"{text.text}\n{t('(through {program})', program=through)}", is_silent=True)
    await outbox.add(tx, private_chat(owner), columns_of([*before, text]))


def _messages(texts: ActTexts, told: Act | ImportReceipt | UndoneImportReceipt) -> tuple[list[Keyboard], Text]:
    """Return the receipt, perhaps after what takes the buttons from an earlier one."""
    match told:
        case ImportReceipt():
            return [], imported(told.import_id, told.added)
        case UndoneImportReceipt():
            return [without_buttons_about(told.import_id)], message(taken_back(told.removed, told.kept))
        case Act():
            return [], message(texts.line(told), buttons=texts.rows([told]))


async def press(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo a change, in the caller's transaction, unless the memory has changed since; the message shows so."""
    pressed = ProgramButton.parsed(press.data)

    async def undo() -> str:
        change = await change_to(tx, owner, pressed.kind, pressed.memory_id, pressed.version)
        return await _undo(memories, tx, owner, change)

    return await _undone(press, undo)


async def press_subject(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo an update that has changed the subject, too, as `press` does."""
    pressed = SubjectButton.parsed(press.data)

    async def undo() -> str:
        made = await change_to(tx, owner, ChangeKind.UPDATED, pressed.memory_id, pressed.version)
        is_same = pressed.version == pressed.former_version
        change = replace(
            made,
            former_version=pressed.former_version,
            former_subject=pressed.former_subject or None,
            former_content=made.content if is_same else made.former_content,
        )
        return await _undo(memories, tx, owner, change)

    return await _undone(press, undo)


async def press_pin(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Pin or unpin a memory as it was before, as `press` does."""
    pressed = PinButton.parsed(press.data)

    async def undo() -> str:
        await memories.pin(tx, owner, pressed.memory_id, pinned=pressed.pinned)
        return t("Undone. It is pinned again.") if pressed.pinned else t("Undone. It is no longer pinned.")

    return await _undone(press, undo)


async def _undo(memories: Memories, tx: Transaction, owner: Owner, change: Change) -> str:
    await memories.undo(tx, owner, change)
    return t(UNDONE[change.kind])


async def _undone(press: Press, undo: Callable[[], Awaitable[str]]) -> Reaction:
    try:
        toast = await undo()
    except MemoryRefused as why:
        return refused(t("Not undone."), why)
    if press.shown is None:
        return Reaction(toast=toast)
    receipt, *_ = press.shown.text.split("\n")
    return Reaction(toast=toast, shows=replace(with_line(press.shown, 0, receipt, is_struck=True), buttons=()))
