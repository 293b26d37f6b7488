"""The data folder and the database."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.app import database_url, default_data_dir
from bot.command_line.doctor.report import Finding, Mark, Tell
from bot.database.check import DatabaseState, look, place
from bot.database.migrate import OLDEST_MAJOR
from bot.errors import StartError
from bot.settings import Settings

_LOW_DISK_BYTES: Final = 500 * 2**20
_GIGABYTE: Final = 2**30


def data_folder(settings: Settings, tell: Tell) -> None:
    """Look at the data folder, if it is used: whether it is there, and how much fits on its disk."""
    if settings.database_url and settings.telegram_bot_token:
        return
    folder = settings.data_dir or default_data_dir()
    try:
        is_there = folder.exists()
        disk = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(disk).free
    except OSError as error:
        tell(Finding(Mark.PROBLEM, "data folder", f"{folder}: {error.strerror}: set DATA_DIR to a folder of your own"))
        return
    room = f"{free / _GIGABYTE:.1f} GB free"
    if not (disk.is_dir() and free and os.access(disk, os.W_OK | os.X_OK)):
        found = f"{folder} can't be used, as {disk} is no folder to write in"
        tell(Finding(Mark.PROBLEM, "data folder", f"{found}: set DATA_DIR to a folder of your own"))
    elif free < _LOW_DISK_BYTES:
        tell(Finding(Mark.WARNING, "data folder", f"{folder}: only {room}: make room, or set another DATA_DIR"))
    elif is_there:
        tell(Finding(Mark.OK, "data folder", f"{folder}, {room}"))
    else:
        tell(Finding(Mark.OK, "data folder", f"{folder} is made at the first start, {room}"))


async def database(settings: Settings, tell: Tell) -> None:
    """Look at the database: whether it is reached, recent enough, up to date, and ours to write to."""
    set_url = settings.database_url.get_secret_value() if settings.database_url else ""
    folder = settings.data_dir or default_data_dir()
    if not set_url and not _was_made(folder):
        tell(Finding(Mark.OK, "database", "the embedded PostgreSQL is made at the first start"))
        return
    where = "DATABASE_URL"
    try:
        where = place(set_url) if set_url else "the embedded one"
        async with database_url(settings) as url:
            state = await look(url)
    except StartError as error:
        way_out = ": check DATABASE_URL, and that its server runs" if set_url else ""
        tell(Finding(Mark.PROBLEM, "database", f"{where}: {error}{way_out}"))
        return
    tell(_database(state, where))
    tell(_schema(state))
    if settings.search_language not in state.languages:
        known = ", ".join(sorted(state.languages))
        found = f"PostgreSQL has no {settings.search_language!r}: give SEARCH_LANGUAGE one of {known}"
        tell(Finding(Mark.PROBLEM, "search", found))
    if settings.embedding_model and not state.has_vectors:
        found = "no pgvector 0.7, so that EMBEDDING_MODEL has no effect and what was said is found by its words alone"
        tell(Finding(Mark.WARNING, "search", f"{found}: install it on that server, or a newer one"))
    for finding in _left(state):
        tell(finding)


def _was_made(folder: Path) -> bool:
    try:
        return (folder / "postgres").exists()
    except OSError:
        return True  # its start tells what is wrong


def _database(state: DatabaseState, where: str) -> Finding:
    if state.is_too_old:
        return Finding(
            Mark.PROBLEM,
            "database",
            f"PostgreSQL {state.version} at {where} is too old: Keepsake needs {OLDEST_MAJOR} or newer",
        )
    if state.is_read_only or not state.may_write:
        why = "it is read-only" if state.is_read_only else "our role may not write there"
        way_out = "let DATABASE_URL name its primary server, and the role that owns the database"
        return Finding(Mark.PROBLEM, "database", f"PostgreSQL {state.version} at {where}: {why}: {way_out}")
    return Finding(Mark.OK, "database", f"PostgreSQL {state.version}, {where}")


def _left(state: DatabaseState) -> Iterator[Finding]:
    """Tell what could not be handled and what could not be sent, if there is any."""
    if state.set_aside:
        updates = "1 update was" if state.set_aside == 1 else f"{state.set_aside} updates were"
        found = f"{updates} set aside, as handling failed again and again"
        yield Finding(Mark.WARNING, "inbox", f"{found}: look for it in the log; telegram_updates keeps it")
    if state.refused:
        messages = "1 message was" if state.refused == 1 else f"{state.refused} messages were"
        way_out = "whoever misses one may have blocked the bot; telegram_messages has the reasons"
        yield Finding(Mark.WARNING, "outbox", f"{messages} refused by Telegram: {way_out}")


def _schema(state: DatabaseState) -> Finding:
    if not state.knows_revision:
        return Finding(
            Mark.PROBLEM, "schema", "a newer Keepsake made it: run that one, or let DATABASE_URL name another database"
        )
    if state.is_up_to_date:
        return Finding(Mark.OK, "schema", f"up to date ({state.revision})")
    found = f"of an older Keepsake ({state.revision})" if state.revision else "not there yet"
    return Finding(Mark.WARNING, "schema", f"{found}: the next start brings it up to date, or `make migrate` now")
