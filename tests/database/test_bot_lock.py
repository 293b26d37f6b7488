"""The lock that lets only one copy of a bot work on a database."""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.rows import TupleRow
from sqlalchemy import make_url

from bot.database.bot_lock import ANSWER_SECONDS, LOCK_CLASS, SIGN_OF_LIFE_SECONDS, held, lock_key
from bot.database.engine import Database
from bot.errors import DatabaseUnavailable, StartError
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.process import START_SECONDS

HOLDERS = (
    "SELECT pid FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND classid = %s AND granted"
)
WAITERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%_try_advisory_%'"


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[psycopg.AsyncConnection[TupleRow]]:
    """A connection of the test's own."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        yield connection


class Copy:
    """A copy of a bot: has the lock for as long as it can, and tells how it lost it."""

    def __init__(self, url: str, bot_id: int = 1000) -> None:
        self.has_it = asyncio.Event()
        self._end = asyncio.Event()
        self.task = asyncio.create_task(self._live(url, bot_id))

    async def _live(self, url: str, bot_id: int) -> None:
        async with held(url, bot_id):
            self.has_it.set()
            await self._end.wait()

    async def end(self) -> None:
        """Leave, with whatever went wrong."""
        self._end.set()
        await self.task


async def test_one_copy_has_it_and_the_next_one_gets_it(
    database_url: str, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    first = Copy(database_url)
    await first.has_it.wait()
    second = Copy(database_url)
    while (await (await connection.execute(WAITERS)).fetchone()) != (2,):  # the one that asks is one of them
        pass
    assert not second.has_it.is_set()
    await first.end()
    await second.has_it.wait()
    await second.end()
    async with asyncio.timeout(START_SECONDS):
        while await (await connection.execute(HOLDERS, [LOCK_CLASS])).fetchall():
            pass  # the server hears a moment later that a connection has ended


async def test_other_bots_have_locks_of_their_own(database_url: str) -> None:
    copies = [Copy(database_url, bot_id) for bot_id in (1, 2, 8_000_000_000, 2**53)]
    for copy in copies:
        await copy.has_it.wait()
    for copy in copies:
        await copy.end()


@given(st.integers(0, 10**16))
def test_every_bot_id_has_an_int4_for_a_key(bot_id: int) -> None:
    assert -(2**31) <= lock_key(bot_id) < 2**31
    assert lock_key(bot_id) != lock_key(bot_id + 1)


async def test_a_closed_connection_is_noticed_at_once(
    database_url: str, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    copy = Copy(database_url)
    await copy.has_it.wait()
    await connection.execute(f"SELECT pg_terminate_backend(pid) FROM ({HOLDERS}) AS holders", [LOCK_CLASS])
    async with asyncio.timeout(SIGN_OF_LIFE_SECONDS):
        with pytest.raises(DatabaseUnavailable, match="was lost"):
            await copy.task


async def test_a_server_that_gives_no_sign_of_life_is_noticed(database_url: str) -> None:
    over = asyncio.Event()

    async def silence(statement: Statement) -> None:
        if statement.sql == "SELECT true":
            await over.wait()

    async with PostgresProxy(database_url, silence) as proxy:
        copy = Copy(proxy.url)
        await copy.has_it.wait()
        done, _ = await asyncio.wait({copy.task}, timeout=SIGN_OF_LIFE_SECONDS + 2 * ANSWER_SECONDS)
        over.set()
    assert copy.task in done
    assert isinstance(copy.task.exception(), DatabaseUnavailable)


async def test_other_errors_in_the_block_are_not_translated(
    database_url: str, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    for error in (StartError(), TimeoutError(), asyncio.CancelledError()):
        with pytest.raises(type(error)):
            async with held(database_url, 1000):
                raise error
    while await (await connection.execute(HOLDERS, [LOCK_CLASS])).fetchall():
        pass


async def test_an_unavailable_database_and_a_wrong_one_are_different_errors(database_url: str) -> None:
    url = make_url(database_url)
    away = url.set(host="127.0.0.1", port=9, query={})
    for wrong, error in ((away, DatabaseUnavailable), (url.set(database="missing"), StartError)):
        with pytest.raises(error, match="The database can't be used"):
            async with held(wrong.render_as_string(), 1000):
                pass


@pytest.mark.parametrize("rest", ["hunter2@host:port/memories", "my@hunter2@host/memories"])
async def test_an_address_that_cannot_be_read_is_not_quoted(rest: str) -> None:
    with pytest.raises(StartError, match="Check its port and its escapes") as raised:
        async with held(f"postgresql+psycopg://me:{rest}", 1000):
            pass
    assert "hunter2" not in str(raised.value)


async def test_the_pools_connections_have_keep_alives_at_both_ends(database_url: str) -> None:
    database = Database(database_url)
    async with database.transaction() as tx:
        raw = (await tx.connection.get_raw_connection()).driver_connection
        assert isinstance(raw, psycopg.AsyncConnection)
        assert raw.info.get_parameters()["tcp_user_timeout"] == "20000"
    await database.close()
