"""Ringing: what is due is put into the outbox, in one transaction with the reminder's next time."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final, TypeAlias

import structlog

from bot.database import reminders as stored
from bot.database.engine import Database, Transaction
from bot.database.reminders import Owned
from bot.reminders.operations import Reminders
from bot.reminders.rings import last_ring, rung
from bot.values.owner import Owner
from bot.values.reminders import Ring

Post: TypeAlias = Callable[[Transaction, Owner, Sequence[Ring]], Awaitable[None]]
"""Puts rings into the outbox of their owner's chat, in the caller's transaction."""
Wake: TypeAlias = Callable[[Owner], None]
"""Has the outbox of an owner's chat delivered."""

AT_ONCE: Final = 100
"""Most reminders that ring in one transaction."""
_CLOCK_SECONDS: Final = 5.0
"""How often the clock is read while a reminder waits: it may be set, or the machine may have slept."""
_LOOK_AGAIN_SECONDS: Final = 60.0
_LOCKED_SECONDS: Final = 1.0
_AFTER_BUG_SECONDS: Final = 30.0

log = structlog.get_logger()


class Ringing:
    """Lets the reminders of some users ring. Each of their times rings once, whatever ends the process when."""

    def __init__(self, database: Database, reminders: Reminders, bot_id: int, user_ids: Collection[int]) -> None:
        self._database = database
        self._reminders = reminders
        self._bot_id = bot_id
        self._user_ids = tuple(user_ids)
        self._task: asyncio.Task[None] | None = None

    def begin(self, post: Post, wake: Wake) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run(post, wake))

    async def close(self) -> None:
        """Stop; the next start rings for what is due by then."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, post: Post, wake: Wake) -> None:
        has_followed = False
        while True:
            try:
                self._database.reminders_changed.clear()
                if not has_followed:
                    await self._follow()
                    has_followed = True
                next_at = await self._database.retry(
                    lambda tx: stored.next_time(tx, self._bot_id, self._user_ids), reason="reminders"
                )
                if next_at and next_at <= self._reminders.now():
                    await self._ring(post, wake)
                else:
                    await self._wait(next_at)
            except Exception:  # a bug here must not stop the bot
                log.exception("reminders can't ring")
                await asyncio.sleep(_AFTER_BUG_SECONDS)

    async def _ring(self, post: Post, wake: Wake) -> None:
        """Let the first reminders ring that are due."""

        async def ring(tx: Transaction) -> Collection[Owner]:
            due = await stored.due(tx, self._bot_id, self._user_ids, self._reminders.now(), AT_ONCE)
            rings = defaultdict[Owner, list[Ring]](list)
            for it in due:
                rings[it.owner].append(self._rung(it))
            for owner, several in rings.items():
                await post(tx, owner, several)
            await stored.save(tx, [each.reminder for several in rings.values() for each in several])
            return rings.keys()

        owners = await self._database.retry(ring, single=False, reason="reminders")
        for owner in owners:
            wake(owner)
        if not owners:  # somebody else has locked them
            await asyncio.sleep(_LOCKED_SECONDS)

    def _rung(self, due: Owned) -> Ring:
        now = self._reminders.now()
        try:
            return rung(due.reminder, now)
        except Exception:  # one reminder must not silence the others
            log.exception("a reminder's next time can't be found", reminder=due.reminder.id)
            return last_ring(due.reminder, now)

    async def _wait(self, until: datetime | None) -> None:
        """Wait until a time by the clock, or until a reminder has changed; not for long."""
        loop = asyncio.get_running_loop()
        look_again = loop.time() + _LOOK_AGAIN_SECONDS
        while (rest := look_again - loop.time()) > 0:
            if until:
                left = (until - self._reminders.now()).total_seconds()
                if left <= 0:
                    return
                rest = min(rest, left, _CLOCK_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._database.reminders_changed.wait()
                    return

    async def _follow(self) -> None:
        """Move the reminders that follow their owner into the zone that is set now: their wall times stay."""
        zone = self._reminders.zone

        async def follow(tx: Transaction) -> int:
            several = await stored.following(tx, self._bot_id, zone, AT_ONCE)
            await stored.save(tx, [replace(it, schedule=replace(it.schedule, zone=zone)) for it in several])
            return len(several)

        while moved_now := await self._database.retry(follow, single=False, reason="reminders"):
            log.info("reminders follow their owner", zone=zone, number=moved_now)
