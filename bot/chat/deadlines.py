"""Deadlines: what waits for its owner's button does so for a day."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

import structlog

from bot.chat.channel import Channel, Channels
from bot.chat.deeds import Deeds
from bot.database import activities
from bot.database.engine import Database, Transaction
from bot.values.place import private_chat

_LOOKS_EACH_SECONDS: Final = 3_600.0
"""Seconds between looks for the next deadline; much shorter than anything waits."""

log = structlog.get_logger()


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
