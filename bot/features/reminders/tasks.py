"""Tasks: what the model does at a time, in a turn of its own. What becomes of each, in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.features.reminders import store as stored
from bot.features.reminders.operations import Reminders
from bot.features.reminders.values import Reminder, ReminderState, Ring
from bot.features.reminders.words import TASK_SIGN, repeats_after, time_of, zone_of
from bot.kit.errors import KeepsakeError, MessageTooLong, MonthUsedUp, TaskOverBudget
from bot.kit.language import DEFAULT, mark, sentences, speaking_to, t
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import mailbox
from bot.turns.values.incoming import IncomingMessage

PAUSES: Final = (timedelta(minutes=5), timedelta(minutes=30))
"""How long a task that failed waits for its next attempt; after as many retries it is left until its next time."""
_SHOWN: Final = 100
_DUE: Final = """\
This task, which the user has set, is due now ({when}):
{text}
Do it, and answer with what came of it. The user doesn't wait here: don't ask back."""
_AGAIN: Final = "\nAn earlier attempt failed; don't repeat what it has done already."


class Tasks:
    """Begins tasks that are due, and sets what follows where one fails."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    async def quiet_until(self, tx: Transaction, owner: Owner) -> datetime | None:
        """Return the end of an owner's quiet hours; None if it is none of them."""
        return await self._reminders.quiet_until(tx, owner)

    async def held_until(self, tx: Transaction, owner: Owner, *, is_reached: bool = True) -> datetime | None:
        """Return until when tasks wait: in quiet hours, a private chat, or while nothing can be sent; or None."""
        if quiet := await self.quiet_until(tx, owner):
            return quiet
        if await stored_conversations.is_private(tx, owner, private_chat(owner)):
            return self._reminders.now() + timedelta(minutes=1)
        return None if is_reached else self._reminders.now() + timedelta(seconds=10)

    async def begin(self, tx: Transaction, owner: Owner, rings: Sequence[Ring]) -> None:
        """Let tasks that are due wait for a turn each in the topics where they were agreed on."""
        for ring in rings:
            with speaking_to(DEFAULT):
                text = _DUE.format(when=self._when(ring.reminder), text=ring.reminder.text)
            text += _AGAIN if ring.reminder.failures else ""
            message = IncomingMessage(text, datetime.now(UTC), from_keepsake=True, task=ring.reminder.id)
            await mailbox.post(tx, owner, ring.place(owner), message)

    async def is_wanted(self, tx: Transaction, owner: Owner, task_id: str) -> bool:
        """Tell whether a task that is due is still to be done now; one that has to wait is due again after that."""
        task = await stored.find(tx, owner, task_id)
        if task is None or task.state is ReminderState.CANCELLED:
            return False
        if held_until := await self.held_until(tx, owner):
            await stored.save(tx, [replace(_due_again(task, self._reminders.now()), waits_until=held_until)])
        return held_until is None

    async def release(self, tx: Transaction, owner: Owner) -> None:
        """Let an owner's tasks be due again that waited for the end of the month."""
        while await self._reminders.release(tx, owner.bot_id, only=owner):
            pass

    async def line(self, tx: Transaction, owner: Owner, task_id: str) -> str:
        """Return the line below the answer to a task: which it is, and the time that it was for."""
        task = await stored.find(tx, owner, task_id)
        return f"{TASK_SIGN} {self._when(task)}: {_named(task)}" if task else ""

    async def failed(self, tx: Transaction, owner: Owner, task_id: str, error: KeepsakeError) -> str:
        """Set when a task that failed comes again, and return what its owner is told."""
        task = await stored.find(tx, owner, task_id)
        if task is None:  # erased meanwhile
            return error.cause
        after = self._after(task, error)
        await stored.save(tx, [after])
        what, follows = t("I couldn't do this: {task}", task=_named(task)), t("I won't try again.")
        if after.rings_at is not None:
            is_retry = after.again_at is not None or after.waits_until is not None
            comes = mark("I'll try again: {time}.") if is_retry else mark("Next time: {time}.")
            follows = t(comes, time=time_of(after.rings_at, self._reminders.zone, year=False))
        return f"{what}\n{sentences(error.cause, follows)}"

    def _after(self, task: Reminder, error: KeepsakeError) -> Reminder:
        if task.state is ReminderState.CANCELLED:
            return task
        now, failures = self._reminders.now().replace(microsecond=0), task.failures + 1
        if isinstance(error, MonthUsedUp):
            return replace(_due_again(task, now), waits_until=error.renews_at)
        if isinstance(error, (MessageTooLong, TaskOverBudget)) or failures > len(PAUSES):
            return replace(task, failures=0)
        again_at = now + PAUSES[failures - 1]
        if task.is_due and task.schedule.at <= again_at:
            return replace(task, failures=0)
        return replace(_due_again(task, again_at), failures=failures)

    def _when(self, task: Reminder) -> str:
        zone = zone_of(task.schedule, self._reminders.zone)
        due_at = task.rung_at or task.schedule.at
        return time_of(due_at, zone, year=False) + repeats_after(task.schedule, zone)


def _due_again(task: Reminder, again_at: datetime) -> Reminder:
    return replace(task, again_at=again_at, state=ReminderState.ACTIVE)


def _named(task: Reminder) -> str:
    text = one_line(task.text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
