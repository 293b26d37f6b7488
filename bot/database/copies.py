"""Copies of one bot that share its chats: each chat is worked on by the copy that has its lock.

The locks are PostgreSQL's session-level advisory locks, on a connection of their own:
https://www.postgresql.org/docs/18/explicit-locking.html#ADVISORY-LOCKS. A copy that loses the connection ends its work
at once; it notices within LAG_SECONDS if the server closes it, and within 6 s if the server doesn't answer, which
itself keeps the locks for at least 20 s then (engine.SERVER_KEEP_ALIVE).
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Final

import psycopg
from sqlalchemy import bindparam, func, select

from bot.database import bot_lock
from bot.database.bot_lock import CHANNELS, ask
from bot.database.engine import SERVER_KEEP_ALIVE, OwnConnection, Transaction, connected, objection

IDLE_SECONDS: Final = 60.0
"""Seconds without anything new, after which a chat is let go, for the copy that hears of it next."""
LAG_SECONDS: Final = 1.0
"""Longest time in seconds in which a copy doesn't notice that the server has closed its connection."""
_COPIES: Final = CHANNELS[1]
_TAKE: Final = (
    "SELECT chat_id FROM unnest(%s::bigint[], %s::bigint[]) AS wanted (chat_id, key) WHERE pg_try_advisory_lock(key)"
)
_TRY: Final = "SELECT pg_try_advisory_lock(%s::bigint)"
_TELL: Final = select(func.pg_notify(_COPIES, bindparam("payload")))
_LET_GO: Final = "SELECT pg_advisory_unlock(%s::bigint)"


class Subject(StrEnum):
    """What a copy tells the others about: something new in a chat, an owner's preferences, or the people."""

    CHAT = "chat"
    PREFERENCES = "preferences"
    LANGUAGE = "language"
    REMINDERS = "reminders"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Notice:
    """What has changed, in a chat or of an owner; a private chat has its user's id."""

    subject: Subject
    chat_id: int
    is_own: bool = False
    """Whether no other copy knows of it."""


class ChatLocks:
    """The locks that this copy has on chats of a bot, and on the lead, which one copy has.

    Raises DatabaseUnavailable if the connection is lost. Then everything ends (see `shared`).
    """

    def __init__(self, connection: OwnConnection, bot_id: int, idle_seconds: float) -> None:
        self._connection = connection
        self._bot_id = bot_id
        self.idle_seconds = idle_seconds
        """Seconds without anything new, after which a chat is to be let go."""
        self._taken: set[int] = set()
        self.working: set[int] = set()
        """The chats that are worked on here, of those taken."""
        self.notices: asyncio.Queue[Notice] = asyncio.Queue()
        """What this and other copies have told."""
        self._leads = asyncio.Event()

    def passes_on(self, chat_id: int) -> bool:
        """Tell whether a chat is not worked on here; then whoever works on it learns that something is new."""
        if chat_id in self.working:
            return False
        self.notices.put_nowait(Notice(Subject.CHAT, chat_id, is_own=True))
        return True

    async def take(self, chat_ids: Collection[int]) -> set[int]:
        """Take those of some chats that no other copy has, and return them."""
        wanted = [it for it in chat_ids if it not in self._taken]
        if wanted:
            keys = [_key(self._bot_id, "chat", it) for it in wanted]
            try:
                cursor = await self._connection.execute(_TAKE, [wanted, keys])
                self._taken.update(chat_id for (chat_id,) in await cursor.fetchall())
            except psycopg.Error as error:
                raise objection(error) from error
        return self._taken.intersection(chat_ids)

    async def let_go(self, chat_id: int) -> None:
        """Let another copy take a chat."""
        self.working.discard(chat_id)
        self._taken.discard(chat_id)
        await self._ask(_LET_GO, _key(self._bot_id, "chat", chat_id))

    async def try_to_lead(self) -> None:
        """Take the lead unless another copy has it; this one keeps it to its end."""
        if not self._leads.is_set() and await self._ask(_TRY, _key(self._bot_id, "lead", 0)):
            self._leads.set()

    async def led(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what only one copy does, once this one has the lead."""
        try:
            await self._leads.wait()
        except BaseException:
            work.close()
            raise
        await work

    async def until_lost(self) -> None:
        """Return when the connection is lost: the server closed it, or doesn't answer."""
        with suppress(psycopg.Error):
            while True:
                await ask(self._connection, "SELECT true")
                await asyncio.sleep(LAG_SECONDS)

    def hear(self, channel: str, payload: str) -> None:
        """Take a notification; those of other bots, and of what no copy keeps in memory, are left out."""
        with suppress(ValueError):  # it is another program's, or of a kind that no copy keeps
            of_bot, *rest = payload.split(":")
            subject, chat_id = rest if channel == _COPIES else reversed(rest)
            if int(of_bot) == self._bot_id:
                self.notices.put_nowait(Notice(Subject(subject), int(chat_id)))

    async def _ask(self, statement: str, key: int) -> bool:
        try:
            return await ask(self._connection, statement.encode(), [key])
        except psycopg.Error as error:
            raise objection(error) from error


@asynccontextmanager
async def shared(url: str, bot_id: int, *, idle_seconds: float = IDLE_SECONDS) -> AsyncIterator[ChatLocks]:
    """Yield the locks for copies of a bot that share its chats, in the database at `url`.

    Waits while a copy runs that doesn't share. If a connection is lost, the block is cancelled at once, and
    DatabaseUnavailable raised. Raises DatabaseUnavailable, too, if the database can't be reached, and StartError if it
    can't be used.
    """
    async with connected(url) as connection:
        locks = ChatLocks(connection, bot_id, idle_seconds)
        async with bot_lock.held(url, bot_id, is_shared=True, hear=locks.hear):
            try:
                await ask(connection, SERVER_KEEP_ALIVE)
            except psycopg.Error as error:
                raise objection(error) from error
            async with bot_lock.cancelled_when_lost(connection, locks.until_lost()):
                yield locks


async def tell(tx: Transaction, bot_id: int, subject: Subject, chat_id: int = 0) -> None:
    """Tell all copies of a bot of something, once the caller's transaction is committed."""
    await tx.connection.execute(_TELL, {"payload": f"{bot_id}:{subject}:{chat_id}"})


def _key(bot_id: int, what: str, chat_id: int) -> int:
    """Return the key of a lock; two of them are equal once in billions of billions."""
    digest = blake2b(f"keepsake:{bot_id}:{what}:{chat_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
