"""What has changed, as triggers notify it at each commit, whichever process makes it.

https://www.postgresql.org/docs/18/sql-notify.html: a transaction's equal notifications are delivered once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

import psycopg
import structlog

from bot.kit.backoff import database_backoff
from bot.kit.errors import KeepsakeError
from bot.kit.owner import Owner
from bot.store.engine import Database, connected, words_of

log = structlog.get_logger()


class Topic(StrEnum):
    """What of an owner's has changed."""

    MEMORIES = "memories"
    NOTES = "notes"
    REMINDERS = "reminders"
    CONVERSATIONS = "conversations"
    LANGUAGE = "language"
    ACCESS = "access"
    """Tokens and sessions have ended."""


@dataclass(slots=True, eq=False)
class Watch:
    """Waits for changes of one owner's."""

    _changed: set[Topic] = field(default_factory=set)
    _has_any: asyncio.Event = field(default_factory=asyncio.Event)

    async def next(self, within: float) -> set[Topic]:
        """Return what has changed since the last call, as soon as anything has; nothing after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._has_any.wait()
        self._has_any.clear()
        changed, self._changed = self._changed, set()
        return changed

    def tell(self, *topics: Topic) -> None:
        """Note changes."""
        self._changed.update(topics)
        self._has_any.set()


class Changes:
    """Tells of changes; it has a connection to the database while anybody watches."""

    def __init__(self, database: Database) -> None:
        self._url = database.url
        self._watches: dict[Owner, set[Watch]] = {}
        self._listens = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def of(self, owner: Owner) -> AsyncIterator[Watch]:
        """Yield a watch, which is told of all that is committed from now on.

        After the connection was lost, everything counts as changed.
        """
        watch = Watch()
        self._watches.setdefault(owner, set()).add(watch)
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        try:
            await self._listens.wait()
            yield watch
        finally:
            self._watches[owner].discard(watch)
            if not self._watches[owner]:
                del self._watches[owner]
            if not self._watches and (listening := self._listening):
                self._listening = None
                self._listens.clear()
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self) -> None:
        backoff = database_backoff()
        while True:
            try:
                async with connected(self._url) as connection:
                    await connection.execute("LISTEN keepsake")
                    backoff.reset()
                    if self._listens.is_set():
                        for watch in chain.from_iterable(self._watches.values()):
                            watch.tell(*Topic)
                    self._listens.set()
                    async for notice in connection.notifies():
                        self._tell(notice.payload)
            except (psycopg.Error, KeepsakeError) as error:
                again_in = backoff.next()
                log.warning("listening for changes again", reason=words_of(error), again_in=again_in)
                await asyncio.sleep(again_in)

    def _tell(self, payload: str) -> None:
        try:
            bot_id, user_id, topic = payload.split(":")
            owner, changed = Owner(int(bot_id), int(user_id)), Topic(topic)
        except ValueError:  # it is another program's
            return
        for watch in self._watches.get(owner, ()):
            watch.tell(changed)
