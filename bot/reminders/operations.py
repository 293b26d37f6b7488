"""Operations on reminders, shared by chat, commands and buttons. Each works in the caller's transaction.

One that is refused raises ReminderRefused with a sentence, and changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.database import conversations as stored_conversations
from bot.database import reminders as stored
from bot.database.engine import Transaction
from bot.errors import NoSuchReminder, ReminderRefused
from bot.reminders.rules import scheduled
from bot.reminders.schedule import instant, wall_of
from bot.reminders.words import time_of
from bot.values.owner import Owner
from bot.values.reminders import TEXT_MAX, Reminder, ReminderState, Schedule
from bot.values.text import one_line

MOST: Final = 20_000
"""Most active reminders of an owner."""
MOST_YEARS: Final = 20
LEAST_NAG: Final = 5
MOST_NAG: Final = 1_440
"""Bounds of the minutes between two rings that nag."""
_TOMORROW_AT: Final = time(9)
_IN_PRIVATE: Final = "This chat is private: nothing of it is kept, so I can't set a reminder here. /new ends it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A reminder to set, or what is to be changed of one (None: as it is)."""

    text: str | None = None
    schedule: Schedule | None = None
    nag_minutes: int | None = None


class Reminders:
    """Operations on reminders. Their owner lives in a zone, that of this machine if none is named."""

    def __init__(self, zone: ZoneInfo | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._zone = zone
        self.now = clock

    @cached_property
    def zone(self) -> str:
        """The name of the owner's zone."""
        return self._zone.key if self._zone else _zone_here()

    @property
    def wall_now(self) -> datetime:
        """What a clock on the owner's wall shows."""
        return wall_of(self.now(), self.zone)

    def at_wall(self, wall: datetime, rule: str = "", zone: str = "") -> Schedule:
        """Return the schedule at a wall time: in a zone, or wherever its owner is. Raises ReminderRefused."""
        return scheduled(wall, zone or self.zone, rule, follows=not zone)

    def at_moment(self, wall: datetime) -> Schedule:
        """Return the schedule at a moment, given as a wall time close to now."""
        moment = self.now()
        return instant(moment.replace(microsecond=0) + (wall - wall_of(moment, self.zone).replace(microsecond=0)))

    async def add(self, tx: Transaction, owner: Owner, wanted: Wanted) -> Reminder:
        """Set a reminder. Raises ReminderRefused in a private chat, and for a time that has passed."""
        if await stored_conversations.has_private(tx, owner):
            raise ReminderRefused(_IN_PRIVATE)
        schedule = self._checked(wanted.schedule)
        reminder = Reminder(
            id="", text=_text(wanted.text or ""), schedule=schedule, nag_minutes=_nagging(wanted.nag_minutes)
        )
        if same := await stored.same(tx, owner, reminder):
            raise ReminderRefused(f"This reminder is set already [id:{same.id}].")
        if await stored.count(tx, owner) >= MOST:
            raise ReminderRefused(f"There are {MOST:,} reminders already. Cancel some first (/reminders).")
        return await stored.add(tx, owner, reminder)

    async def get(self, tx: Transaction, owner: Owner, reminder_id: str) -> Reminder:
        """Return a reminder, locked until the transaction ends. Raises NoSuchReminder."""
        reminder = await stored.find(tx, owner, reminder_id)
        if reminder is None:
            raise NoSuchReminder
        return reminder

    async def change(self, tx: Transaction, owner: Owner, reminder_id: str, wanted: Wanted) -> Reminder:
        """Change an active reminder's text, times or nagging. Raises ReminderRefused."""
        before = await self._active(tx, owner, reminder_id)
        after = before
        if wanted.text is not None:
            after = replace(after, text=_text(wanted.text))
        if wanted.schedule is not None:
            after = replace(after, schedule=self._checked(wanted.schedule), is_due=True, again_at=None, nags=0)
        if wanted.nag_minutes is not None:
            after = replace(after, nag_minutes=_nagging(wanted.nag_minutes) if wanted.nag_minutes else None)
        if after == before:
            raise ReminderRefused("The reminder is like this already.")
        return await self._save(tx, before, after)

    async def cancel(self, tx: Transaction, owner: Owner, reminder_id: str) -> Reminder:
        """Cancel an active reminder. Raises ReminderRefused."""
        before = await self._active(tx, owner, reminder_id)
        return await self._save(tx, before, replace(before, state=ReminderState.CANCELLED))

    async def done(self, tx: Transaction, owner: Owner, reminder_id: str, due_at: datetime) -> Reminder:
        """Note that what a reminder rang for is done; a repeating one rings at its next time.

        It goes on if it rang for a later time since.

        Raises NoSuchReminder, or ReminderRefused if it was cancelled.
        """
        before = await self.get(tx, owner, reminder_id)
        if before.state is ReminderState.CANCELLED:
            raise ReminderRefused("This reminder is cancelled.")
        if before.rung_at != due_at:
            return before
        state = ReminderState.ACTIVE if before.is_due and before.state is ReminderState.ACTIVE else ReminderState.DONE
        after = replace(before, again_at=None, nags=0, state=state)
        if after != before:
            await stored.save(tx, [after])
        return after

    async def snooze(self, tx: Transaction, owner: Owner, reminder_id: str, minutes: int | None) -> Reminder:
        """Let a reminder that rang come again in some minutes, or tomorrow at 9.

        Raises NoSuchReminder, or ReminderRefused if it was cancelled.
        """
        before = await self.get(tx, owner, reminder_id)
        if before.state is ReminderState.CANCELLED:
            raise ReminderRefused("This reminder is cancelled.")
        again_at = self.now().replace(microsecond=0) + timedelta(minutes=minutes or 0)
        if minutes is None:
            day = self.wall_now.date() + timedelta(days=1)
            again_at = Schedule(datetime.combine(day, _TOMORROW_AT), self.zone).at
        after = replace(before, again_at=again_at, nags=0, state=ReminderState.ACTIVE)
        await stored.save(tx, [after])
        return after

    async def undo(self, tx: Transaction, owner: Owner, reminder_id: str, version: int) -> Reminder:
        """Undo the change that made a version: one that was set is cancelled. Raises ReminderRefused."""
        now = await self.get(tx, owner, reminder_id)
        if now.version != version:
            raise ReminderRefused("Not undone: this reminder was changed since.")
        if now.former is None:
            if now.state is not ReminderState.ACTIVE:
                raise ReminderRefused("Not undone: this reminder no longer rings.")
            after = replace(now, state=ReminderState.CANCELLED)
        else:
            after = _restored(now, now.former)
            if after.is_due and after.schedule.at <= self.now():
                raise ReminderRefused("Not undone: its time has passed.")
        return await self._save(tx, now, after)

    def when(self, reminder: Reminder) -> str:
        """Return when a reminder rings next, by its owner's clock."""
        return time_of(reminder.rings_at, self.zone) if reminder.rings_at else "never"

    async def quiet_until(self, tx: Transaction, owner: Owner) -> datetime | None:
        """Return the end of an owner's quiet hours, if they are now."""
        quiet = await stored.quiet_hours(tx, owner)
        if quiet is None or not quiet.holds((wall := self.wall_now).time()):
            return None
        day = wall.date() + timedelta(days=wall.time() >= quiet.end)
        return Schedule(datetime.combine(day, quiet.end), self.zone).at

    async def _active(self, tx: Transaction, owner: Owner, reminder_id: str) -> Reminder:
        reminder = await self.get(tx, owner, reminder_id)
        if reminder.state is not ReminderState.ACTIVE:
            raise ReminderRefused(f"This reminder is {reminder.state}.")
        return reminder

    def _checked(self, schedule: Schedule | None) -> Schedule:
        if schedule is None:
            raise ReminderRefused("A reminder needs a time.")
        now = self.now()
        if schedule.at <= now:
            passed, current = (time_of(it, self.zone) for it in (schedule.at, now))
            raise ReminderRefused(f"{passed} has passed: it is {current} now.")
        if schedule.at > now + timedelta(days=366 * MOST_YEARS):
            raise ReminderRefused(f"A reminder is at most {MOST_YEARS} years ahead.")
        return schedule

    @staticmethod
    async def _save(tx: Transaction, before: Reminder, after: Reminder) -> Reminder:
        """Store a change with what it replaced."""
        after = replace(after, version=before.version + 1, former=_kept(before))
        await stored.save(tx, [after])
        return after


def _text(text: str) -> str:
    text = text.strip()
    if not one_line(text):
        raise ReminderRefused("A reminder needs a text.")
    if len(text) > TEXT_MAX:
        raise ReminderRefused(f"A reminder has at most {TEXT_MAX} characters; this text has {len(text):,}.")
    return text


def _nagging(minutes: int | None) -> int | None:
    if minutes is not None and not LEAST_NAG <= minutes <= MOST_NAG:
        raise ReminderRefused(f"A reminder can nag every {LEAST_NAG} to {MOST_NAG:,} minutes.")
    return minutes


def _kept(reminder: Reminder) -> Mapping[str, Any]:
    """Return what the undo of a reminder's next change needs."""
    schedule = reminder.schedule
    return {
        "text": reminder.text,
        "wall": schedule.wall.isoformat(),
        "zone": schedule.zone,
        "rule": schedule.rule,
        "follows": schedule.follows,
        "state": reminder.state.value,
        "is_due": reminder.is_due,
        "again_at": reminder.again_at.isoformat() if reminder.again_at else None,
        "nag_minutes": reminder.nag_minutes,
        "nags": reminder.nags,
    }


def _restored(reminder: Reminder, kept: Mapping[str, Any]) -> Reminder:
    schedule = Schedule(datetime.fromisoformat(kept["wall"]), kept["zone"], kept["rule"], kept["follows"])
    return replace(
        reminder,
        text=kept["text"],
        schedule=schedule,
        state=ReminderState(kept["state"]),
        is_due=kept["is_due"],
        again_at=datetime.fromisoformat(kept["again_at"]) if kept["again_at"] else None,
        nag_minutes=kept["nag_minutes"],
        nags=kept["nags"],
    )


def _zone_here() -> str:
    """Return the name of this machine's zone; UTC if it has none."""
    from tzlocal import get_localzone_name  # noqa: PLC0415 - only those who have a reminder need it

    try:
        return ZoneInfo(get_localzone_name()).key
    except Exception:  # noqa: BLE001 - whatever is wrong with the machine's settings
        return "UTC"
