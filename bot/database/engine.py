"""The connection to PostgreSQL, and transactions on it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

import psycopg
import structlog
from psycopg.rows import TupleRow
from sqlalchemy import URL, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.errors import DatabaseUnavailable, KeepsakeError, StartError

T = TypeVar("T")
OwnConnection: TypeAlias = psycopg.AsyncConnection[TupleRow]

log = structlog.get_logger()

# A server whose host is gone is noticed after 20 s: https://www.postgresql.org/docs/18/libpq-connect.html
_KEEP_ALIVE: Final = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "20000",
}
SERVER_KEEP_ALIVE: Final = (
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2; "
    "SET tcp_user_timeout = 20000"
)
"""Lets the server notice after 20 to 25 s that our host is gone, and drop what its session holds.

https://www.postgresql.org/docs/18/runtime-config-connection.html: a session on a Unix socket ignores it.
"""
_NEAREST: Final = "SET hnsw.ef_search = 100; SET hnsw.iterative_scan = relaxed_order"
"""Lets pgvector look further until enough of an owner's texts are found: https://github.com/pgvector/pgvector.

Without pgvector nobody reads these settings.
"""

# PostgreSQL and libpq say only in words why no connection came about. In other languages than English, and for
# reasons that are not here, the start waits, and the log has the words.
_LASTING: Final = re.compile(
    "authentication failed|no password supplied|does not exist|no pg_hba.conf entry|not permitted to log in"
    "|permission denied|does not support SSL|certificate verify failed"
)


_RETRY_SECONDS: Final = 1.0
_CLOSED: Final = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.InsufficientPrivilege)
"""A server that takes no writes, as a standby does or one whose disk is full, is away too."""


@dataclass(slots=True)
class Transaction:
    """What is done with one of these commits together, or not at all; only the stores look inside."""

    connection: AsyncConnection
    leaves_texts_to_embed: bool = False
    """Set by the stores; `Database.texts_to_embed` is set after the commit."""

    @asynccontextmanager
    async def undone(self) -> AsyncIterator[None]:
        """Undo at the end of the block what was done in it, to see what would come of it."""
        savepoint = await self.connection.begin_nested()
        leaves_texts = self.leaves_texts_to_embed
        try:
            yield
        finally:
            await savepoint.rollback()
            self.leaves_texts_to_embed = leaves_texts


class Database:
    """A pool of connections to the database at `url` (`postgresql+psycopg://…`). Raises StartError for no address.

    `texts_to_embed` is set whenever a transaction has committed texts that have no embedding yet.
    """

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(address(url), pool_size=8, max_overflow=8, hide_parameters=True)
        self._autocommitting = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        event.listen(self._engine.sync_engine, "connect", _set_up)
        self.texts_to_embed = asyncio.Event()

    @asynccontextmanager
    async def transaction(self, *, single: bool = False) -> AsyncIterator[Transaction]:
        """Commit at the end of the block, or roll back when it raises. Keep it short.

        A `single` statement commits by itself, which saves the round trips of BEGIN and COMMIT.
        Raises DatabaseUnavailable when the server can't be reached, takes no writes, or the connection was lost.
        """
        try:
            async with self._autocommitting.connect() if single else self._engine.begin() as connection:
                tx = Transaction(connection)
                yield tx
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            raise DatabaseUnavailable from error
        except DBAPIError as error:
            if error.connection_invalidated or isinstance(error.orig, _CLOSED):
                raise DatabaseUnavailable from error
            raise
        if tx.leaves_texts_to_embed:
            self.texts_to_embed.set()

    async def retry(self, work: Callable[[Transaction], Awaitable[T]], *, single: bool = True, **about: object) -> T:
        """Do something in a transaction and return what came of it, however long the server is away.

        It is done again when nobody heard that it was done. The log says that it waits, and what it is `about`.
        """
        while True:
            try:
                async with self.transaction(single=single) as tx:
                    return await work(tx)
            except DatabaseUnavailable:
                log.warning("waiting for the database", **about)
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


def address(url: str) -> URL:
    """Return a database's address, with keep-alives unless it brings its own. Raises StartError if it is none."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        parts = None
    if parts is None or "@" in (parts.host or ""):  # whose own words may quote a part of the password
        raise StartError("DATABASE_URL can't be used, as its address can't be read: check its port and its escapes.")
    return parts.set(query={**_KEEP_ALIVE, **parts.query})


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[OwnConnection]:
    """Yield a connection outside the pool, which commits each statement by itself. Raises what `objection` returns."""
    parts = address(url)
    arguments, parameters = parts.get_dialect()().create_connect_args(parts)
    try:
        connection = await psycopg.AsyncConnection.connect(*arguments, **parameters, autocommit=True)
    except psycopg.Error as error:
        raise objection(error) from error
    try:
        yield connection
    finally:
        await connection.close()


def objection(error: Exception) -> KeepsakeError:
    """Return what a database, or the way there, objects: a StartError if waiting won't help, or DatabaseUnavailable."""
    cause = getattr(error, "orig", None) or error
    sentence = f"The database can't be used ({words_of(error)}): check DATABASE_URL, and that its server runs."
    away = isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) and not _LASTING.search(str(cause))
    return DatabaseUnavailable(sentence) if away else StartError(sentence)


def words_of(error: Exception) -> str:
    """Return the first line of what a database, or the way there, objects."""
    cause: object = getattr(error, "orig", None) or error
    return (str(cause).strip() or type(cause).__name__).splitlines()[0]


def _set_up(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(SERVER_KEEP_ALIVE)
    cursor.execute(_NEAREST)
    cursor.close()
    connection.commit()
