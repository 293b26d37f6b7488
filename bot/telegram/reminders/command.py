"""/remind, /reminders and /quiet, which need no model, and the buttons of lists and receipts."""

import re
from collections.abc import Sequence
from datetime import time
from typing import Final

from bot.database import reminders as stored
from bot.database.engine import Transaction
from bot.errors import NoSuchReminder, ReminderRefused
from bot.reminders.operations import Reminders, Wanted
from bot.reminders.understanding import reminder_in
from bot.reminders.words import receipt
from bot.telegram.buttons import NOTHING_TO_PRESS, Press, Reaction, message
from bot.telegram.formatting import code, compose
from bot.telegram.reminders.buttons import Does, ReminderButton, RemindersPage, UndoReminder
from bot.telegram.reminders.listing import one, page
from bot.telegram.texts import Text
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.reminders import QuietHours, Reminder, ReminderState

_EXAMPLES: Final = (
    "/remind tomorrow 9 call mom",
    "/remind in 20 minutes tea",
    "/remind every weekday at 8 stand-up",
    "/remind 1 December 18:30 dinner",
)
_QUIET: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(?:-|\u2013|to|until)\s*(\d{1,2})(?::(\d{2}))?")
_QUIET_USAGE: Final = "Write the hours like this: /quiet 22-7, or /quiet 22:30-7:15. /quiet off ends them."
_HOURS: Final = 24
_MINUTES: Final = 60


class ReminderCommand:
    """Answers the commands and buttons, in the caller's transaction."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    async def remind(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Set a reminder."""
        if not words.strip():
            return self._usage("Say when and what. For example:")
        now = self._reminders.wall_now
        try:
            found = await reminder_in(words, now)
            if found is None:
                return self._usage("I don't understand when. Begin with the time. For example:")
            said, text = found
            if not text.strip():
                return self._usage("Say also what I should remind you of. For example:")
            wall = said.wall(now)
            schedule = self._reminders.at_moment(wall) if said.moment else self._reminders.at_wall(wall, said.rrule)
            reminder = await self._reminders.add(tx, owner, Wanted(text=text, schedule=schedule))
        except ReminderRefused as refused:
            return compose(f"Nothing was set. {refused}")
        return [self._receipt(reminder)]

    async def list_reminders(
        self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None
    ) -> Sequence[Text]:
        """List what will ring."""
        return [await page(self._reminders, tx, owner, words=words.strip())]

    async def quiet(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show or set the hours in which nothing but reminders comes unasked."""
        words = words.strip().casefold()
        if words == "off":
            await stored.set_quiet_hours(tx, owner, None)
        elif words:
            quiet = _hours(words)
            if quiet is None:
                return compose(_QUIET_USAGE)
            await stored.set_quiet_hours(tx, owner, quiet)
        now = await stored.quiet_hours(tx, owner)
        if now is None:
            return compose("There are no quiet hours. ", code("/quiet 22-7"), " sets them.")
        hours = f"{now.begin:%H:%M} to {now.end:%H:%M} ({self._reminders.zone})"
        return compose(
            f"Quiet from {hours}: reminders ring, and what I'd send by myself waits. ",
            code("/quiet off"),
            " ends this.",
        )

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Open or cancel a reminder of a list."""
        pressed = ReminderButton.read(press.data)
        if pressed is None:
            return None
        try:
            reminder = await self._reminders.get(tx, owner, pressed.reminder_id)
            if pressed.does is Does.CANCEL:
                reminder = await self._reminders.cancel(tx, owner, pressed.reminder_id)
                return Reaction(toast="Cancelled.", shows=self._receipt(reminder, pressed.page))
        except NoSuchReminder:
            return Reaction(toast=NOTHING_TO_PRESS)
        except ReminderRefused as refused:
            return Reaction(toast=str(refused), shows=await page(self._reminders, tx, owner, pressed.page))
        if reminder.state is not ReminderState.ACTIVE:
            shows = await page(self._reminders, tx, owner, pressed.page)
            return Reaction(toast=f"This reminder is {reminder.state}.", shows=shows)
        return Reaction(shows=one(self._reminders, reminder, pressed.page))

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Show a page."""
        pressed = RemindersPage.read(press.data)
        return Reaction(shows=await page(self._reminders, tx, owner, pressed.page)) if pressed else None

    async def undo(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Undo what a receipt tells."""
        pressed = UndoReminder.read(press.data)
        if pressed is None:
            return None
        try:
            reminder = await self._reminders.undo(tx, owner, pressed.reminder_id, pressed.version)
        except NoSuchReminder:
            return Reaction(toast=NOTHING_TO_PRESS)
        except ReminderRefused as refused:
            return Reaction(toast=str(refused))
        return Reaction(toast="Undone.", shows=message(receipt(reminder, self._reminders.zone)))

    def _receipt(self, reminder: Reminder, number: int = 0) -> Text:
        """Return the receipt of a change, with its undo, and the way back to a page."""
        undo = UndoReminder(reminder.id, reminder.version).button("↩️ Undo")
        back = [RemindersPage(number).button("◀️ Back")] if number else []
        return message(receipt(reminder, self._reminders.zone), buttons=[[undo, *back]])

    @staticmethod
    def _usage(why: str) -> Sequence[Text]:
        return compose(why, *(piece for example in _EXAMPLES for piece in ("\n", code(example))))


def _hours(words: str) -> QuietHours | None:
    found = _QUIET.fullmatch(words)
    if found is None:
        return None
    begin, begin_minute, end, end_minute = (int(it or 0) for it in found.groups())
    if max(begin, end) > _HOURS or max(begin_minute, end_minute) >= _MINUTES:
        return None
    hours = QuietHours(time(begin % _HOURS, begin_minute), time(end % _HOURS, end_minute))
    return hours if hours.begin != hours.end else None
