"""Statements that are deferred, and sent together."""

import asyncio

import pytest
import pytest_asyncio
from psycopg import OperationalError
from psycopg.errors import UniqueViolation
from sqlalchemy import Integer, column, select, table, text
from sqlalchemy.exc import IntegrityError

from bot.kit.errors import DatabaseUnavailable
from bot.store.engine import Database, Transaction
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.waiting import until_waiting

NOTE = text("INSERT INTO noted (number) VALUES (:number)")
NOTED = select(column("number", Integer)).select_from(table("noted")).order_by("number")
ADD_TEN = text("UPDATE noted SET number = number + 10")
END_OTHERS = text(
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


@pytest_asyncio.fixture(name="table", autouse=True)
async def table_fixture(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.connection.execute(text("CREATE TABLE noted (number integer PRIMARY KEY)"))


async def noted(tx: Transaction) -> list[int]:
    return list(await tx.connection.scalars(text("SELECT number FROM noted ORDER BY number")))


def defer(tx: Transaction, *numbers: int) -> None:
    for number in numbers:
        tx.connection.defer(NOTE, {"number": number})


@pytest.mark.parametrize("single", [False, True])
async def test_what_is_deferred_is_stored_at_the_end(database: Database, *, single: bool) -> None:
    for numbers in ([], [1], [2, 3, 4]):
        async with database.transaction(single=single) as tx:
            tx.connection.defer(NOTE, [])
            defer(tx, *numbers)
    assert await database.retry(noted) == [1, 2, 3, 4]


async def test_what_is_deferred_runs_in_order_before_the_next_statement_and_is_undone_with_its_part(
    database: Database,
) -> None:
    async with database.transaction() as tx:
        defer(tx, 1, 2)
        tx.connection.defer(ADD_TEN, {})
        defer(tx, 3)
        assert await noted(tx) == [3, 11, 12]
        tx.connection.defer(NOTE, [{"number": 5}, {"number": 6}])
        found = await tx.connection.stream(text("SELECT count(*) FROM noted"))
        assert [row[0] async for row in found] == [5]
        async with tx.undone():
            defer(tx, 7)
        defer(tx, 8)
    assert await database.retry(noted) == [3, 5, 6, 8, 11, 12]


async def test_an_error_of_what_is_deferred_undoes_the_transaction(database: Database) -> None:
    async def note(tx: Transaction) -> None:
        await tx.connection.execute(NOTE, {"number": 9})
        defer(tx, 1, 2, 1)

    with pytest.raises((IntegrityError, UniqueViolation)):
        await database.retry(note, single=False)
    assert await database.retry(noted) == []


async def fail(tx: Transaction) -> None:
    await tx.connection.execute(NOTE, {"number": 9})
    defer(tx, 8)
    raise LookupError


@pytest.mark.parametrize(("single", "times"), [(False, 1), (True, 2)])
async def test_a_connection_whose_statement_was_cancelled_is_no_trouble_for_the_next_transaction(
    database: Database, times: int, *, single: bool
) -> None:
    async def note(tx: Transaction) -> None:
        defer(tx, 1, 2)
        await noted(tx)

    async with database.transaction() as tx:
        await tx.connection.execute(NOTE, {"number": 2})
        noting = asyncio.create_task(database.retry(note, single=single))
        await until_waiting(tx)
        for _ in range(times):
            noting.cancel()
            await asyncio.sleep(0)  # once more while the driver has the first one cancelled
        with pytest.raises(asyncio.CancelledError):
            await noting
        async with asyncio.timeout(20), database.transaction(single=single) as other:
            assert await noted(other) == []
        with pytest.raises(LookupError):
            await database.retry(fail, single=False)
    assert await database.retry(noted) == [2]


async def test_a_deferred_select_gives_its_rows_once_they_are_committed(database: Database) -> None:
    async with database.transaction() as tx:
        defer(tx, 1, 2)
        all_noted = tx.connection.defer(NOTED, {})
        assert all_noted.rows is None
    assert all_noted.rows == [{"number": 1}, {"number": 2}]
    async with database.transaction() as tx:
        early = tx.connection.defer(NOTED, {})
        await noted(tx)
    assert early.rows is None


async def test_what_follows_in_a_transaction_whose_connection_was_lost_runs_on_no_other(database: Database) -> None:
    async def go_on() -> None:
        async with database.transaction() as tx:
            defer(tx, 1)
            await tx.connection.fetch(NOTED, {})
            async with database.transaction(single=True) as other:
                assert all(await other.connection.scalars(END_OTHERS))
            with pytest.raises(OperationalError):
                await tx.connection.fetch(NOTED, {})
            await tx.connection.execute(NOTE, {"number": 2})

    with pytest.raises(DatabaseUnavailable):
        await go_on()
    assert await database.retry(noted) == []


async def test_a_transaction_takes_as_many_round_trips_as_it_reads(database: Database) -> None:
    seen: list[str] = []

    async def see(statement: Statement) -> None:
        name = statement.sql.split()[0]
        seen.append(f"{name} done" if statement.done else name)

    async with PostgresProxy(database.url, see) as proxy:
        far = Database(proxy.url)
        await far.ping()  # which sets the connection up
        seen.clear()
        async with far.transaction():
            pass
        assert not seen
        async with far.transaction() as tx:
            defer(tx, 1)
            assert [row["number"] for row in await tx.connection.fetch(NOTED, {})] == [1]
            defer(tx, 2)
        await far.close()
    first, last = ["BEGIN", "INSERT", "SELECT"], ["INSERT", "COMMIT"]
    assert seen == [*first, *(f"{it} done" for it in first), *last, *(f"{it} done" for it in last)]
    assert await database.retry(noted) == [1, 2]
