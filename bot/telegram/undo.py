"""The Undo buttons under an answer: one for each of its receipts that can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final
from uuid import UUID

from pydantic import Field

from bot.database.engine import Transaction
from bot.database.receipts import of_turn
from bot.errors import AlreadyUndone, MemoryRefused, NoSuchReceipt
from bot.memory.operations import Memories
from bot.memory.receipts import line, text, undo_receipt
from bot.telegram.buttons import ButtonData, Press, Reaction, refused
from bot.telegram.formatting import MAX_UNITS, utf16_length
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Buttons, Text
from bot.values import ChangeKind, Owner, Receipt

_MOST_BUTTONS: Final = 100  # of a keyboard; Telegram takes no more
_SAID: Final = {
    ChangeKind.ADDED: "Undone. I don't remember it any more.",
    ChangeKind.UPDATED: "Undone. The earlier version is back.",
    ChangeKind.FORGOTTEN: "Undone. I remember it again.",
}


@dataclass(frozen=True, slots=True)
class UndoButton(ButtonData):
    """Names a turn, and which of its receipts."""

    NAME: ClassVar = "undo"

    turn_id: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)]


async def press(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Undo the change of one receipt, in the caller's transaction, if nothing has come of it since.

    The button's message shows that, and what else of the turn was undone.
    """
    if not (pressed := UndoButton.read(press.data)):
        return None
    turn_id, number = pressed.turn_id, pressed.number
    try:
        receipts = await undo_receipt(tx, memories, owner, turn_id, number)
        change = receipts[number].change
        toast = _SAID[change.kind] if change else ""
    except NoSuchReceipt as gone:
        return Reaction(toast=str(gone))
    except MemoryRefused as why:
        return refused("Not undone", why)
    except AlreadyUndone as already:
        toast, receipts = str(already), await of_turn(tx, owner, turn_id)
    if press.shown is None:
        return Reaction(toast=toast)
    shown = replace(with_undone(press.shown, receipts), buttons=undo_buttons(turn_id, receipts))
    return Reaction(toast=toast, shows=shown)


def undo_buttons(turn_id: UUID, receipts: Sequence[Receipt]) -> Buttons:
    """Return a button for each of a turn's receipts that can be undone, in order; several are told apart."""
    numbers = [number for number, receipt in enumerate(receipts) if receipt.can_be_undone][:_MOST_BUTTONS]
    labels = ["↩️ Undo"] if len(numbers) == 1 else [f"↩️ Undo: {_named(receipts[number])}" for number in numbers]
    return [[UndoButton(turn_id, it).button(label)] for it, label in zip(numbers, labels, strict=True)]


def with_undone(shown: Text, receipts: Sequence[Receipt]) -> Text:
    """Return an answer's message in which the lines of undone receipts say so; what is not there stands below.

    Its text is as Telegram knows it, from before or after an earlier press.
    """
    lines = shown.text.split("\n")
    changed = len(lines)
    for receipt in receipts:
        if receipt.change is None or not receipt.change.undone or (told := clean(line(receipt))) in lines:
            continue
        before = clean(line(replace(receipt, change=replace(receipt.change, undone=False))))
        if before in lines:
            at = len(lines) - 1 - lines[::-1].index(before)
            lines[at] = told
            changed = min(changed, at)
        else:
            lines.append(told)
    whole = "\n".join(lines)
    if utf16_length(whole) > MAX_UNITS:
        return shown
    units = utf16_length("\n".join(lines[:changed]))
    return Text(whole, tuple(it for it in shown.entities if it.offset + it.length <= units))


def _named(receipt: Receipt) -> str:
    """Name a receipt on a button."""
    return text(receipt.change) if receipt.change and receipt.change.content else receipt.as_shown
