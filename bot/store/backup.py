"""Backups: written and read by PostgreSQL's own programs, restored in one transaction.

A backup is an archive in pg_dump's custom format with our tables only. A restore creates the tables by our own
migrations and takes only their rows from the file, without running its statements.
"""

import asyncio
import os
import re
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.kit import environment
from bot.kit.errors import StartError, disk_full, is_disk_full
from bot.store.bot_lock import LOCK_CLASS
from bot.store.check import examined
from bot.store.embedded.programs import own_programs
from bot.store.engine import address, connected, words_of
from bot.store.migrate import MIGRATION_LOCK, UPGRADING_COMMIT, is_earlier, migrate, revisions
from bot.store.tables import Base

VERSION_TABLE: Final = "alembic_version"
"""Table of the schema's revision, written by alembic."""
_FORMER_TABLES: Final = ("agent_groups", "agent_activities", "agent_memory_proposals")
"""Tables that a migration removes."""
FUNCTIONS: Final = ("agent_words_apart", "agent_beginnings", "agent_tell", "agent_tell_of_turn")
"""Functions created by migrations."""

_OF_LIBPQ: Final = ("PGSERVICEFILE", "PGSYSCONFDIR", "KRB5CCNAME", "KRB5_CLIENT_KTNAME", "KRB5_CONFIG")
"""Variables that say where libpq finds what a database's address names; all its others are part of that address."""
_LOCK_SECONDS: Final = 10
_OPEN_FILES: Final = Path("/dev/fd")
_PIECE_BYTES: Final = 1 << 16
_END_OF_ROWS: Final = b"\\."
_ENTRY: Final = re.compile(rb"\d+; \d+ \d+ (?:TABLE DATA|SEQUENCE SET) \S+ (\S+) .*")
_FILL: Final = re.compile(rb"COPY \S+ \((.+)\) FROM stdin;")
_SET: Final = re.compile(rb"SELECT pg_catalog\.setval\('\S+', (\d+), (true|false)\);")
_BOTS: Final = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND classid = :lock_class AND granted"
)
_SETVAL: Final = text("SELECT setval(CAST(:name AS regclass), :last, :called)")


def _tables() -> Collection[str]:
    """Return the names of our tables, also of those that a migration removes."""
    return {VERSION_TABLE, *Base.metadata.tables, *_FORMER_TABLES}


@dataclass(frozen=True, slots=True)
class Restored:
    """Numbers of rows in a backup."""

    conversations: int
    messages: int
    memories: int


@dataclass(frozen=True, slots=True)
class _Source:
    """A backup's file, as people name it, and the database's archive."""

    file: Path
    archive: Path


async def write(url: str, archive: Path) -> None:
    """Write one snapshot of the database into a file, perhaps an open one (/dev/fd). Raises StartError.

    pg_dump (https://www.postgresql.org/docs/18/app-pgdump.html) is told which server psycopg connects to: it interprets
    an address with several hosts, or none, differently.
    """
    if not (await examined(url)).revision:
        raise StartError("There is nothing to back up yet: this database is empty.")
    async with connected(url) as connection:
        info = connection.info
        server, password = conninfo_to_dict(info.dsn, host=info.host, port=info.port), info.password
    server.pop("sslpassword", None)
    process = await asyncio.create_subprocess_exec(
        own_programs() / "pg_dump",
        *("--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--no-password"),
        *(f"--table={name}" for name in _tables()),
        *(f"--file={archive}", f"--dbname={make_conninfo('', **server)}"),
        stderr=PIPE,
        pass_fds=_descriptors(archive),
        env=environment.of_child(*_OF_LIBPQ, LC_ALL="C", PGPASSWORD=password),
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        reason = said.decode(errors="replace").partition("error: ")[2].partition("\n")[0] or "it gave no reason"
        refusal = f"The backup failed ({reason}). Check the database, and the free space on the disk."
        raise StartError(disk_full("the backup") if is_disk_full(reason) else refusal)


async def restore(url: str, file: Path, *, replace: bool, archive: Path | None = None) -> Restored:
    """Fill the database from a backup, and migrate it; `replace` deletes existing data first.

    The backup is the named file, or in an `archive` that was taken out of it. Raises StartError. After an error, or if
    the process is killed, the database is unchanged.
    """
    source = _Source(file, archive or file)
    names, revision = await _contents(source)
    if is_earlier(revision):
        raise StartError(
            f"{file} is from an earlier Keepsake (revision {revision}). Restore it with Keepsake at commit"
            f" {UPGRADING_COMMIT}, which upgrades it, then start this version again. Nothing was changed."
        )
    if revision not in revisions():
        raise StartError(
            f"{file} is from a newer Keepsake (revision {revision}). Restore it with that one. Nothing was changed."
        )
    await examined(url)
    engine = create_async_engine(address(url), poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            await _clear(connection, replace=replace)
            others = await connection.run_sync(_relations)
            await connection.run_sync(migrate, revision)
            ours = [name for name in await connection.run_sync(_relations) if name not in {VERSION_TABLE, *others}]
            if not names.issuperset(ours):
                raise StartError(f"{file} isn't a complete Keepsake backup. Nothing was changed.")
            rows = {name: await _fill(connection, source, name) for name in ours}
            await connection.run_sync(migrate)
    except (SQLAlchemyError, psycopg.Error) as error:
        raise StartError(f"{file} can't be restored ({words_of(error)}). Nothing was changed.") from error
    finally:
        await engine.dispose()
    return Restored(rows["agent_conversations"], rows["agent_messages"], rows["agent_memories"])


async def _contents(source: _Source) -> tuple[frozenset[str], str]:
    """Return the tables and sequences with data in a backup, and its schema's revision."""
    file = source.file
    try:
        file.open("rb").close()
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    entries = [_ENTRY.fullmatch(line) async for line in _lines(source, "--list")]
    names = frozenset(entry[1].decode() for entry in entries if entry)
    if VERSION_TABLE not in names:
        raise StartError(f"{file} isn't a Keepsake backup. Nothing was changed.")
    script = [line async for line in _script(source, VERSION_TABLE)]
    return names, b"".join(line for line in script if re.fullmatch(rb"\w+", line)).decode()


def _script(source: _Source, name: str) -> AsyncGenerator[bytes, None]:
    """Yield the lines of the script that fills a table or sets a sequence."""
    return _lines(source, "--data-only", f"--table={name}", "--file=-")


async def _lines(source: _Source, *arguments: str) -> AsyncGenerator[bytes, None]:
    """Yield the lines written by pg_restore, without their ends. Raises StartError if the file is damaged.

    https://www.postgresql.org/docs/18/app-pgrestore.html
    """
    program = own_programs() / "pg_restore"
    process = await asyncio.create_subprocess_exec(
        program,
        *arguments,
        source.archive,
        stdout=PIPE,
        stderr=DEVNULL,
        pass_fds=_descriptors(source.archive),
        env=environment.of_child(),
    )
    try:
        rest = b""
        while process.stdout and (piece := await process.stdout.read(_PIECE_BYTES)):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                yield line
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise StartError(f"{source.file} isn't a Keepsake backup, or it is damaged. Nothing was changed.")


def _descriptors(file: Path) -> tuple[int, ...]:
    """Return the descriptor of a file below /dev/fd, for a program to inherit; it is read or written from its start."""
    if file.parent != _OPEN_FILES:
        return ()
    descriptor = int(file.name)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return (descriptor,)


async def _clear(connection: AsyncConnection, *, replace: bool) -> None:
    """Drop our tables and functions. Raises StartError if a bot runs, or if there is data and not `replace`."""
    await connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'"))
    # Migrations take this lock: a bot that starts waits for it until the restore has ended.
    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    if await connection.scalar(_BOTS, {"lock_class": LOCK_CLASS}):
        raise StartError("Keepsake is running on this database. Stop it first. Nothing was changed.")
    ours = _tables()
    there = [name for name in await connection.run_sync(_relations) if name in ours]
    for name in there:
        full = name != VERSION_TABLE and await connection.scalar(text(f'SELECT EXISTS (SELECT FROM "{name}")'))  # noqa: S608 - a name of ours
        if full and not replace:
            raise StartError(
                "The database isn't empty. Use --replace to delete Keepsake's data there first. Nothing was changed."
            )
    if there:
        await connection.execute(text(f"DROP TABLE {', '.join(there)}"))
    await connection.execute(text(f"DROP FUNCTION IF EXISTS {', '.join(FUNCTIONS)}"))


def _relations(connection: Connection) -> list[str]:
    """Return the names of all tables, referenced ones first, and of all sequences."""
    inspector = inspect(connection)
    tables = [name for name, _ in inspector.get_sorted_table_and_fkc_names() if name]
    return tables + inspector.get_sequence_names()


async def _fill(connection: AsyncConnection, source: _Source, name: str) -> int:
    """Copy a table's rows from the file and return their number, or set a sequence."""
    rows = 0
    async with aclosing(_script(source, name)) as lines:
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
            if line == _END_OF_ROWS:
                break
            await copy.write(line + b"\n")
            rows += 1
    return rows
