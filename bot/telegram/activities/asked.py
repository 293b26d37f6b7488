"""What waits for its owner's button: a message that shows exactly what will happen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Literal
from uuid import UUID

from bot.language import mark, t
from bot.telegram.activities.deeds import deed_buttons
from bot.telegram.buttons import ButtonData, message
from bot.telegram.formatting import bold
from bot.telegram.formatting.markdown import clean
from bot.telegram.memory.offers import ASKED, asked_in
from bot.telegram.texts import Buttons, Text
from bot.values.activities import Activity, ActivityState

_HEADINGS: Final = {
    ActivityState.WAITING: mark("🔐 Shall I do this?"),
    ActivityState.ALLOWED: mark("✅ You allowed this:"),
    ActivityState.RUNNING: mark("✅ You allowed this:"),
    ActivityState.DONE: mark("✅ Done:"),
    ActivityState.FAILED: mark("⚠️ This failed:"),
    ActivityState.UNKNOWN: mark("⚠️ This was interrupted. It may have been done:"),
    ActivityState.DECLINED: mark("✖️ Not done:"),
    ActivityState.EXPIRED: mark("✖️ Not done, as nobody answered in time:"),
    ActivityState.UNDONE: mark("↩️ Undone:"),
}


@dataclass(frozen=True, slots=True)
class AskedButton(ButtonData):
    """Allows what waits, once or for good, or declines it."""

    NAME: ClassVar = "do"

    act: Literal["yes", "no", "always"]
    activity_id: UUID


def asked(activities: Sequence[Activity]) -> list[Text]:
    """Return a message for each activity that waits."""
    several = [it for it in activities if it.state is ActivityState.WAITING]
    return [replace(shown(it), about=asked_about(it)) for it in several]


def asked_about(activity: Activity) -> str:
    """Return the name of the message that asks about an activity (`Text.about`)."""
    turn = asked_in(activity.turn_id) if activity.turn_id else ASKED
    return f"{turn}:{activity.id.hex}"


def is_of_asked(text: str, activity: Activity) -> bool:
    """Tell whether a text is that of the message which asked about an activity: its second line is the tool's name."""
    return [*text.split("\n"), ""][1] == clean(activity.name)


def shown(activity: Activity, replaces: int | None = None) -> Text:
    """Return the message of an activity, or its edit."""
    buttons: Buttons = deed_buttons([activity])
    if activity.state is ActivityState.WAITING:
        act = partial(AskedButton, activity_id=activity.id)
        always = [act("always").button(t("Always allow {tool}", tool=activity.name))] if activity.allowed_as else []
        buttons = [[act("yes").button(t("✅ Do it")), act("no").button(t("No"))], always]
    heading = _HEADINGS[activity.state]
    text = message(bold(t(heading)), f"\n{activity.name}\n\n{activity.words}", buttons=buttons)
    return replace(text, replaces=replaces)
