"""What a turn's tools did, below its answer, with buttons that undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final
from uuid import UUID

from bot.language import mark, t
from bot.telegram.buttons import ButtonData
from bot.telegram.formatting import RichText, struck
from bot.telegram.formatting.markdown import clean
from bot.telegram.notebook.showing import open_buttons
from bot.telegram.texts import Buttons
from bot.values.activities import Activity, ActivityState
from bot.values.text import one_line

_DEEDS: Final = {
    ActivityState.WAITING: mark("🔐 Waiting for you: {deed}"),
    ActivityState.ALLOWED: mark("⏳ In progress: {deed}"),
    ActivityState.RUNNING: mark("⏳ In progress: {deed}"),
    ActivityState.FAILED: mark("⚠️ Failed: {deed}"),
    ActivityState.UNKNOWN: mark("⚠️ Perhaps not done: {deed}"),
    ActivityState.DECLINED: mark("✖️ Not done: {deed}"),
    ActivityState.EXPIRED: mark("✖️ Not done: {deed}"),
}


@dataclass(frozen=True, slots=True)
class DeedButton(ButtonData):
    """Undoes what was done."""

    NAME: ClassVar = "deed"

    activity_id: UUID


def deed_line(activity: Activity) -> str:
    """Render what was done, failed or waits on one line, whether it is undone or not."""
    words = one_line(activity.words)
    return t(_DEEDS[activity.state], deed=words) if activity.state in _DEEDS else words


def deed_shown(activity: Activity) -> str | RichText:
    """Return the line of what was done as it is shown: struck through if it was undone."""
    return struck(clean(deed_line(activity))) if activity.state is ActivityState.UNDONE else deed_line(activity)


def deed_buttons(activities: Sequence[Activity], *, are_alone: bool = True) -> Buttons:
    """Return a button for each activity that can be undone; several, or those among others, are named.

    Beside it is one that opens the note that was changed.
    """
    several = [it for it in activities if it.can_be_undone]
    names = len(several) > 1 or not are_alone
    labels = [t("↩️ Undo: {what}", what=one_line(it.words)) if names else t("↩️ Undo") for it in several]
    return [[DeedButton(it.id).button(label), *open_buttons(it)] for it, label in zip(several, labels, strict=True)]
