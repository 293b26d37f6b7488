"""Reminders in words: their times and lateness. Pure."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.language import date, hours, plural, t, weekday
from bot.reminders.rule_words import repeats
from bot.reminders.schedule import upcoming
from bot.values.reminders import INSTANT, Reminder, ReminderReceipt, ReminderState, Ring, Schedule
from bot.values.text import one_line

SIGN: Final = "⏰"
TASK_SIGN: Final = "⚙️"
NEXT: Final = 3
"""Times that a receipt shows of a rule."""
_LATE: Final = timedelta(minutes=2)
"""A ring that comes later than this says so."""


def time_of(moment: datetime, zone: str, *, year: bool = True) -> str:
    """Return a moment as a clock of a zone shows it, such as "Tue, 1 Dec 2026, 09:00"."""
    at = moment.astimezone(ZoneInfo(zone))
    clock = f"{at:%H:%M:%S}" if at.second else hours(at)
    return t("{weekday}, {date}, {time}", weekday=weekday(at, short=True), date=date(at, year=year), time=clock)


def zone_of(schedule: Schedule, own_zone: str) -> str:
    """Return the zone whose clock a schedule is shown by: its own, or its owner's for moments."""
    return own_zone if schedule.zone == INSTANT else schedule.zone


def sign_of(reminder: Reminder) -> str:
    """Return the sign of a reminder or a task."""
    return TASK_SIGN if reminder.is_task else SIGN


def described(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder on one line: time, zone, rule, text, and its next times."""
    schedule = reminder.schedule
    zone = zone_of(schedule, own_zone)
    when = f"{time_of(schedule.at, zone)} ({zone}){repeats_after(schedule, zone)}"
    return f"{when}: {one_line(reminder.text)}{_next(schedule, zone)}"


def receipt(reminder: Reminder, own_zone: str) -> str:
    """Return the receipt for a reminder that was set, changed or cancelled."""
    sign = sign_of(reminder)
    if reminder.state is ReminderState.CANCELLED:
        return f"{sign} {t('Cancelled: {reminder}', reminder=one_line(reminder.text))}"
    line = described(reminder, own_zone)
    return f"{sign} {nags(line, reminder.nag_minutes) if reminder.nag_minutes else line}"


def nags(reminder: str, minutes: int) -> str:
    """Return a reminder in words with how often it rings again."""
    return plural(
        "{reminder}, again every minute until done",
        "{reminder}, again every {count} minutes until done",
        minutes,
        reminder=reminder,
    )


def told(reminder: Reminder, own_zone: str) -> ReminderReceipt:
    """Return the receipt as its owner is told of a change that they have not made in the chat."""
    return ReminderReceipt(lambda: receipt(reminder, own_zone), reminder.id, reminder.version)


def summary(reminder: Reminder, own_zone: str) -> str:
    """Return a reminder's next time, rule and text, for a list."""
    schedule, rings_at = reminder.schedule, reminder.rings_at or reminder.schedule.at
    zone = zone_of(schedule, own_zone)
    where = "" if zone == own_zone else f" ({zone})"
    how = t("tries again") if reminder.is_task else t("rings again")
    again = f" ({how})" if reminder.again_at and rings_at == reminder.again_at else ""
    sign = f"{TASK_SIGN} " if reminder.is_task else ""
    return f"{sign}{time_of(rings_at, zone)}{where}{again}{repeats_after(schedule, zone)}: {one_line(reminder.text)}"


def rung(ring: Ring, own_zone: str) -> str:
    """Return the message of a ring: its text, and the time that it is for. `lateness` follows it as it is sent."""
    schedule = ring.reminder.schedule
    zone = zone_of(schedule, own_zone)
    about = [time_of(ring.due_at, zone, year=False) + repeats_after(schedule, zone)]
    if ring.reminder.nags:
        about.append(t("not done yet"))
    return f"{SIGN} {ring.reminder.text}\n{'; '.join(about)}"


def lateness(late: timedelta, missed: int) -> str:
    """Return how late a ring comes, and how many earlier times were missed; empty for one that is on time."""
    about = [t("{time} late", time=lapse(late))] if late > _LATE else []
    if missed:
        about.append(plural("{count} earlier time missed", "{count} earlier times missed", missed))
    return "".join(f"; {it}" for it in about)


def lapse(long: timedelta) -> str:
    """Return a length of time in its largest unit, such as "3 hours"."""
    seconds = round(long.total_seconds())
    minutes, whole_hours, days = (round(seconds / it) for it in (60, 3_600, 86_400))
    if seconds >= timedelta(days=1).total_seconds():
        return plural("{count} day", "{count} days", days)
    if seconds >= timedelta(hours=1).total_seconds():
        return plural("{count} hour", "{count} hours", whole_hours)
    if seconds >= timedelta(minutes=2).total_seconds():
        return plural("{count} minute", "{count} minutes", minutes)
    return plural("{count} second", "{count} seconds", seconds)


def repeats_after(schedule: Schedule, zone: str) -> str:
    """Return a rule in words, to follow a time; empty without one."""
    return f", {repeats(schedule, zone)}" if schedule.rule else ""


def _next(schedule: Schedule, zone: str) -> str:
    """Return the times after the first one."""
    later = upcoming(schedule, NEXT + 1)[1:] if schedule.rule else []
    times = "; ".join(time_of(at, zone, year=False) for at in later)
    return f" ({t('then {times}', times=times)})" if later else ""
