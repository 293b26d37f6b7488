"""What a turn's tools did, below its answer, with buttons that undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final
from uuid import UUID

from bot.memory.receipts import UNDONE
from bot.telegram.buttons import ButtonData
from bot.telegram.notebook.showing import open_buttons
from bot.telegram.texts import Buttons
from bot.values.activities import Activity, ActivityState
from bot.values.text import one_line

PERHAPS: Final = "⚠️ Perhaps not done: "


@dataclass(frozen=True, slots=True)
class DeedButton(ButtonData):
    """Undoes what was done."""

    NAME: ClassVar = "deed"

    activity_id: UUID


def deed_line(activity: Activity) -> str:
    """Render what was done on one line."""
    before = {ActivityState.UNDONE: UNDONE, ActivityState.UNKNOWN: PERHAPS}.get(activity.state, "")
    return f"{before}{one_line(activity.words)}"


def deed_buttons(activities: Sequence[Activity], *, are_alone: bool = True) -> Buttons:
    """Return a button for each activity that can be undone; several, or those among others, are named.

    Beside it is one that opens the note that was changed.
    """
    several = [it for it in activities if it.can_be_undone]
    names = len(several) > 1 or not are_alone
    labels = [f"↩️ Undo: {one_line(it.words)}" if names else "↩️ Undo" for it in several]
    return [[DeedButton(it.id).button(label), *open_buttons(it)] for it, label in zip(several, labels, strict=True)]
