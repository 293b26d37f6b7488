"""A chat's private conversation, if it has one: it ends once it was left idle, and all of it is erased with that."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import structlog

from bot.chat.channel import Channel
from bot.chat.services import TurnServices
from bot.database.engine import Transaction
from bot.errors import DatabaseUnavailable
from bot.values import Owner

PRIVATE_OVER: Final = "🔓 The private chat is over; nothing of it was kept."
_RETRY_SECONDS: Final = 1.0
_LONGEST_SLEEP_SECONDS: Final = 60.0
"""A machine may be asleep, which no timer counts."""

log = structlog.get_logger()


class PrivateChat:
    """Ends the private conversation of a user's chat in time.

    It does so behind the worker's `gate`, and only while nothing is `busy`; `ended` is told then.
    """

    def __init__(
        self,
        services: TurnServices,
        owner: Owner,
        channel: Channel,
        *,
        gate: asyncio.Lock,
        busy: Callable[[], asyncio.Task[None] | None],
        ended: Callable[[], None],
    ) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._gate = gate
        self._busy = busy
        self._ended = ended
        self._watching: asyncio.Task[None] | None = None  # runs while the conversation may be private

    def watch(self) -> None:
        """See to it that the private conversation, if there is one, ends when it is left idle."""
        if not self._is_watched:
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Watch no longer."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def prepare(self, tx: Transaction, at: datetime) -> None:
        """Let a turn begin with what was said at a time.

        A private conversation that was left idle by then is over, and one that lasted until after it is opened again.
        """
        services, chat_id = self._services, self._channel.chat_id
        if self._is_watched and await services.conversation_lifecycle.end_private(tx, self._owner, chat_id, at):
            await self._say_over(tx)
        if await services.conversation_lifecycle.comes_late(tx, self._owner, chat_id, at):
            await services.conversation_lifecycle.open_private(tx, self._owner, chat_id, at, started_at=at)

    @property
    def _is_watched(self) -> bool:
        return self._watching is not None and not self._watching.done()

    async def _watch(self) -> None:
        """End the private conversation once it was left idle and nothing runs; return when there is none."""
        while True:
            try:
                async with self._services.database.transaction() as tx:
                    until = await self._services.conversation_lifecycle.private_until(
                        tx, self._owner, self._channel.chat_id
                    )
                if until is None:
                    return
                rest = (until - datetime.now(UTC)).total_seconds()
                if rest >= 0:
                    await asyncio.sleep(min(rest, _LONGEST_SLEEP_SECONDS))
                elif busy := self._busy():
                    await asyncio.wait({busy})
                else:
                    await self._end()
            except DatabaseUnavailable:
                log.warning("waiting for the database", chat=self._channel.chat_id)
                await asyncio.sleep(_RETRY_SECONDS)
                self._channel.wake()  # it may have ended, though nobody said so
            except Exception:  # a bug must not keep what is to be erased
                log.exception("a private chat can't be ended", chat=self._channel.chat_id)
                await asyncio.sleep(_LONGEST_SLEEP_SECONDS)

    async def _end(self) -> None:
        """End it, and say so, unless something has begun meanwhile."""
        async with self._gate:
            if self._busy():
                return
            async with self._services.database.transaction() as tx:
                now = datetime.now(UTC)
                until = await self._services.conversation_lifecycle.end_private(
                    tx, self._owner, self._channel.chat_id, now
                )
                if until:
                    await self._say_over(tx)
            self._ended()
            self._services.ended.set()
        self._channel.wake()

    async def _say_over(self, tx: Transaction) -> None:
        await self._channel.post(tx, PRIVATE_OVER)
