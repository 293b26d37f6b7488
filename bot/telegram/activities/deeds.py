"""What a turn's tools did, below its answer, with buttons that undo it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar
from uuid import UUID

from bot.chat.deeds import Deeds
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, DeedRefused, NoSuchActivity
from bot.memory.receipts import UNDONE
from bot.telegram.buttons import ButtonData, Press, Reaction
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Buttons, Text, utf16_length
from bot.values.activities import Activity, ActivityState
from bot.values.owner import Owner
from bot.values.text import one_line


@dataclass(frozen=True, slots=True)
class DeedButton(ButtonData):
    """Undoes what was done."""

    NAME: ClassVar = "deed"

    activity_id: UUID


def deed_line(activity: Activity) -> str:
    """Render what was done on one line."""
    words = one_line(activity.words)
    return f"{UNDONE}{words}" if activity.state is ActivityState.UNDONE else words


def deed_buttons(activities: Sequence[Activity], *, are_alone: bool = True) -> Buttons:
    """Return a button for each activity that can be undone; several, or those among others, are named."""
    several = [it for it in activities if it.can_be_undone]
    names = len(several) > 1 or not are_alone
    return [[DeedButton(it.id).button(f"↩️ Undo: {one_line(it.words)}" if names else "↩️ Undo")] for it in several]


async def press(deeds: Deeds, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Undo what was done, in the caller's transaction; its line and its button show so."""
    if not (pressed := DeedButton.read(press.data)):
        return None
    try:
        activity, toast = await deeds.undo(tx, owner, pressed.activity_id)
    except (AlreadyUndone, NoSuchActivity, DeedRefused) as why:
        return Reaction(toast=str(why))
    return Reaction(toast=toast, shows=_now(press.shown, activity) if press.shown else None)


def _now(shown: Text, activity: Activity) -> Text:
    """Return an answer's message with the line of what was undone, and without its button."""
    lines = shown.text.split("\n")
    before = clean(deed_line(replace(activity, state=ActivityState.DONE)))
    at = next((at for at in reversed(range(len(lines))) if lines[at] == before), len(lines))
    lines[at : at + 1] = [clean(deed_line(activity))]
    units = utf16_length("\n".join(lines[:at]))
    entities = tuple(it for it in shown.entities if it.offset + it.length <= units)
    rows = [[it for it in row if it.data != DeedButton(activity.id).data] for row in shown.buttons]
    return Text("\n".join(lines), entities, buttons=[row for row in rows if row])
