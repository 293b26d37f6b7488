"""Operations on reminders, in the caller's transaction. Any may raise ReminderRefused, and then changes nothing."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.features.reminders import store as stored
from bot.features.reminders.schedule import after as moved_on
from bot.features.reminders.schedule import instant, scheduled, upcoming, wall_of
from bot.features.reminders.times.said import Said
from bot.features.reminders.values import TEXT_MAX, QuietHours, Reminder, ReminderState, Schedule
from bot.features.reminders.words import time_of
from bot.kit.errors import NoSuchReminder, ReminderRefused
from bot.kit.language import mark, number, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.text import one_line
from bot.kit.zones import OwnersZone, present
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import owners
from bot.turns.store.owners import lock

MOST: Final = 20_000
"""Most active reminders of an owner."""
MOST_MOVED: Final = 100
"""Most reminders that are moved into another zone in one transaction, or step."""
MOST_TASKS: Final = 100
"""Most active tasks of an owner."""
MOST_YEARS: Final = 20
LEAST_NAG: Final = 5
MOST_NAG: Final = 1_440
"""Bounds of the minutes between two rings that nag."""
_NO_NAGGING: Final = mark("A task runs once each time. It can't repeat until done.")
_TOO_MANY: Final = mark("You already have {most} reminders. Cancel some first: /reminders")
_TOO_MANY_TASKS: Final = mark("You already have {most} tasks. Cancel some first: /reminders")
_SAME: Final = mark("This reminder is already set [id:{id}].")
_SAME_TASK: Final = mark("This task is already set [id:{id}].")
_CHANGED: Final = mark("Not undone: this reminder has changed since then.")
_CHANGED_TASK: Final = mark("Not undone: this task has changed since then.")
_STATES: Final = {
    (ReminderState.CANCELLED, False): mark("This reminder is cancelled."),
    (ReminderState.CANCELLED, True): mark("This task is cancelled."),
    (ReminderState.DONE, False): mark("This reminder is done."),
    (ReminderState.DONE, True): mark("This task is done."),
}
"""Why a reminder or a task that is over can't be changed."""
_FORMER: Final = ("text", "untrusted", "state", "is_due", "nag_minutes", "nags")
"""Fields kept for the undo of a change, besides the times."""
_PASSED: Final = mark("{time} has passed. It is now {now}.")
_TOO_LONG: Final = mark("A reminder takes at most {most} characters. This text has {length}.")
_PACE: Final = mark("A reminder can repeat every {least} to {most} minutes until done.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A reminder to set in a topic, or what changes of one (None: as it is); `untrusted` if a program sent the text."""

    text: str | None = None
    schedule: Schedule | None = None
    nag_minutes: int | None = None
    is_task: bool = False
    topic_id: int = 0
    untrusted: bool = False


class Reminders:
    """Operations on reminders. Their owner lives in the zone they have set, else in a given one or this machine's."""

    def __init__(self, zone: ZoneInfo | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._zone = zone
        self.now = clock

    @property
    def zone(self) -> str:
        """The name of the owner's zone."""
        own = present()
        return own.key if own else self.hosts_zone

    @cached_property
    def hosts_zone(self) -> str:
        """The name of the zone of owners who have set none."""
        return OwnersZone(self._zone).hosts_name

    @property
    def wall_now(self) -> datetime:
        """What a clock on the owner's wall shows."""
        return wall_of(self.now(), self.zone)

    def at_wall(self, wall: datetime, rule: str = "", zone: str = "") -> Schedule:
        """Return the schedule at a wall time: in a zone, or wherever its owner is. Raises ReminderRefused."""
        return scheduled(wall, zone or self.zone, rule, follows=not zone)

    def at_said(self, said: Said) -> Schedule:
        """Return the schedule at a time as it was said, in the zone that it named, if any. Raises ReminderRefused."""
        wall = said.wall(wall_of(self.now(), said.zone or self.zone))
        return self.at_moment(wall) if said.moment else self.at_wall(wall, said.rrule, said.zone)

    def at_moment(self, wall: datetime) -> Schedule:
        """Return the schedule at a moment, given as a wall time close to now."""
        moment = self.now()
        return instant(moment.replace(microsecond=0) + (wall - wall_of(moment, self.zone).replace(microsecond=0)))

    async def add(self, tx: Transaction, owner: Owner, wanted: Wanted) -> Reminder:
        """Set a reminder once, under the owner's lock. Raises ReminderRefused, also in a private chat."""
        await lock(tx, owner)
        if await stored_conversations.is_private(tx, owner, Place(owner.user_id, wanted.topic_id)):
            raise ReminderRefused(
                mark("I can't set reminders in a private chat, because nothing of it is kept. To end it, send /new.")
            )
        schedule = self._checked(wanted.schedule)
        reminder = Reminder(
            id="",
            text=_text(wanted.text or ""),
            schedule=schedule,
            nag_minutes=_nagging(wanted.nag_minutes),
            is_task=wanted.is_task,
            topic_id=wanted.topic_id,
            untrusted=wanted.untrusted,
        )
        if reminder.is_task:
            if reminder.nag_minutes:
                raise ReminderRefused(_NO_NAGGING)
            _check_pace(reminder.schedule)
            if await stored.count(tx, owner, tasks_only=True) >= MOST_TASKS:
                raise ReminderRefused(lambda: t(_TOO_MANY_TASKS, most=number(MOST_TASKS)))
        if same := await stored.same(tx, owner, reminder):
            raise ReminderRefused(lambda: t(_SAME_TASK if same.is_task else _SAME, id=same.id))
        if await stored.count(tx, owner) >= MOST:
            raise ReminderRefused(lambda: t(_TOO_MANY, most=number(MOST)))
        return await stored.add(tx, owner, reminder)

    async def get(self, tx: Transaction, owner: Owner, reminder_id: str) -> Reminder:
        """Return a reminder, locked until the transaction ends. Raises NoSuchReminder."""
        reminder = await stored.find(tx, owner, reminder_id)
        if reminder is None:
            raise NoSuchReminder
        return reminder

    async def change(self, tx: Transaction, owner: Owner, reminder_id: str, wanted: Wanted) -> Reminder:
        """Change an active reminder's text, times or nagging. Raises ReminderRefused."""
        after = before = await self._get(tx, owner, reminder_id, ReminderState.ACTIVE)
        if wanted.text is not None and (text := _text(wanted.text)) != before.text:
            after = replace(after, text=text, untrusted=wanted.untrusted)
        if wanted.schedule is not None:
            after = replace(after, schedule=self._checked(wanted.schedule), is_due=True, again_at=None, nags=0)
            after = replace(after, waits_until=None, failures=0)
        if wanted.nag_minutes is not None:
            after = _nagging_every(after, wanted.nag_minutes)
        if after == before:
            raise ReminderRefused(mark("That changes nothing."))
        if after.is_task and wanted.schedule:
            _check_pace(after.schedule)
        return await self._save(tx, before, after)

    async def cancel(self, tx: Transaction, owner: Owner, reminder_id: str) -> Reminder:
        """Cancel an active reminder. Raises ReminderRefused."""
        before = await self._get(tx, owner, reminder_id, ReminderState.ACTIVE)
        return await self._save(tx, before, replace(before, state=ReminderState.CANCELLED))

    async def done(self, tx: Transaction, owner: Owner, reminder_id: str, due_at: datetime) -> Reminder:
        """Record that what a reminder rang for is done; a repeating one rings at its next time.

        It goes on if it rang for a later time since. Raises NoSuchReminder, or ReminderRefused if it was cancelled.
        """
        before = await self._get(tx, owner, reminder_id, ReminderState.ACTIVE, ReminderState.DONE)
        if before.rung_at != due_at:
            return before
        state = ReminderState.ACTIVE if before.is_due and before.state is ReminderState.ACTIVE else ReminderState.DONE
        after = replace(before, again_at=None, nags=0, state=state)
        if after != before:
            await stored.save(tx, [after])
        return after

    async def snooze(self, tx: Transaction, owner: Owner, reminder_id: str, minutes: int | None) -> Reminder:
        """Let a reminder come again in some minutes, or tomorrow at 9. Raises NoSuchReminder or ReminderRefused."""
        before = await self._get(tx, owner, reminder_id, ReminderState.ACTIVE, ReminderState.DONE)
        again_at = self.now().replace(microsecond=0) + timedelta(minutes=minutes or 0)
        if minutes is None:
            day = self.wall_now.date() + timedelta(days=1)
            again_at = Schedule(datetime.combine(day, time(9)), self.zone).at
        after = replace(before, again_at=again_at, nags=0, state=ReminderState.ACTIVE)
        await stored.save(tx, [after])
        return after

    async def undo(self, tx: Transaction, owner: Owner, reminder_id: str, version: int) -> Reminder:
        """Undo the change that made a version: one that was set is cancelled. Raises ReminderRefused."""
        now = await self.get(tx, owner, reminder_id)
        if now.version != version:
            raise ReminderRefused(_CHANGED_TASK if now.is_task else _CHANGED)
        if now.former is None:
            if now.state is not ReminderState.ACTIVE:
                raise ReminderRefused(mark("Not undone: it is already over."))
            after = replace(now, state=ReminderState.CANCELLED)
        else:
            after = self._brought_up_to_date(_restored(now, now.former))
        return await self._save(tx, now, after)

    async def quiet_until(self, tx: Transaction, owner: Owner) -> datetime | None:
        """Return the end of an owner's quiet hours, if they are now."""
        quiet = await stored.quiet_hours(tx, owner)
        if quiet is None or not quiet.holds((wall := self.wall_now).time()):
            return None
        day = wall.date() + timedelta(days=wall.time() >= quiet.end)
        return Schedule(datetime.combine(day, quiet.end), self.zone).at

    async def set_quiet(self, tx: Transaction, owner: Owner, quiet: QuietHours | None) -> None:
        """Set an owner's quiet hours, or none. Tasks that waited for the end of the former ones are due again."""
        until = await self.quiet_until(tx, owner)
        await owners.change(tx, owner, quiet_from=quiet and quiet.begin, quiet_to=quiet and quiet.end)
        await self._release(tx, owner, until)

    async def _release(self, tx: Transaction, owner: Owner, until: datetime | None) -> None:
        if until:
            held = await stored.waiting_until(tx, owner, until)
            await stored.save(tx, [replace(it, waits_until=None) for it in held])

    async def release(self, tx: Transaction, bot_id: int, *, only: Owner | None = None) -> int:
        """Let some tasks that had to wait be due again, as what they waited for may have changed; return how many."""
        several = await stored.waiting(tx, bot_id, MOST_MOVED, only=only)
        await stored.save(tx, [replace(it, waits_until=None) for it in several])
        return len(several)

    async def move(self, tx: Transaction, owner: Owner, zone: str | None) -> None:
        """Let reminders follow their owner into another zone. Tasks that waited for quiet hours are due again."""
        await self._release(tx, owner, await self.quiet_until(tx, owner))
        while await self.follow(tx, owner.bot_id, {owner: zone}, only=owner):
            pass

    async def follow(
        self, tx: Transaction, bot_id: int, zones: Mapping[Owner, str | None], *, only: Owner | None = None
    ) -> int:
        """Move some reminders that follow their owners into their `zones`; return how many: 0 once all are there."""
        named = {owner.user_id: zone for owner, zone in zones.items() if zone}
        several = await stored.following(tx, bot_id, named, self.hosts_zone, MOST_MOVED, only=only)
        await stored.save(tx, [replace(it, schedule=replace(it.schedule, zone=zone)) for it, zone in several])
        return len(several)

    async def _get(self, tx: Transaction, owner: Owner, reminder_id: str, *states: ReminderState) -> Reminder:
        reminder = await self.get(tx, owner, reminder_id)
        if reminder.state not in states:
            raise ReminderRefused(_STATES[reminder.state, reminder.is_task])
        return reminder

    def _brought_up_to_date(self, restored: Reminder) -> Reminder:
        """Return a reminder without what has passed meanwhile. Raises ReminderRefused if nothing of it is to come."""
        now, schedule = self.now(), restored.schedule
        if schedule.follows:
            schedule = replace(schedule, zone=self.zone)
        if not restored.is_due:
            return replace(restored, schedule=schedule)
        if schedule.at <= now:
            following = moved_on(schedule, now)[0] if schedule.rule else None
            if following is None:
                raise ReminderRefused(mark("Not undone: its time has passed."))
            schedule = following
        if restored.again_at and restored.again_at <= now:
            restored = replace(restored, again_at=None, nags=0)
        return replace(restored, schedule=schedule)

    def _checked(self, schedule: Schedule | None) -> Schedule:
        if schedule is None:
            raise ReminderRefused(mark("A reminder needs a time."))
        now = self.now()
        if schedule.at <= now:
            raise ReminderRefused(lambda: t(_PASSED, time=time_of(schedule.at, self.zone), now=time_of(now, self.zone)))
        if schedule.at > now + timedelta(days=366 * MOST_YEARS):
            raise ReminderRefused(lambda: t("A reminder can be at most {years} years ahead.", years=MOST_YEARS))
        return schedule

    @staticmethod
    async def _save(tx: Transaction, before: Reminder, after: Reminder) -> Reminder:
        after = replace(after, version=before.version + 1, former=_kept(before))
        await stored.save(tx, [after])
        return after


def _check_pace(schedule: Schedule) -> None:
    """Raise ReminderRefused if a task would come too often: each time costs tokens."""
    times = upcoming(schedule, 50)
    if any(later - earlier < timedelta(hours=1) for earlier, later in pairwise(times)):
        raise ReminderRefused(mark("A task can run at most once an hour."))


def _text(text: str) -> str:
    text = text.strip()
    if not one_line(text):
        raise ReminderRefused(mark("A reminder needs a text."))
    if len(text) > TEXT_MAX:
        raise ReminderRefused(lambda: t(_TOO_LONG, most=number(TEXT_MAX), length=number(len(text))))
    return text


def _nagging_every(reminder: Reminder, minutes: int) -> Reminder:
    """Return a reminder that nags every so many minutes; with 0 it doesn't any more."""
    if minutes and reminder.is_task:
        raise ReminderRefused(_NO_NAGGING)
    if minutes:
        return replace(reminder, nag_minutes=_nagging(minutes))
    if not reminder.nags:
        return replace(reminder, nag_minutes=None)
    state = ReminderState.ACTIVE if reminder.is_due else ReminderState.DONE
    return replace(reminder, nag_minutes=None, nags=0, again_at=None, state=state)


def _nagging(minutes: int | None) -> int | None:
    if minutes is not None and not LEAST_NAG <= minutes <= MOST_NAG:
        raise ReminderRefused(lambda: t(_PACE, least=LEAST_NAG, most=number(MOST_NAG)))
    return minutes


def _kept(reminder: Reminder) -> Mapping[str, Any]:
    times = asdict(reminder.schedule) | {
        "wall": reminder.schedule.wall.isoformat(),
        "again_at": reminder.again_at.isoformat() if reminder.again_at else None,
    }
    return times | {name: getattr(reminder, name) for name in _FORMER}


def _restored(reminder: Reminder, kept: Mapping[str, Any]) -> Reminder:
    again_at = datetime.fromisoformat(kept["again_at"]) if kept["again_at"] else None
    schedule = Schedule(datetime.fromisoformat(kept["wall"]), kept["zone"], kept["rule"], kept["follows"])
    fields = {name: kept.get(name, False) for name in _FORMER} | {"state": ReminderState(kept["state"])}
    return replace(reminder, schedule=schedule, again_at=again_at, **fields)
