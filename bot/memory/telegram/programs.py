"""Receipts of what other assistants and programs have changed, each a quiet message with Undo."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import Field

from bot.kit.language import t
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.memory.acts import UNDONE
from bot.memory.operations import Memories, change_to
from bot.memory.refusals import MemoryRefused
from bot.memory.telegram.files import imported, taken_back, without_buttons_about
from bot.memory.values import ChangeKind, ImportReceipt, UndoneImportReceipt
from bot.store.engine import Transaction
from bot.telegram.acts import ActTexts, with_line
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused
from bot.telegram.texts import Keyboard, Text, columns_of
from bot.turns.store.outbox import Outbox
from bot.turns.values.acts import Act

_Id: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_Version: TypeAlias = Annotated[int, Field(ge=1, lt=2**31)]


@dataclass(frozen=True, slots=True)
class ProgramButton(ButtonData):
    """Undoes the change that led to a version of a memory, below a receipt of a former release, as the next two do."""

    NAME: ClassVar = "program"

    kind: ChangeKind
    memory_id: _Id
    version: _Version

    async def undo(self, memories: Memories, tx: Transaction, owner: Owner) -> str:
        """Undo it, and return the toast. Raises MemoryRefused if the memory has changed since."""
        change = await change_to(tx, owner, self.kind, self.memory_id, self.version)
        await memories.undo(tx, owner, change)
        return t(UNDONE[self.kind])


@dataclass(frozen=True, slots=True)
class SubjectButton(ButtonData):
    """Undoes an update that has changed a memory's subject; versions have texts only."""

    NAME: ClassVar = "subject"

    memory_id: _Id
    version: _Version
    former_version: _Version
    former_subject: str

    async def undo(self, memories: Memories, tx: Transaction, owner: Owner) -> str:
        """Undo it, and return the toast. Raises MemoryRefused if the memory has changed since."""
        made = await change_to(tx, owner, ChangeKind.UPDATED, self.memory_id, self.version)
        is_same = self.version == self.former_version
        change = replace(
            made,
            former_version=self.former_version,
            former_subject=self.former_subject or None,
            former_content=made.content if is_same else made.former_content,
        )
        await memories.undo(tx, owner, change)
        return t(UNDONE[ChangeKind.UPDATED])


@dataclass(frozen=True, slots=True)
class PinButton(ButtonData):
    """Pins or unpins a memory, as it was before."""

    NAME: ClassVar = "pinned"

    pinned: bool
    memory_id: _Id

    async def undo(self, memories: Memories, tx: Transaction, owner: Owner) -> str:
        """Pin or unpin it, and return the toast. Raises MemoryRefused if it is deleted."""
        await memories.pin(tx, owner, self.memory_id, pinned=self.pinned)
        return t("Undone. It is pinned again.") if self.pinned else t("Undone. It is no longer pinned.")


BUTTONS: Final = (ProgramButton, SubjectButton, PinButton)


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


async def press(
    button: type[ProgramButton | SubjectButton | PinButton],
    memories: Memories,
    tx: Transaction,
    owner: Owner,
    press: Press,
) -> Reaction:
    """Undo a change, in the caller's transaction, unless the memory has changed since; the message shows so."""
    try:
        toast = await button.parsed(press.data).undo(memories, tx, owner)
    except MemoryRefused as why:
        return refused(t("Not undone."), why)
    if press.shown is None:
        return Reaction(toast=toast)
    receipt, *_ = press.shown.text.split("\n")
    return Reaction(toast=toast, shows=replace(with_line(press.shown, 0, receipt, is_struck=True), buttons=()))
