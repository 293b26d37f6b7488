"""What becomes of a reminder that rings. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.reminders.schedule import after, instant
from bot.values.reminders import Reminder, ReminderState, Ring

MOST_NAGS: Final = 12
"""Most times that a reminder nags for one of its times."""


def rung(reminder: Reminder, now: datetime) -> Ring:
    """Let a reminder ring that is due: once, for the last of its times until now, whatever was missed before."""
    if reminder.is_due and reminder.schedule.at <= now:
        following, due_at, missed = after(reminder.schedule, now)
        left = replace(
            reminder,
            schedule=following or reminder.schedule,
            is_due=following is not None,
            again_at=_again(reminder, now),
            nags=0,
            rung_at=due_at,
            waits_until=None,
            failures=0,
        )
        return Ring(reminder=_settled(left), due_at=due_at, expected_at=due_at, missed=missed)
    again_at, due_at = reminder.again_at or now, reminder.rung_at or reminder.schedule.at
    nags = reminder.nags + (reminder.nag_minutes is not None)
    again = _again(reminder, now) if nags < MOST_NAGS else None
    left = replace(reminder, again_at=again, nags=nags, waits_until=None)
    return Ring(reminder=_settled(left), due_at=due_at, expected_at=again_at)


def last_ring(reminder: Reminder, now: datetime) -> Ring:
    """Let a reminder ring for the last time, since its times can't be told any more."""
    left = replace(
        reminder,
        schedule=instant(now),
        is_due=False,
        again_at=None,
        rung_at=now,
        waits_until=None,
        state=ReminderState.DONE,
    )
    return Ring(reminder=left, due_at=now, expected_at=now)


def _again(reminder: Reminder, now: datetime) -> datetime | None:
    return now + timedelta(minutes=reminder.nag_minutes) if reminder.nag_minutes else None


def _settled(reminder: Reminder) -> Reminder:
    """Return a reminder as done if nothing of it is to come."""
    ends = not reminder.is_due and reminder.again_at is None
    return replace(reminder, state=ReminderState.DONE) if ends else reminder
