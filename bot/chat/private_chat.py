"""A chat's private conversation, if it has one: it ends once it was left idle, and all of it is erased with that."""

import asyncio
from collections.abc import Awaitable, Callable
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

    Once it was left idle, `may_end` is asked to call `end`; it returns False while a turn runs, after which `watch` is
    to be called again.
    """

    def __init__(
        self, services: TurnServices, owner: Owner, channel: Channel, *, may_end: Callable[[], Awaitable[bool]]
    ) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._may_end = may_end
        self._may_be_private = False
        self._is_new = False  # whether it may have become private since that was looked at
        self._watching: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """See to it that the private conversation, if there is one, ends when it is left idle."""
        self._may_be_private = self._is_new = True
        if self._watching is None or self._watching.done():
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
        lifecycle, chat_id = self._services.conversation_lifecycle, self._channel.chat_id
        if self._may_be_private:
            await self._end_if_idle(tx, at)
        if await lifecycle.comes_late(tx, self._owner, chat_id, at):
            await lifecycle.open_private(tx, self._owner, chat_id, at, started_at=at)

    async def end(self) -> None:
        """End it if it was left idle, and say so."""
        async with self._services.database.transaction() as tx:
            await self._end_if_idle(tx, datetime.now(UTC))
        self._services.ended.set()
        self._channel.wake()

    async def _watch(self) -> None:
        """End the private conversation once it was left idle; return when there is none, or a turn runs."""
        while True:
            try:
                self._is_new = False
                async with self._services.database.transaction() as tx:
                    until = await self._services.conversation_lifecycle.private_until(
                        tx, self._owner, self._channel.chat_id
                    )
                if until is None and self._is_new:
                    continue
                if until is None:
                    self._may_be_private = False
                    return
                rest = (until - datetime.now(UTC)).total_seconds()
                if rest >= 0:
                    await asyncio.sleep(min(rest, _LONGEST_SLEEP_SECONDS))
                elif not await self._may_end():
                    return
            except DatabaseUnavailable:
                log.warning("waiting for the database", chat=self._channel.chat_id)
                await asyncio.sleep(_RETRY_SECONDS)
                self._channel.wake()  # it may have ended, though nobody said so
            except Exception:  # a bug must not keep what is to be erased
                log.exception("a private chat can't be ended", chat=self._channel.chat_id)
                await asyncio.sleep(_LONGEST_SLEEP_SECONDS)

    async def _end_if_idle(self, tx: Transaction, at: datetime) -> None:
        if await self._services.conversation_lifecycle.end_private(tx, self._owner, self._channel.chat_id, at):
            await self._channel.post(tx, PRIVATE_OVER)
