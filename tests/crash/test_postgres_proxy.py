"""The proxy between a test's bot and PostgreSQL."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import psycopg
import pytest
from sqlalchemy import make_url

from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement

Connect: TypeAlias = Callable[[], Awaitable[psycopg.AsyncConnection]]


class Watcher:
    """Records every statement, and drops the connection at a chosen one."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bool]] = []
        self.last: Statement | None = None
        self.lose_at: tuple[str, bool] | None = None

    async def __call__(self, statement: Statement) -> None:
        """Record a statement."""
        self.last = statement
        self.seen.append((statement.sql, statement.done))
        if (statement.sql, statement.done) == self.lose_at:
            raise Lost


@pytest.fixture
def watcher() -> Watcher:
    """The hook that records the statements."""
    return Watcher()


@pytest.fixture
async def proxy(watcher: Watcher, database_url: str) -> AsyncIterator[PostgresProxy]:
    """The proxy."""
    async with PostgresProxy(database_url, watcher) as proxy:
        yield proxy


@pytest.fixture
def connect(proxy: PostgresProxy) -> Connect:
    """Connect through the proxy."""

    async def connected() -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(plain(proxy.url))

    return connected


def plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture
def numbers(database_url: str) -> Callable[[], list[int]]:
    """Return a table's rows without using the proxy."""
    with psycopg.connect(plain(database_url), autocommit=True) as connection:
        connection.execute("CREATE TABLE numbers (number int)")

    def stored() -> list[int]:
        with psycopg.connect(plain(database_url)) as connection:
            return [number for (number,) in connection.execute("SELECT number FROM numbers").fetchall()]

    return stored


async def test_every_statement_is_seen_before_it_is_sent_and_once_it_is_done(
    watcher: Watcher, connect: Connect, numbers: Callable[[], list[int]]
) -> None:
    assert numbers() == []
    async with await connect() as connection:
        for number in range(8):  # from the sixth on it is a prepared statement
            await connection.execute("INSERT INTO numbers VALUES (%s)", [number])
    inserted = "INSERT INTO numbers VALUES ($1)"
    assert watcher.seen == [(sql, done) for sql in ("BEGIN", *[inserted] * 8, "COMMIT") for done in (False, True)]
    assert watcher.last == Statement(sql="COMMIT", done=True, transaction=("BEGIN", *[inserted] * 8))


async def test_statements_in_a_pipeline_are_seen_too(watcher: Watcher, connect: Connect) -> None:
    async with await connect() as connection, connection.cursor() as cursor:
        await connection.execute("CREATE TABLE numbers (number int)")
        await cursor.executemany("INSERT INTO numbers VALUES (%s)", [(1,), (2,), (3,)])
    assert watcher.seen.count(("INSERT INTO numbers VALUES ($1)", True)) == 3


async def test_a_failed_statement_is_not_done(watcher: Watcher, connect: Connect) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable):
        async with await connect() as connection:
            await connection.execute("SELECT * FROM nowhere WHERE %s", [True])
    began, ended = ([(sql, done) for done in (False, True)] for sql in ("BEGIN", "ROLLBACK"))
    assert watcher.seen == [*began, ("SELECT * FROM nowhere WHERE $1", False), *ended]


@pytest.mark.parametrize(
    ("lost_at", "stored"),
    [(("INSERT INTO numbers VALUES (1)", False), []), (("COMMIT", False), []), (("COMMIT", True), [1])],
)
async def test_a_connection_can_be_lost_before_or_after_a_commit(
    watcher: Watcher,
    proxy: PostgresProxy,
    connect: Connect,
    numbers: Callable[[], list[int]],
    lost_at: tuple[str, bool],
    stored: list[int],
) -> None:
    watcher.lose_at = lost_at
    with pytest.raises(psycopg.OperationalError):
        async with await connect() as connection:
            await connection.execute("INSERT INTO numbers VALUES (1)")
    await proxy.quiet()
    assert numbers() == stored


async def test_postgresql_goes_away_and_comes_back(proxy: PostgresProxy, connect: Connect) -> None:
    connection = await connect()
    await proxy.away()
    with pytest.raises(psycopg.OperationalError):
        await connection.execute("SELECT 1")
    await connection.close()
    with pytest.raises(psycopg.OperationalError):
        await connect()
    await proxy.back()
    async with await connect() as connection:
        assert await (await connection.execute("SELECT 1")).fetchone() == (1,)
