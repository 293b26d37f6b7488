"""Calls to Telegram about one chat: one at a time, and none during a pause that Telegram asked for."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import structlog
from telegram.error import RetryAfter

from bot.store.engine import Database
from bot.telegram.refusals import wanted_pause
from bot.turns.store.outbox import Outbox

T = TypeVar("T")

log = structlog.get_logger()


class NotNow(Exception):  # noqa: N818 - named for the situation
    """The chat is paused, or something more urgent is to be sent."""


class Pause:
    """A pause of one chat, which Telegram asked for. All senders to its topics share it."""

    def __init__(self) -> None:
        self._not_before = 0.0  # by the event loop's clock

    def begin(self, until: datetime) -> None:
        """Pause until a time."""
        self._not_before = _now() + (until - datetime.now(UTC)).total_seconds()

    @property
    def seconds_left(self) -> float:
        """How long it still lasts; not above 0 once it is over."""
        return self._not_before - _now()


class PacedCalls:
    """Makes the calls about a chat, or a topic of it.

    After "429 Too Many Requests" none is made before the given time (Bot API, ResponseParameters.retry_after), also by
    a later process.
    """

    def __init__(self, database: Database, outbox: Outbox, chat_id: int, pause: Pause) -> None:
        self._database = database
        self._outbox = outbox
        self._chat_id = chat_id
        self.pause = pause
        self._calling = asyncio.Lock()

    async def make(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a call after the previous one has ended. Raises NotNow during a pause."""
        async with self._calling:
            if self.pause.seconds_left > 0:
                raise NotNow
            try:
                return await request()
            except RetryAfter as refusal:
                seconds = wanted_pause(refusal)
                until = datetime.now(UTC) + timedelta(seconds=seconds)
                self.pause.begin(until)
                log.warning("Telegram wants a chat left alone", chat=self._chat_id, seconds=math.ceil(seconds))
                await self._database.retry(
                    lambda tx: self._outbox.pause(tx, self._chat_id, until), single=True, chat=self._chat_id
                )
                raise NotNow from refusal


def _now() -> float:
    return asyncio.get_running_loop().time()
