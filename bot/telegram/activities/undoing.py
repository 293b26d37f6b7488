"""Presses of the buttons that undo what was done."""

from dataclasses import replace

from bot.chat.deeds import Deeds
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, DeedRefused, NoSuchActivity
from bot.telegram.activities.asked import is_of_asked, shown
from bot.telegram.activities.deeds import DeedButton, deed_line
from bot.telegram.buttons import Press, Reaction
from bot.telegram.formatting.lines import line_about, with_line
from bot.telegram.notebook.answered import refreshed
from bot.telegram.texts import Text
from bot.values.activities import Activity
from bot.values.owner import Owner
from bot.values.text import one_line


async def press(deeds: Deeds, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Undo what was done, in the caller's transaction; its line and its button show so."""
    if not (pressed := DeedButton.read(press.data)):
        return None
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
