"""The data folder and the database."""

import os
import shutil
from collections.abc import AsyncIterator
from typing import Final

from bot.command_line.doctor.report import Finding, ok, problem, warning
from bot.command_line.doctor.surroundings import Setup
from bot.database.check import DatabaseState, look, place
from bot.database.migrate import OLDEST_MAJOR
from bot.errors import StartError
from bot.opening import database_url, default_data_dir

_LOW_DISK_BYTES: Final = 500 * 2**20
_GIGABYTE: Final = 2**30


async def data_folder(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the data folder can be used, and how much space is left on its disk."""
    folder = setup.settings.data_dir or default_data_dir()
    if setup.settings.database_url and setup.settings.telegram_bot_token:
        return
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(there).free if there.is_dir() and os.access(there, os.W_OK | os.X_OK) else 0
    except OSError:
        free = 0
    found = f"{folder}, {free / _GIGABYTE:.1f} GB free"
    if not free:
        yield problem("data folder", f"{folder} can't be written, or is full. Set DATA_DIR to a folder of your own.")
    elif free < _LOW_DISK_BYTES:
        yield warning("data folder", f"{found}. Free some space, or set DATA_DIR to another disk.")
    else:
        yield ok("data folder", found)


async def database(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the database can be reached, and whether the bot can work with it."""
    settings = setup.settings
    set_url = settings.database_url.get_secret_value() if settings.database_url else ""
    where = "DATABASE_URL" if set_url else "embedded"
    if not set_url and not ((settings.data_dir or default_data_dir()) / "postgres").exists():
        yield ok("database", "embedded PostgreSQL, created at the first start")
        return
    try:
        where = place(set_url) if set_url else where
        async with database_url(settings) as url:
            state = await look(url)
    except StartError as error:
        yield problem("database", f"{where}: {error}{'. Check DATABASE_URL and its server.' if set_url else ''}")
        return
    yield _server(state, f"PostgreSQL {state.version}, {where}")
    yield _schema(state)
    if settings.search_language not in state.languages:
        found = f"PostgreSQL doesn't know the language {settings.search_language!r}"
        yield problem("search", f"{found}. Set SEARCH_LANGUAGE to one of {', '.join(sorted(state.languages))}.")
    if settings.embedding_model and not state.has_vectors:
        found = "pgvector 0.7 is missing, so EMBEDDING_MODEL has no effect and search goes by words only"
        yield warning("search", f"{found}. Install that version or a newer one on the database server.")
    if state.set_aside:
        yield warning("inbox", f"updates set aside after repeated failures: {state.set_aside}. See telegram_updates.")
    if state.refused:
        found = f"messages refused by Telegram: {state.refused}"
        yield warning("outbox", f"{found}. The user may have blocked the bot. See telegram_messages.")


def _server(state: DatabaseState, server: str) -> Finding:
    if state.is_too_old:
        return problem("database", f"{server}: too old. Keepsake needs {OLDEST_MAJOR} or newer.")
    if state.is_read_only:
        return problem("database", f"{server}: read-only. Set DATABASE_URL to the primary server.")
    if not state.may_write:
        return problem("database", f"{server}: the role may not write. Use the role that owns the database.")
    return ok("database", server)


def _schema(state: DatabaseState) -> Finding:
    if not state.knows_revision:
        return problem("schema", "from a newer Keepsake. Run that version, or set DATABASE_URL to another database.")
    if state.is_up_to_date:
        return ok("schema", f"up to date ({state.revision})")
    found = f"out of date ({state.revision})" if state.revision else "no tables yet"
    return warning("schema", f"{found}. The next start or `make migrate` brings it up to date.")
