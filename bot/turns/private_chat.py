"""The end of a chat's private conversation: once idle, it is erased."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

import structlog

from bot.kit.backoff import database_backoff
from bot.kit.errors import DatabaseUnavailable
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.channel import Channel
from bot.turns.services import TurnServices
from bot.turns.store import owners, topics
from bot.turns.store.topics import PlaceState

PRIVATE_OVER: Final = mark("🔓 The private chat is over. Nothing of it was kept.")
PRIVATE_RECEIPT: Final = mark("🔒 Private: I keep nothing of this. /new ends it.")
"""Sentence below the answers in a private chat."""
_LONGEST_SLEEP_SECONDS: Final = 60.0
"""Longest sleep in seconds; timers stop while a machine sleeps."""

log = structlog.get_logger()


class PrivateChat:
    """Ends the private conversation of a user's chat once it is idle.

    `may_end` is then asked to call `end`. It returns False while a turn runs, and `watch` is called again after it.
    """

    def __init__(
        self, services: TurnServices, owner: Owner, channel: Channel, *, may_end: Callable[[], Awaitable[bool]]
    ) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._may_end = may_end
        self._may_be_private = False
        self._is_new = False  # whether the chat may have become private since the last check
        self._watching: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Watch for the end of the private conversation, if there is one."""
        self._may_be_private = self._is_new = True
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop watching."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def prepare(self, tx: Transaction, at: datetime) -> PlaceState:
        """Prepare a turn for a message sent at a time, and return the state of its place.

        A private conversation that was idle by then ends; one that was still open then is reopened, as is one in a
        topic for private conversations.
        """
        lifecycle, place = self._services.conversation_lifecycle, self._channel.place
        if self._may_be_private:
            await self._end_if_idle(tx, at)
        state = await topics.state(tx, self._owner, place)
        is_private = state.is_private or (state.private_until is not None and at < state.private_until)
        if is_private and await lifecycle.private_until(tx, self._owner, place) is None:
            await lifecycle.open_private(tx, self._owner, place, at, started_at=at)
        return state

    async def end(self) -> None:
        """End the private conversation if it is idle, and tell the user."""
        async with self._services.database.transaction() as tx:
            await self._end_if_idle(tx, datetime.now(UTC))
        self._services.ended.set()
        self._channel.wake()

    async def _watch(self) -> None:
        """Wait until the private conversation is idle and end it; return if there is none, or while a turn runs."""
        backoff = database_backoff()
        while True:
            try:
                self._is_new = False
                async with self._services.database.transaction() as tx:
                    until = await self._services.conversation_lifecycle.private_until(
                        tx, self._owner, self._channel.place
                    )
                backoff.reset()
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
                log.warning("waiting for the database", chat=self._channel.place.chat_id)
                await asyncio.sleep(backoff.next())
                self._channel.wake()  # the transaction may have committed despite the error
            except Exception:  # a bug must not keep private messages from being erased
                log.exception("a private chat can't be ended", chat=self._channel.place.chat_id)
                await asyncio.sleep(_LONGEST_SLEEP_SECONDS)

    async def _end_if_idle(self, tx: Transaction, at: datetime) -> None:
        lifecycle, place = self._services.conversation_lifecycle, self._channel.place
        until = await lifecycle.private_until(tx, self._owner, place)
        if until and at > until:
            await lifecycle.renew(tx, self._owner, place)
            if not place.topic_id:
                await owners.change(tx, self._owner, private_until=until)
            await self._channel.end_private(tx, t(PRIVATE_OVER))
