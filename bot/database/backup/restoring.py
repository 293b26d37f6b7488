"""Restore a backup: in one transaction, so that it is done whole or not at all."""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.database.backup.archive import END_OF_ROWS, Archive
from bot.database.backup.schema import FUNCTIONS, TABLES, VERSION_TABLE, examined, knows
from bot.database.bot_lock import LOCK_CLASS
from bot.database.engine import address
from bot.database.migrate import MIGRATION_LOCK, alembic_config
from bot.errors import StartError

_LOCK_SECONDS: Final = 10

_FILL: Final = re.compile(rb"COPY \S+ \((.+)\) FROM stdin;")
_SET: Final = re.compile(rb"SELECT pg_catalog\.setval\('\S+', (\d+), (true|false)\);")
_BOTS: Final = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND classid = :lock_class AND granted"
)
_SETVAL: Final = text("SELECT setval(CAST(:name AS regclass), :last, :called)")


@dataclass(frozen=True, slots=True)
class Restored:
    """How much there was in a backup."""

    conversations: int
    messages: int
    memories: int


async def restore(url: str, file: Path, *, replace: bool) -> Restored:
    """Fill the database from a backup, and bring it up to date; what was in it goes if it is to be replaced.

    Raises StartError with what is in the way; then, and when the process is killed, everything is as it was.
    """
    archive = await Archive.open(file)
    revision = await archive.revision()
    if not knows(revision):
        raise StartError(
            f"{file} was made by a newer Keepsake (its revision is {revision}): restore it with that one."
            " Nothing was changed."
        )
    await examined(url)
    engine = create_async_engine(address(url), poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            await _compact(connection, replace=replace)
            others = await connection.run_sync(_relations)
            await connection.run_sync(_migrate, revision)
            ours = [name for name in await connection.run_sync(_relations) if name not in {VERSION_TABLE, *others}]
            if not archive.names.issuperset(ours):
                raise StartError(f"{file} is no whole backup of Keepsake. Nothing was changed.")
            rows = {name: await _fill(connection, archive, name) for name in ours}
            await connection.run_sync(_migrate, "head")
    except (SQLAlchemyError, psycopg.Error) as error:
        said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
        raise StartError(f"{file} can't be restored ({said.splitlines()[0]}). Nothing was changed.") from error
    finally:
        await engine.dispose()
    return Restored(rows["agent_conversations"], rows["agent_messages"], rows["agent_memories"])


async def _compact(connection: AsyncConnection, *, replace: bool) -> None:
    """Take our tables and functions away. Raises StartError if a bot uses them, or if anything is to be kept."""
    await connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'"))
    # Migrations take this lock: a bot that is being started waits there until all is restored.
    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    if await connection.scalar(_BOTS, {"lock_class": LOCK_CLASS}):
        raise StartError("A Keepsake is running on this database: stop it first. Nothing was changed.")
    there = [name for name in await connection.run_sync(_relations) if name in TABLES]
    for name in there:
        full = name != VERSION_TABLE and await connection.scalar(text(f'SELECT EXISTS (SELECT FROM "{name}")'))  # noqa: S608 - a name of ours
        if full and not replace:
            raise StartError(
                "The database is not empty. With --replace, the backup takes the place of everything that Keepsake has"
                " stored there. Nothing was changed."
            )
    if there:
        await connection.execute(text(f"DROP TABLE {', '.join(there)}"))
    await connection.execute(text(f"DROP FUNCTION IF EXISTS {', '.join(FUNCTIONS)}"))


def _relations(connection: Connection) -> list[str]:
    """Return the names of all tables, each behind those that it refers to, and of all sequences."""
    inspector = inspect(connection)
    tables = [name for name, _ in inspector.get_sorted_table_and_fkc_names() if name]
    return tables + inspector.get_sequence_names()


def _migrate(connection: Connection, revision: str) -> None:
    from alembic import command  # noqa: PLC0415 - the bot itself needs nothing of it

    config = alembic_config("")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def _fill(connection: AsyncConnection, archive: Archive, name: str) -> int:
    """Copy a table's rows out of the archive, and return how many; or set a sequence."""
    rows = 0
    async with aclosing(archive.script(name)) as lines:
        async for line in lines:
            if columns := _FILL.fullmatch(line):
                rows += await _copy(connection, name, columns[1].decode().split(", "), lines)
            elif state := _SET.fullmatch(line):
                await connection.execute(_SETVAL, {"name": name, "last": int(state[1]), "called": state[2] == b"true"})
    return rows


async def _copy(
    connection: AsyncConnection, table: str, columns: Sequence[str], lines: AsyncGenerator[bytes, None]
) -> int:
    names = sql.SQL(", ").join(sql.Identifier(column.strip('"')) for column in columns)
    statement = sql.SQL("COPY {} ({}) FROM STDIN (ENCODING 'UTF8')").format(sql.Identifier(table), names)
    driver = (await connection.get_raw_connection()).driver_connection
    if not isinstance(driver, psycopg.AsyncConnection):
        raise TypeError(driver)
    rows = 0
    async with driver.cursor() as cursor, cursor.copy(statement) as copy:
        async for line in lines:
            if line == END_OF_ROWS:
                break
            await copy.write(line + b"\n")
            rows += 1
    return rows
