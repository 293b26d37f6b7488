"""The connection to PostgreSQL, and transactions on it."""

import asyncio
import re
import select as readiness
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar, cast

import psycopg
import structlog
from psycopg.pq import PipelineStatus, TransactionStatus
from psycopg.rows import TupleRow
from sqlalchemy import URL, event, make_url, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    InvalidatePoolError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from bot.kit.backoff import database_backoff
from bot.kit.errors import DatabaseUnavailable, DiskFull, KeepsakeError, StartError, disk_full, is_disk_full
from bot.store.connection import Connection

T = TypeVar("T")
OwnConnection: TypeAlias = psycopg.AsyncConnection[TupleRow]

log = structlog.get_logger()

# A lost server is noticed after 20 s: https://www.postgresql.org/docs/18/libpq-connect.html
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
"""Lets the server notice a lost client after 20 to 25 s, and release the session's locks.

https://www.postgresql.org/docs/18/runtime-config-connection.html: sessions on a Unix socket ignore it.
"""
_NEAREST: Final = "SET hnsw.ef_search = 100; SET hnsw.iterative_scan = relaxed_order"
"""Lets pgvector search until enough of an owner's texts are found: https://github.com/pgvector/pgvector."""

# PostgreSQL and libpq report connection errors only as text. For other languages and other reasons, the start waits,
# and the log shows the message.
_LASTING: Final = re.compile(
    "authentication failed|no password supplied|does not exist|no pg_hba.conf entry|not permitted to log in"
    "|permission denied|does not support SSL|certificate verify failed"
)

_UNAVAILABLE: Final = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
"""Errors that pass; a pipeline raises psycopg's own."""
_CLOSED: Final = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.InsufficientPrivilege)
"""Errors of a server that refuses writes, such as a standby; it counts as unavailable."""

_WITHOUT_WAITING: Final = text("SET LOCAL synchronous_commit = off")
_PLANNED_ONCE: Final = text("SET LOCAL plan_cache_mode = force_generic_plan")


@dataclass(slots=True)
class Transaction:
    """A database transaction. Only bot.database uses its connection."""

    connection: Connection
    events: Mapping[str, asyncio.Event]
    """The database's events, to be set `after_commit`."""
    on_rollback: ExitStack = field(default_factory=ExitStack)
    """What puts caches back that follow the transaction, called if it isn't committed."""
    _after_commit: list[Callable[[], object]] = field(default_factory=list)

    def after_commit(self, function: Callable[[], object]) -> None:
        """Call a function once the transaction is committed, after those of earlier calls; it must not raise.

        It is never called if the transaction, or the `undone` block of this call, is rolled back.
        """
        self._after_commit.append(function)

    def committed(self) -> None:
        """Call what was to follow the commit."""
        for function in self._after_commit:
            function()

    def may_be_lost(self) -> None:
        """Commit without waiting for the disk, as what is lost in a crash of PostgreSQL will be done again.

        It is lost whole, and only if nothing that was committed later is kept:
        https://www.postgresql.org/docs/18/wal-async-commit.html.
        """
        self.connection.defer(_WITHOUT_WAITING, {})

    def plan_once(self) -> None:
        """Have each of the next statements planned once for a connection, whatever its parameters are.

        PostgreSQL would plan it anew for its first five times there, which may take longer than to run it:
        https://www.postgresql.org/docs/18/sql-prepare.html#SQL-PREPARE-NOTES.
        """
        self.connection.defer(_PLANNED_ONCE, {})

    @asynccontextmanager
    async def undone(self) -> AsyncIterator[None]:
        """Roll back at the end of the block what was done in it, to preview the result."""
        await self.connection.send_deferred()
        savepoint = await self.connection.begin_nested()
        following = len(self._after_commit)
        try:
            yield
        finally:
            self.connection.forget_deferred()
            await savepoint.rollback()
            del self._after_commit[following:]


class Database:
    """A connection pool for the database at `url` (`postgresql+psycopg://…`). Raises StartError for an invalid URL.

    Its `events`, each made when it is first named, let loops of this process wait for a commit.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = _engine(url)
        self.events = defaultdict[str, asyncio.Event](asyncio.Event)

    @asynccontextmanager
    async def transaction(self, *, single: bool = False) -> AsyncIterator[Transaction]:
        """Commit at the end of the block, or roll back if it raises. Keep it short.

        `single` statements commit by themselves, which saves BEGIN and a round trip for COMMIT. Raises
        DatabaseUnavailable if the server can't be reached, refuses writes, or the connection is lost, as DiskFull if
        its disk has no room.
        """
        try:
            with ExitStack() as on_rollback:
                async with _begun(self._engine, commits=not single) as connection:
                    tx = Transaction(connection, self.events, on_rollback)
                    yield tx
                on_rollback.pop_all()
        except (*_UNAVAILABLE, PoolTimeoutError) as error:
            if is_disk_full(words_of(error)):
                log.error("database disk is full; free some space")  # noqa: TRY400 - the line says all
                raise DiskFull from error
            raise DatabaseUnavailable from error
        except _CLOSED as error:
            raise DatabaseUnavailable from error
        except DBAPIError as error:
            if error.connection_invalidated or isinstance(error.orig, _CLOSED):
                raise DatabaseUnavailable from error
            raise
        tx.committed()

    async def retry(
        self,
        work: Callable[[Transaction], Awaitable[T]],
        *,
        single: bool = True,
        on_full_disk: Callable[[], Awaitable[None]] | None = None,
        **about: object,
    ) -> T:
        """Run `work` in a transaction and return its result, retrying while the server is unavailable.

        It may run again after a commit whose confirmation was lost. `about` goes to the log while it waits. Each time
        that this is because of a full disk, `on_full_disk` is called.
        """
        backoff = database_backoff()
        while True:
            try:
                async with self.transaction(single=single) as tx:
                    return await work(tx)
            except DatabaseUnavailable as error:
                if on_full_disk and isinstance(error, DiskFull):
                    await on_full_disk()
                again_in = backoff.next()
                log.warning("waiting for the database", again_in=again_in, **about)
                await asyncio.sleep(again_in)

    async def ping(self) -> None:
        """Raise DatabaseUnavailable unless the database answers."""
        async with self.transaction(single=True) as tx:
            await tx.connection.execute(select(1))

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


def address(url: str) -> URL:
    """Parse a database's URL and add keep-alives unless it has its own. Raises StartError if it is invalid."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        parts = None
    if parts is None or "@" in (parts.host or ""):  # the error may quote a part of the password
        raise StartError("DATABASE_URL isn't a valid address. Check its port and its escapes.")
    return parts.set(query={**_KEEP_ALIVE, **parts.query})


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[OwnConnection]:
    """Yield a connection outside the pool with autocommit. Raises what `objection` returns."""
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
    """Return the error for a failed connection: StartError if waiting won't help, else DatabaseUnavailable."""
    cause = getattr(error, "orig", None) or error
    if is_disk_full(words_of(error)):
        return DiskFull(disk_full("the database"))
    sentence = f"The database can't be used ({words_of(error)}). Check DATABASE_URL, and whether its server runs."
    away = isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) and not _LASTING.search(str(cause))
    return DatabaseUnavailable(sentence) if away else StartError(sentence)


def words_of(error: Exception) -> str:
    """Return the first line of a connection error."""
    cause: object = getattr(error, "orig", None) or error
    return (str(cause).strip() or type(cause).__name__).splitlines()[0]


@asynccontextmanager
async def _begun(engine: AsyncEngine, *, commits: bool) -> AsyncIterator[Connection]:
    """Yield a connection, in a transaction if it `commits` at the end of the block; what is deferred is sent then.

    Without COMMIT, the pool rolls back.
    """
    connection = Connection(engine, begins=commits)
    async with connection:
        yield connection
        await connection.send_deferred(commits=commits)


def _engine(url: str) -> AsyncEngine:
    """Return a connection pool. The connection used last is taken next: it has the most statements prepared."""
    made = create_async_engine(
        address(url),
        isolation_level="AUTOCOMMIT",  # a `Connection` begins its transactions
        pool_size=10,
        max_overflow=6,
        pool_use_lifo=True,
        hide_parameters=True,
    )
    event.listen(made.sync_engine, "connect", _set_up)
    event.listen(made.sync_engine, "checkout", _check_idle)
    return made


def _set_up(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(SERVER_KEEP_ALIVE)
    cursor.execute(_NEAREST)
    cursor.close()
    connection.commit()


def _check_idle(_: DBAPIConnection, record: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
    """Have the pool replace a connection on which something is still under way: it would return others' results.

    If the server has sent anything since, which it does as it ends, all connections that are not in use are replaced.
    """
    driver = cast("OwnConnection", record.driver_connection)
    if driver.closed or _has_unread(driver):
        log.info("connections are replaced: PostgreSQL has ended, or sent what nobody has read", closed=driver.closed)
        raise InvalidatePoolError
    info = driver.info
    if (info.transaction_status, info.pipeline_status) != (TransactionStatus.IDLE, PipelineStatus.OFF):
        log.warning("a connection is replaced", transaction=info.transaction_status, pipeline=info.pipeline_status)
        raise DisconnectionError


def _has_unread(driver: OwnConnection) -> bool:
    """Tell whether a connection has something to read, such as its end, without waiting."""
    poll = readiness.poll()
    poll.register(driver.fileno(), readiness.POLLIN)
    return bool(poll.poll(0))
