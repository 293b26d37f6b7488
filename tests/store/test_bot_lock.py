"""The lock that lets only one copy of a bot work on a database."""

import asyncio
import re

import psycopg
import pytest
from sqlalchemy import make_url

from bot.kit.errors import DatabaseUnavailable, StartError
from bot.store.bot_lock import ANSWER_SECONDS, SIGN_OF_LIFE_SECONDS, held, lock_key
from bot.store.engine import SERVER_KEEP_ALIVE, Database, address
from tests.crash.postgres_proxy import PostgresProxy, Statement


def test_every_bot_id_has_an_int4_of_its_own_for_a_key() -> None:
    ids = (1, 2, 2**31, 8_000_000_000, 2**53)
    assert len({lock_key(it) for it in ids}) == len(ids)
    assert all(-(2**31) <= lock_key(it) < 2**31 for it in ids)


async def test_a_host_that_gives_no_sign_of_life_is_noticed_before_it_gives_the_lock_away(database_url: str) -> None:
    (idle,), (every,), (times,), _ = [re.findall(r"\d+", it) for it in SERVER_KEEP_ALIVE.split(";")]
    given_away = int(idle) + int(every) * int(times)
    assert given_away > SIGN_OF_LIFE_SECONDS + ANSWER_SECONDS
    over = asyncio.Event()

    async def silence(statement: Statement) -> None:
        if statement.sql == "SELECT true":
            await over.wait()

    async def hold(url: str) -> None:
        async with held(url, 1000):
            await asyncio.sleep(SIGN_OF_LIFE_SECONDS + 2 * ANSWER_SECONDS)

    async with PostgresProxy(database_url, silence) as proxy:
        with pytest.raises(DatabaseUnavailable, match="was lost"):
            await hold(proxy.url)
        over.set()


async def test_other_errors_in_the_block_are_not_translated(database_url: str) -> None:
    for error in (StartError(), TimeoutError(), asyncio.CancelledError()):
        with pytest.raises(type(error)):
            async with held(database_url, 1000):
                raise error


async def test_an_unavailable_database_and_a_wrong_one_are_different_errors(database_url: str) -> None:
    url = make_url(database_url)
    away = url.set(host="127.0.0.1", port=9, query={})
    for wrong, error in ((away, DatabaseUnavailable), (url.set(database="missing"), StartError)):
        with pytest.raises(error, match="The database can't be used"):
            async with held(wrong.render_as_string(), 1000):
                pass


@pytest.mark.parametrize("rest", ["hunter2@host:port/memories", "my@hunter2@host/memories"])
def test_an_address_that_cannot_be_read_is_not_quoted(rest: str) -> None:
    with pytest.raises(StartError, match="Check its port and its escapes") as raised:
        address(f"postgresql+psycopg://me:{rest}")
    assert "hunter2" not in str(raised.value)


async def test_the_pools_connections_have_keep_alives_at_both_ends(database_url: str) -> None:
    database = Database(database_url)
    async with database.transaction() as tx:
        raw = (await tx.connection.get_raw_connection()).driver_connection
        assert isinstance(raw, psycopg.AsyncConnection)
        assert raw.info.get_parameters()["tcp_user_timeout"] == "20000"
    await database.close()
