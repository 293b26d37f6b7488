"""Presses of the buttons that undo what was done."""

from dataclasses import replace

from bot.chat.deeds import Deeds
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, DeedRefused, NoSuchActivity
from bot.telegram.activities.asked import is_of_asked, shown
from bot.telegram.activities.deeds import DeedButton, deed_line
from bot.telegram.buttons import Press, Reaction
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Text, utf16_length
from bot.values.activities import Activity, ActivityState
from bot.values.owner import Owner


async def press(deeds: Deeds, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Undo what was done, in the caller's transaction; its line and its button show so."""
    if not (pressed := DeedButton.read(press.data)):
        return None
    try:
        activity, toast = await deeds.undo(tx, owner, pressed.activity_id)
    except (AlreadyUndone, NoSuchActivity, DeedRefused) as why:
        return Reaction(toast=str(why))
    if press.shown and is_of_asked(press.shown.text):
        return Reaction(toast=toast, shows=shown(activity))
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
