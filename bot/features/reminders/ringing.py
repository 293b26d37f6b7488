"""Ringing: what is due goes to the outbox, or a task to the mailbox, in one transaction with its next time."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import compress
from typing import Final

import structlog

from bot.features.reminders import store as stored
from bot.features.reminders.operations import Reminders
from bot.features.reminders.schedule import after, instant
from bot.features.reminders.tasks import Tasks
from bot.features.reminders.values import Reminder, ReminderState, Ring
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Database, Transaction
from bot.turns.store import owners
from bot.turns.store.owners import DUE_CHANGED

MOST_NAGS: Final = 12
"""Most times that a reminder nags for one of its times."""
AT_ONCE: Final = 100
"""Most reminders that ring in one transaction."""
_CLOCK_SECONDS: Final = 5.0
"""How often the clock is read while a reminder waits: it may be set, or the machine may have slept."""

log = structlog.get_logger()


def rung(reminder: Reminder, now: datetime) -> Ring:
    """Let a reminder ring that is due: once, for the last of its times until now, whatever was missed before."""
    if reminder.is_due and reminder.schedule.at <= now:
        following, due_at, missed = after(reminder.schedule, now)
        left = replace(reminder, schedule=following or reminder.schedule, is_due=following is not None, rung_at=due_at)
        left = replace(left, again_at=_again(reminder, now), nags=0, waits_until=None, failures=0)
        return Ring(reminder=_done_if_over(left), due_at=due_at, expected_at=due_at, missed=missed)
    again_at, due_at = reminder.again_at or now, reminder.rung_at or reminder.schedule.at
    nags = reminder.nags + (reminder.nag_minutes is not None)
    again = _again(reminder, now) if nags < MOST_NAGS else None
    left = replace(reminder, again_at=again, nags=nags, waits_until=None)
    return Ring(reminder=_done_if_over(left), due_at=due_at, expected_at=again_at)


def last_ring(reminder: Reminder, now: datetime) -> Ring:
    """Let a reminder ring for the last time, since its times can't be told any more."""
    left = replace(reminder, schedule=instant(now), rung_at=now, state=ReminderState.DONE)
    left = replace(left, is_due=False, again_at=None, waits_until=None)
    return Ring(reminder=left, due_at=now, expected_at=now)


def _again(reminder: Reminder, now: datetime) -> datetime | None:
    return now + timedelta(minutes=reminder.nag_minutes) if reminder.nag_minutes else None


def _done_if_over(reminder: Reminder) -> Reminder:
    """Return a reminder as done if nothing of it is to come."""
    ends = not reminder.is_due and reminder.again_at is None
    return replace(reminder, state=ReminderState.DONE) if ends else reminder


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The way to the owners' chats.

    `post` puts rings into an outbox in the caller's transaction, and `wake` has that delivered and the mailbox looked
    at. `reaches` tells whether a message could be sent now.
    """

    post: Callable[[Transaction, Owner, Sequence[Ring]], Awaitable[None]]
    wake: Callable[[Owner, Place], None]
    reaches: Callable[[Owner], Awaitable[bool]]


class Ringing:
    """Lets the reminders of some users ring, each time once, in the language and the zone set by `spoken`."""

    def __init__(
        self,
        database: Database,
        reminders: Reminders,
        bot_id: int,
        user_ids: Collection[int],
        spoken: Callable[[Owner], AbstractContextManager[None]] = lambda _: nullcontext(),
    ) -> None:
        self._database = database
        self._reminders = reminders
        self._tasks = Tasks(reminders)
        self._bot_id = bot_id
        self._spoken = spoken
        self._user_ids = user_ids

    async def run(self, door: Door) -> None:
        """Let what is due ring until cancelled; the next start rings for what is due by then."""
        is_begun = False
        while True:
            try:
                self._database.events[DUE_CHANGED].clear()
                if not is_begun:
                    await self._begin()
                    is_begun = True
                next_at = await self._database.retry(
                    lambda tx: stored.next_time(tx, self._bot_id, self._user_ids), reason="reminders"
                )
                if next_at and next_at <= self._reminders.now():
                    await self._ring(door)
                else:
                    await self._wait(next_at)
            except Exception:  # a bug here must not stop the bot
                log.exception("reminders can't ring")
                await asyncio.sleep(30)

    async def _ring(self, door: Door) -> None:
        """Let the first reminders ring that are due, and begin the tasks that may."""
        now = self._reminders.now()
        reached = await self._reached(door, now)

        async def ring(tx: Transaction) -> Collection[tuple[Owner, Place]]:
            by_owner, places = defaultdict[Owner, list[Reminder]](list), set[tuple[Owner, Place]]()
            for owner, reminder in await stored.due(tx, self._bot_id, self._user_ids, now, AT_ONCE):
                by_owner[owner].append(reminder)
                places.add((owner, Place(owner.user_id, reminder.topic_id)))
            for owner, several in by_owner.items():
                with self._spoken(owner):
                    await self._ring_of(tx, owner, several, door, is_reached=owner in reached)
            return places

        places = await self._database.retry(ring, single=False, reason="reminders")
        for owner, place in places:
            door.wake(owner, place)
        if not places:  # somebody else has locked them
            await asyncio.sleep(1)

    async def _ring_of(
        self, tx: Transaction, owner: Owner, several: Sequence[Reminder], door: Door, *, is_reached: bool
    ) -> None:
        """Let an owner's reminders ring that are due, and begin the tasks that may."""
        tasks = [it for it in several if it.is_task]
        rings = [self._rung(it) for it in several if not it.is_task]
        await door.post(tx, owner, rings)
        held_until = await self._tasks.held_until(tx, owner, is_reached=is_reached) if tasks else None
        begun = [] if held_until else [self._rung(task) for task in tasks]
        await self._tasks.begin(tx, owner, begun)
        held = [replace(task, waits_until=held_until) for task in tasks] if held_until else []
        await stored.save(tx, [*(ring.reminder for ring in (*rings, *begun)), *held])

    async def _reached(self, door: Door, now: datetime) -> Collection[Owner]:
        """Return the owners with a task that may begin now, as its answer could be sent."""

        async def ready(tx: Transaction) -> list[Owner]:
            due = await stored.owners_of_due_tasks(tx, self._bot_id, self._user_ids, now)
            ready: list[Owner] = []
            for owner in due:
                with self._spoken(owner):
                    ready += [owner] if await self._tasks.held_until(tx, owner) is None else []
            return ready

        async def reaches(owner: Owner) -> bool:
            with suppress(TimeoutError):
                async with asyncio.timeout(10):
                    return await door.reaches(owner)
            return False

        owners = await self._database.retry(ready, single=False, reason="reminders")
        return set(compress(owners, await asyncio.gather(*map(reaches, owners))))

    def _rung(self, due: Reminder) -> Ring:
        now = self._reminders.now()
        try:
            return rung(due, now)
        except Exception:  # one reminder must not silence the others
            log.exception("a reminder's next time can't be found", reminder=due.id)
            return last_ring(due, now)

    async def _wait(self, until: datetime | None) -> None:
        """Wait until a time by the clock, or until a reminder has changed; not for long."""
        loop = asyncio.get_running_loop()
        look_again = loop.time() + 60
        while (rest := look_again - loop.time()) > 0:
            if until:
                left = (until - self._reminders.now()).total_seconds()
                if left <= 0:
                    return
                rest = min(rest, left, _CLOCK_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._database.events[DUE_CHANGED].wait()
                    return

    async def _begin(self) -> None:
        """Move reminders into their owners' zones of now, and let tasks that had to wait be looked at anew."""

        async def follow(tx: Transaction) -> int:
            return await self._reminders.follow(tx, self._bot_id, await owners.zones(tx, self._bot_id))

        async def release(tx: Transaction) -> int:
            return await self._reminders.release(tx, self._bot_id)

        while moved_now := await self._database.retry(follow, single=False, reason="reminders"):
            log.info("reminders follow their owner", number=moved_now)
        while await self._database.retry(release, single=False, reason="reminders"):
            pass
