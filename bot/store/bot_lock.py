"""The lock that lets only one copy of a bot use a database (PostgreSQL, advisory locks).

https://www.postgresql.org/docs/18/explicit-locking.html#ADVISORY-LOCKS: the server releases a session's locks when its
connection ends. The copy must notice a broken connection first: it does within 10 s (a query every 5 s, with a timeout
of 5 s), the server after 20 s at the earliest (engine.SERVER_KEEP_ALIVE).
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, LiteralString

import psycopg
import structlog
from sqlalchemy import text

from bot.kit.backoff import database_backoff
from bot.kit.errors import DatabaseUnavailable
from bot.store.engine import SERVER_KEEP_ALIVE, OwnConnection, Transaction, connected, objection

LOCK_CLASS: Final = 0x4B656570
"""First of the lock's two keys: "Keep"."""

SIGN_OF_LIFE_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 5.0
_INT4: Final = 1 << 32
_TRY: Final = "SELECT pg_try_advisory_lock(%s::int, %s::int)"
_KEEP_AWAY: Final = text("SELECT pg_try_advisory_xact_lock(CAST(:lock_class AS int), CAST(:lock_key AS int))")

log = structlog.get_logger()


@asynccontextmanager
async def held(url: str, bot_id: int) -> AsyncIterator[None]:
    """Wait for the bot's lock in the database at `url`, and hold it while the block runs.

    If the connection is lost, the block is cancelled at once, and DatabaseUnavailable raised. Raises
    DatabaseUnavailable, too, if the database can't be reached, and StartError if it can't be used.
    """
    async with connected(url) as connection:
        try:
            await _take(connection, bot_id)
        except psycopg.Error as error:
            raise objection(error) from error
        async with _cancelled_when_lost(connection):
            yield


async def keep_away(tx: Transaction, bot_id: int) -> bool:
    """Prevent copies of the bot from starting until the transaction ends; False if one runs."""
    keys = {"lock_class": LOCK_CLASS, "lock_key": lock_key(bot_id)}
    return bool(await tx.connection.scalar(_KEEP_AWAY, keys))


def lock_key(bot_id: int) -> int:
    """Return the second of the lock's two keys: a bot's id, folded into an int4."""
    return bot_id % _INT4 - _INT4 // 2


async def _take(connection: OwnConnection, bot_id: int) -> None:
    """Take the lock as soon as it is free, by polling, since a waiting statement would block VACUUM."""
    await _ask(connection, SERVER_KEEP_ALIVE)
    backoff, waited = database_backoff(), False
    while not await _ask(connection, _TRY, [LOCK_CLASS, lock_key(bot_id)]):
        if not waited:
            log.warning("waiting for another Keepsake with this bot token and database to stop")
        waited = True
        await asyncio.sleep(backoff.next())
    if waited:
        log.info("taking over from the other Keepsake")


@asynccontextmanager
async def _cancelled_when_lost(connection: OwnConnection) -> AsyncIterator[None]:
    """Cancel the block if the connection is lost, and raise DatabaseUnavailable."""
    try:
        async with asyncio.timeout(None) as end:

            def end_now(_: object) -> None:
                end.reschedule(asyncio.get_running_loop().time())

            watching = asyncio.create_task(_until_lost(connection))
            watching.add_done_callback(end_now)
            try:
                yield
            finally:
                watching.remove_done_callback(end_now)
                _hang_up(connection)
                await asyncio.wait({watching})
    except TimeoutError as error:
        if end.expired():
            raise DatabaseUnavailable("The connection that kept other copies of this bot away was lost.") from error
        raise


async def _until_lost(connection: OwnConnection) -> None:
    """Return when the connection is lost: the server closed it, or doesn't answer."""
    with suppress(psycopg.Error):
        while True:
            async for _ in connection.notifies(timeout=SIGN_OF_LIFE_SECONDS):
                pass  # none comes; a closed connection is noticed at once
            await _ask(connection, "SELECT true")


async def _ask(connection: OwnConnection, statement: LiteralString, parameters: Sequence[object] | None = None) -> bool:
    """Return a statement's boolean result. Raises psycopg.OperationalError if it takes longer than 5 s."""
    limit = asyncio.get_running_loop().call_later(ANSWER_SECONDS, _hang_up, connection)
    try:
        cursor = await connection.execute(statement, parameters)
        return cursor.description is not None and await cursor.fetchone() == (True,)
    finally:
        limit.cancel()


def _hang_up(connection: OwnConnection) -> None:
    """Close the connection without the server's help; pending queries fail at once."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as our_end:
        our_end.shutdown(socket.SHUT_RDWR)
