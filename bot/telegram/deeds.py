"""What tools did and what waits for its owner's button, as messages and lines with buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Literal
from uuid import UUID

from bot.chat.deeds import Deeds
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, DeedRefused, NoSuchActivity
from bot.language import mark, t
from bot.telegram.buttons import ButtonData, Press, Reaction, message
from bot.telegram.formatting import RichText, bold, struck
from bot.telegram.formatting.lines import line_about, with_line
from bot.telegram.formatting.markdown import clean
from bot.telegram.notebook.showing import open_buttons
from bot.telegram.notebook.ticking import refreshed
from bot.telegram.texts import Buttons, Text
from bot.values.activities import Activity, ActivityState
from bot.values.owner import Owner
from bot.values.text import one_line

ASKED: Final = "asked:"
"""Beginning of the `Text.about` of messages that ask about activities and proposals."""
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
class AskedButton(ButtonData):
    """Allows what waits, once or for good, or declines it."""

    NAME: ClassVar = "do"

    act: Literal["yes", "no", "always"]
    activity_id: UUID


def asked_in(turn_id: UUID) -> str:
    """Return the name of the message that asks about what a turn wants to do (`Text.about`)."""
    return f"{ASKED}{turn_id.hex}"


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


def shown(activity: Activity) -> Text:
    """Return the message of an activity."""
    buttons: Buttons = deed_buttons([activity])
    if activity.state is ActivityState.WAITING:
        act = partial(AskedButton, activity_id=activity.id)
        always = [act("always").button(t("Always allow {tool}", tool=activity.name))] if activity.allowed_as else []
        buttons = [[act("yes").button(t("✅ Do it")), act("no").button(t("No"))], always]
    heading = _HEADINGS[activity.state]
    return message(bold(t(heading)), f"\n{activity.name}\n\n{activity.words}", buttons=buttons)


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


async def press_undo(deeds: Deeds, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo what was done, in the caller's transaction; its line and its button show so."""
    pressed = DeedButton.parsed(press.data)
    try:
        activity, toast = await deeds.undo(tx, owner, pressed.activity_id)
    except (AlreadyUndone, NoSuchActivity, DeedRefused) as why:
        return Reaction(toast=str(why))
    if press.shown and is_of_asked(press.shown.text, activity):
        return Reaction(toast=toast, shows=shown(activity))
    shows = await refreshed(tx, owner, _now(press.shown, activity)) if press.shown else None
    return Reaction(toast=toast, shows=shows)


def _now(shown: Text, activity: Activity) -> Text:
    """Return an answer's message with what was undone struck through, and without its button."""
    at = line_about(shown.text, {""}, [{one_line(activity.words)}])
    rows = [[it for it in row if it.data != DeedButton(activity.id).data] for row in shown.buttons]
    return replace(with_line(shown, at, deed_line(activity), is_struck=True), buttons=[row for row in rows if row])
