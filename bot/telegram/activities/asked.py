"""What waits for its owner's button: a message that shows exactly what will happen."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Literal
from uuid import UUID

from bot.telegram.buttons import ButtonData, message
from bot.telegram.formatting import bold
from bot.telegram.texts import Button, Text
from bot.values.activities import Activity, ActivityState, Risk

_HEADINGS: Final = {
    ActivityState.WAITING: "🔐 Shall I do this?",
    ActivityState.ALLOWED: "✅ You allowed this:",
    ActivityState.RUNNING: "✅ You allowed this:",
    ActivityState.DONE: "✅ Done:",
    ActivityState.FAILED: "⚠️ This failed:",
    ActivityState.UNKNOWN: "⚠️ This was interrupted, and may have been done:",
    ActivityState.DECLINED: "✖️ Not done:",
    ActivityState.EXPIRED: "✖️ Not done, as you didn't decide in time:",
    ActivityState.UNDONE: "↩️ Undone:",
}


@dataclass(frozen=True, slots=True)
class AskedButton(ButtonData):
    """Allows what waits, once or for good, or declines it."""

    NAME: ClassVar = "do"

    act: Literal["yes", "no", "always"]
    activity_id: UUID


def asked(activities: Sequence[Activity]) -> list[Text]:
    """Return a message for each activity that waits."""
    return [shown(it) for it in activities if it.state is ActivityState.WAITING]


def shown(activity: Activity, replaces: int | None = None) -> Text:
    """Return the message of an activity, or its edit."""
    buttons: list[list[Button]] = []
    if activity.state is ActivityState.WAITING:
        act = partial(AskedButton, activity_id=activity.id)
        buttons = [[act("yes").button("✅ Do it"), act("no").button("No")]]
        if activity.risk is Risk.SENDS:
            buttons.append([act("always").button(f"Always allow {activity.name}")])
    heading = _HEADINGS[activity.state]
    text = message(bold(heading), f"\n{activity.name}\n\n{activity.words}", buttons=buttons)
    return text if replaces is None else Text(text.text, text.entities, replaces=replaces)
