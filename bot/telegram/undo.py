"""The Undo buttons under an answer: one for each of its receipts that can be undone."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.database.outbox import Button, Buttons, Text
from bot.database.receipts import Receipts
from bot.errors import ChangedSince, NoSuchMemory, SameMemory
from bot.telegram.buttons import LONGEST_LABEL, NOTHING_TO_PRESS, Press, Reaction, button_data, shortened
from bot.telegram.formatting import MAX_UNITS, Part, utf16_length
from bot.telegram.formatting.markdown import clean
from bot.telegram.sender import texts
from bot.values import ChangeKind, Owner, Receipt

UNDO: Final = "undo"
"""The name of these buttons in their data."""
UNDONE: Final = "↩️ Undone: "

_MOST_BUTTONS: Final = 100  # of a keyboard; Telegram takes no more
_DATA: Final = re.compile(r"([0-9a-f]{32}):([0-9]{1,4})", re.ASCII)
_ID: Final = re.compile(r" \[[A-Za-z0-9]{8}\]\Z")
_SIGN: Final = re.compile(r"(?:💾|✏️|🗑) ")
_DONE: Final = re.compile(r"(?:Remembered|Forgot): ")
_SAID: Final = {
    ChangeKind.ADDED: "Undone: I don't remember it any more.",
    ChangeKind.UPDATED: "Undone: it says again what it said before.",
    ChangeKind.FORGOTTEN: "Undone: I remember it again.",
}
_ALREADY: Final = "This is undone already."
_GONE: Final = "This can't be undone any more: the conversation is erased."
_SAME: Final = "Not undone: another memory says this by now."
_CHANGED: Final = "Not undone: this memory was changed since."


class UndoAction:
    """Undoes what a receipt tells, if nothing has come of it since."""

    def __init__(self, memories: Memories, receipts: Receipts) -> None:
        self._memories = memories
        self._receipts = receipts

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Undo what one receipt of a turn tells; its message shows that, and what else of the turn was undone."""
        if not (named := parse(press.data)):
            return Reaction(toast=NOTHING_TO_PRESS)
        turn_id, number = named
        await self._memories.hold(tx, owner)  # so that no other press undoes meanwhile what is found
        receipts = await self._receipts.of(tx, owner, turn_id)
        if number >= len(receipts):
            return Reaction(toast=_GONE)
        change = receipts[number].change
        if change is None:
            return Reaction(toast=_ALREADY, shows=_shows(press, turn_id, receipts))
        try:
            await self._memories.undo(tx, owner, change)
        except (ChangedSince, NoSuchMemory):
            return Reaction(toast=_CHANGED)
        except SameMemory:
            return Reaction(toast=_SAME)
        receipts[number] = Receipt(undone(receipts[number].text))
        await self._receipts.replace(tx, turn_id, number, receipts[number].text)
        return Reaction(toast=_SAID[change.kind], shows=_shows(press, turn_id, receipts))


def parse(data: str) -> tuple[UUID, int] | None:
    """Read the data of an Undo button: a turn, and which of its receipts."""
    read = _DATA.fullmatch(data)
    return (UUID(read[1]), int(read[2])) if read else None


def undo_buttons(turn_id: UUID, receipts: Sequence[Receipt]) -> Buttons:
    """Return a button for each of a turn's receipts that can be undone, in order; several tell them apart."""
    numbers = [number for number, receipt in enumerate(receipts) if receipt.change][:_MOST_BUTTONS]
    return [
        [
            Button(
                "↩️ Undo" if len(numbers) == 1 else shortened(f"↩️ Undo: {_told(receipts[number])}", LONGEST_LABEL),
                button_data(UNDO, f"{turn_id.hex}:{number}"),
            )
        ]
        for number in numbers
    ]


def undone(receipt: str) -> str:
    """Return what a receipt says once it is undone."""
    return UNDONE + _SIGN.sub("", receipt, count=1)


def with_undone(shown: Part, receipts: Sequence[Receipt]) -> Part:
    """Return an answer's message with what was undone of its receipts; what is not there stands below.

    Its text is as Telegram knows it, from before or after an earlier press.
    """
    lines = shown.text.split("\n")
    changed = len(lines)
    for told in (clean(receipt.text) for receipt in receipts if receipt.text.startswith(UNDONE)):
        if told in lines:
            continue
        before = [at for at, line in enumerate(lines) if _SIGN.match(line) and undone(line) == told]
        if before:
            lines[before[-1]] = told
            changed = min(changed, before[-1])
        else:
            lines.append(told)
    text = "\n".join(lines)
    if utf16_length(text) > MAX_UNITS:
        return shown
    units = utf16_length("\n".join(lines[:changed]))
    return Part(text, tuple(it for it in shown.entities if it.offset + it.length <= units))


def _told(receipt: Receipt) -> str:
    """Return what a receipt tells, without what all of them have."""
    return _DONE.sub("", _SIGN.sub("", _ID.sub("", receipt.text), count=1), count=1)


def _shows(press: Press, turn_id: UUID, receipts: Sequence[Receipt]) -> Text | None:
    if press.shown is None:
        return None
    (text,) = texts([with_undone(press.shown, receipts)])
    return replace(text, buttons=undo_buttons(turn_id, receipts))
