"""`/reminders`: pages of what will ring, and one reminder with its times."""

from typing import Final

from bot.database import reminders as stored
from bot.database.engine import Transaction
from bot.language import mark, number, plural, t
from bot.reminders.operations import Reminders
from bot.reminders.words import described, sign_of, summary, time_of
from bot.telegram.buttons import message, rows_of, shortened
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
_NOTHING: Final = mark(
    "There are no reminders or tasks. Send /remind tomorrow 9 call mom, or just tell me what to remind you of and when."
)
_TRIED_AGAIN: Final = mark("I'll try it again: {time}.")
_RINGS_AGAIN: Final = mark("Rings again: {time}.")


async def page(reminders: Reminders, tx: Transaction, owner: Owner, at_page: int = 1, words: str = "") -> Text:
    """Return a page of the reminders that will ring, the next one first; with words, the first of those with them."""
    found = await stored.active(tx, owner, words=words, skip=(at_page - 1) * PAGE, most=PAGE + 1)
    if not found and at_page > 1:
        return await page(reminders, tx, owner)
    if not found:
        return message(
            t("No reminder matches “{words}”. /reminders shows all of them.", words=one_line(words))
            if words
            else t(_NOTHING)
        )
    shown, has_more = found[:PAGE], len(found) > PAGE
    first = (at_page - 1) * PAGE + 1
    lines = [
        f"\n{place}. {shortened(summary(it, reminders.zone), _LINE_UNITS)}" for place, it in enumerate(shown, first)
    ]
    buttons = [ReminderButton(Does.SHOW, it.id, at_page).button(str(place)) for place, it in enumerate(shown, first)]
    earlier = [RemindersPage(at_page - 1).button(t("◀️ Earlier"))] if at_page > 1 else []
    later = [RemindersPage(at_page + 1).button(t("Later ▶️"))] if has_more and not words else []
    heading = t("Your reminders and tasks:")
    if has_more or at_page > 1:
        ends = {"first": number(first), "last": number(first + len(shown) - 1)}
        of = number(await stored.count(tx, owner))
        heading = t("Your reminders and tasks, {first}\N{EN DASH}{last} of {total}:", **ends, total=of)
    hint = t("Tap a number to open one. Times are in {zone}.", zone=reminders.zone)
    return message("⏰ ", bold(heading), *lines, f"\n\n{hint}", buttons=[*rows_of(buttons, _ROW), [*earlier, *later]])


def one(reminders: Reminders, reminder: Reminder, at_page: int) -> Text:
    """Return one reminder with its next times, and a button that cancels it."""
    lines = [f"{sign_of(reminder)} {described(reminder, reminders.zone)}"]
    if reminder.again_at:
        again = _TRIED_AGAIN if reminder.is_task else _RINGS_AGAIN
        lines.append(t(again, time=time_of(reminder.again_at, reminders.zone)))
    if every := reminder.nag_minutes:
        lines.append(
            plural(
                "Rings again every minute until you mark it as done.",
                "Rings again every {count} minutes until you mark it as done.",
                every,
            )
        )
    cancel = ReminderButton(Does.CANCEL, reminder.id, at_page).button(t("🗑 Cancel"))
    return message("\n".join(lines), buttons=[[cancel, RemindersPage(at_page).button(t("◀️ Back"))]])
