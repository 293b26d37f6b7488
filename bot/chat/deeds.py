"""What tools did or wait to do: the owner decides on it, and what waits too long ends after a day."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

import structlog

from bot.chat.calls import allowed_call
from bot.chat.channel import Channel, Channels
from bot.database import activities, mailbox, tool_choices
from bot.database.engine import Database, Transaction
from bot.database.notes import add_note_of
from bot.errors import AlreadyUndone, DeedRefused, NoSuchActivity
from bot.tools.toolset import ToolSet
from bot.values.activities import Activity, ActivityState
from bot.values.incoming import Attribution, IncomingMessage
from bot.values.owner import Owner
from bot.values.place import Place, private_chat
from bot.values.prompt_text import OthersText, own
from bot.values.text import one_line, quoted

_NAMED: Final = 120
"""Most characters of what an activity is about in a note, which may repeat untrusted text."""
_EARLIER: Final = "an earlier call of"
_LEAVE_IT: Final = "Don't do it unless they ask for it again."
_LOOKS_EACH_SECONDS: Final = 3_600.0
"""Seconds between looks for the next deadline; much shorter than anything waits."""

log = structlog.get_logger()


class Deeds:
    """Decides on an owner's activities: what waits is allowed or declined, what was done is undone.

    Every method works in the caller's transaction.
    """

    def __init__(self, tools: ToolSet) -> None:
        self._tools = tools

    async def allow(
        self, tx: Transaction, owner: Owner, place: Place, activity_id: UUID, *, for_good: bool = False
    ) -> Activity:
        """Allow what waits, and let a turn carry it out; return it as it is now. Wake the chat once it is committed.

        With `for_good`, its tool as it was shown asks no more. Raises NoSuchActivity.
        """
        activity = await self._find(tx, owner, activity_id)
        if activity.state is not ActivityState.WAITING:
            return activity
        if for_good and activity.allowed_as:
            await tool_choices.choose(tx, owner, activity.allowed_as, is_allowed=True)
        await activities.set_state(tx, activity.id, ActivityState.ALLOWED)
        # Untrusted text may have led to it.
        what = OthersText(activity.for_model.partition("\n")[0], "from the tool", activity.name)
        text, call = "The user has pressed “Do it”, so this is carried out now:", allowed_call(activity)
        its = Attribution(held=(what,))
        message = IncomingMessage(text, datetime.now(UTC), its, from_keepsake=True, call=call)
        await mailbox.post(tx, owner, place, message)
        return replace(activity, state=ActivityState.ALLOWED)

    async def decline(self, tx: Transaction, owner: Owner, activity_id: UUID) -> Activity:
        """Decline what waits; the next message tells the model what came of its call. Raises NoSuchActivity."""
        activity = await self._find(tx, owner, activity_id)
        if activity.state is not ActivityState.WAITING:
            return activity
        await activities.set_state(tx, activity.id, ActivityState.DECLINED)
        await _note(tx, owner, activity, "The user has pressed No, so this is not done", _LEAVE_IT)
        return replace(activity, state=ActivityState.DECLINED)

    async def expire(self, tx: Transaction, bot_id: int) -> list[tuple[Owner, Activity]]:
        """End what has waited too long; return it with its owners. Their next message tells the model."""
        expired = await activities.expire(tx, bot_id)
        for owner, activity in expired:
            await _note(tx, owner, activity, "The user has not decided in time, so this is not done", _LEAVE_IT)
        return expired

    async def give_up(self, tx: Transaction, owner: Owner, place: Place) -> list[Activity]:
        """End what was stopped in a place after its owner had allowed it, which may have been done; return it."""
        ended = await activities.give_up(tx, owner, place)
        for activity in ended:
            if activity.state is ActivityState.DECLINED:
                await _note(tx, owner, activity, "The user has stopped this before it was done")
        return ended

    async def undo(self, tx: Transaction, owner: Owner, activity_id: UUID) -> tuple[Activity, str]:
        """Undo what was done; return it as it is now, and a sentence on it.

        Raises NoSuchActivity, AlreadyUndone, and DeedRefused if it can't be undone any more.
        """
        activity = await self._find(tx, owner, activity_id)
        if activity.state is ActivityState.UNDONE:
            raise AlreadyUndone
        family = self._tools.family(activity.family)
        if activity.undo is None or activity.state is not ActivityState.DONE or family is None or family.undo is None:
            raise DeedRefused
        told = await family.undo(tx, owner, activity.undo)
        await activities.set_state(tx, activity.id, ActivityState.UNDONE)
        await _note(tx, owner, activity, "The user has undone this")
        return replace(activity, state=ActivityState.UNDONE), told

    async def undo_turn(self, tx: Transaction, owner: Owner, turn_id: UUID) -> list[Activity]:
        """Undo what a turn did, where that can be undone, and drop what waits of it; return what was undone."""
        undone: list[Activity] = []
        its = [*await activities.of_turn(tx, owner, turn_id), *await activities.run_in(tx, owner, turn_id)]
        for activity in reversed(its):
            if activity.state is ActivityState.WAITING:
                await activities.set_state(tx, activity.id, ActivityState.EXPIRED)
            elif activity.can_be_undone:
                with suppress(DeedRefused):
                    undone.append((await self.undo(tx, owner, activity.id))[0])
        return undone

    async def _find(self, tx: Transaction, owner: Owner, activity_id: UUID) -> Activity:
        activity = await activities.find(tx, owner, activity_id)
        if activity is None:
            raise NoSuchActivity
        return activity


class Deadlines:
    """Ends what has waited too long, at once after a start; the messages that asked about it show that it is over."""

    def __init__(self, database: Database, deeds: Deeds, bot_id: int, user_ids: Collection[int]) -> None:
        self._database = database
        self._deeds = deeds
        self._bot_id = bot_id
        self._user_ids = user_ids

    async def run(self, channels: Channels) -> None:
        """Keep the deadlines until cancelled; the next start does the rest."""
        while True:
            rest = _LOOKS_EACH_SECONDS
            try:
                expire = partial(self._expire, channels=channels)
                changed, after = await self._database.retry(expire, single=False, reason="deadlines")
                for channel in changed:
                    channel.wake()
                if after is not None:
                    rest = min(rest, max(0.0, (after - datetime.now(UTC)).total_seconds()))
            except Exception:  # a bug here must not stop the bot
                log.exception("what waits can't be ended")
            await asyncio.sleep(rest)

    async def _expire(self, tx: Transaction, channels: Channels) -> tuple[Sequence[Channel], datetime | None]:
        """End what is due; return the channels that show it, and the next deadline."""
        changed: list[Channel] = []
        for owner, activity in await self._deeds.expire(tx, self._bot_id):
            if owner.user_id in self._user_ids:
                changed.append(channels(owner, private_chat(owner)))
                await changed[-1].show_activity(tx, activity)
        return changed, await activities.next_expiry(tx, self._bot_id)


async def _note(tx: Transaction, owner: Owner, activity: Activity, what: str, then: str = "") -> None:
    """Let the model know what came of an activity; only the conversation that it comes from is told its words."""
    words = quoted(one_line(activity.for_model)[:_NAMED])
    note, elsewhere = (
        own(f"{what}: {which}. {then}".rstrip())
        for which in (f"{activity.name}, {words}", f"{_EARLIER} {activity.name}")
    )
    await add_note_of(tx, owner, activity.conversation_id, note, elsewhere=elsewhere)
