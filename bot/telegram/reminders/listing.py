"""`/reminders`: pages of what will ring, and one reminder with its times."""

from typing import Final

from bot.database import reminders as stored
from bot.database.engine import Transaction
from bot.reminders.operations import Reminders
from bot.reminders.words import described, summary
from bot.telegram.buttons import message, quantity, shortened
from bot.telegram.formatting import bold
from bot.telegram.reminders.buttons import Does, ReminderButton, RemindersPage
from bot.telegram.texts import Text
from bot.values.owner import Owner
from bot.values.reminders import Reminder
from bot.values.text import one_line

PAGE: Final = 8
"""Most reminders on a page."""
_ROW: Final = 4
_LINE_UNITS: Final = 200
_NOTHING: Final = (
    "There are no reminders. Set one with /remind tomorrow 9 call mom, or tell me when to remind you of what."
)


async def page(reminders: Reminders, tx: Transaction, owner: Owner, number: int = 1, words: str = "") -> Text:
    """Return a page of the reminders that will ring, the next one first; with words, the first of those with them."""
    found = await stored.active(tx, owner, words=words, skip=(number - 1) * PAGE, most=PAGE + 1)
    if not found and number > 1:
        return await page(reminders, tx, owner)
    if not found:
        return message(f"No reminder holds “{one_line(words)}”. /reminders shows all." if words else _NOTHING)
    shown, has_more = found[:PAGE], len(found) > PAGE
    first = (number - 1) * PAGE + 1
    lines = [
        f"\n{place}. {shortened(summary(it, reminders.zone), _LINE_UNITS)}" for place, it in enumerate(shown, first)
    ]
    buttons = [ReminderButton(Does.SHOW, it.id, number).button(str(place)) for place, it in enumerate(shown, first)]
    rows = [buttons[at : at + _ROW] for at in range(0, len(buttons), _ROW)]
    earlier = [RemindersPage(number - 1).button("◀️ Earlier")] if number > 1 else []
    later = [RemindersPage(number + 1).button("Later ▶️")] if has_more and not words else []
    many = has_more or number > 1
    of = f" {first:,}\N{EN DASH}{first + len(shown) - 1:,} of {await stored.count(tx, owner):,}" if many else ""
    hint = f"\n\nTap a number to open one. Times are in {reminders.zone}."
    return message("⏰ ", bold(f"Your reminders{of}:"), *lines, hint, buttons=[*rows, [*earlier, *later]])


def one(reminders: Reminders, reminder: Reminder, number: int) -> Text:
    """Return one reminder with its next times, and a button that cancels it."""
    again = f"\nSnoozed until {reminders.when(reminder)}." if reminder.again_at else ""
    every = reminder.nag_minutes
    nags = f"\nRings again every {quantity(every, 'minute', 'minutes')} until it is done." if every else ""
    text = f"⏰ {described(reminder, reminders.zone)}{again}{nags}"
    cancel = ReminderButton(Does.CANCEL, reminder.id, number).button("🗑 Cancel")
    return message(text, buttons=[[cancel, RemindersPage(number).button("◀️ Back")]])
