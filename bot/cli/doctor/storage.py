"""What is stored on this machine and in the database: settings, files, and whether the bot can work with them."""

import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator
from typing import Final

from bot.app.opening import database_url
from bot.cli.doctor.report import Finding, Setup, ok, problem, warning
from bot.kit.errors import StartError
from bot.kit.program import command
from bot.kit.settings import ENV_FILE, Settings
from bot.store.check import DatabaseState, look, place
from bot.store.migrate import OLDEST_MAJOR, refusal

_LOW_DISK_BYTES: Final = 500 * 2**20
_GIGABYTE: Final = 2**30


async def env_file(_: Setup) -> AsyncIterator[Finding]:
    """Check who can read `.env`, and whether all its names are settings."""
    if not ENV_FILE.exists():
        yield ok(".env", f"no {ENV_FILE.absolute()}, only environment variables are used")
        return
    is_open = bool(stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077)
    unknown = ", ".join(Settings.unknown_in())
    if is_open:
        yield warning(".env", f"other users of this machine can read it. Run `chmod 600 {ENV_FILE}`.")
    if unknown:
        yield warning(".env", f"not a setting: {unknown}. Check the spelling.")
    if removed := ", ".join(Settings.removed_in()):
        yield warning(".env", f"no longer a setting: {removed}. Take it out.")
    if not (is_open or unknown or removed):
        yield ok(".env", f"{ENV_FILE.absolute()}, only you can read it, and all its names are settings")


async def disk(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the data folder can be used, and how much space is left on its disk."""
    if setup.settings.database_url and not setup.settings.practises:
        return
    folder = setup.settings.data_folder
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(there).free if there.is_dir() and os.access(there, os.W_OK | os.X_OK) else 0
    except OSError:
        free = 0
    found = f"{folder}, {free / _GIGABYTE:.1f} GB free"
    if not free:
        yield problem(
            "data folder",
            f"{folder} can't be written, or is full. Free some space, or set DATA_DIR to a folder of your own.",
        )
    elif free < _LOW_DISK_BYTES:
        yield warning("data folder", f"{found}. Free some space, or set DATA_DIR to another disk.")
    else:
        yield ok("data folder", found)


async def mirror(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the copy of memories and notes can be written, and who can read it."""
    folder = setup.settings.mirror_dir
    if folder is None:
        return
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        with tempfile.TemporaryDirectory(
            dir=there, prefix=".keepsake-new-"
        ):  # root may write anywhere, they say of /proc
            can_write = True
        is_open = there == folder and bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)
    except OSError:
        can_write = is_open = False
    if not can_write:
        yield problem("mirror", f"{folder} can't be written. Set MIRROR_DIR to a folder of your own.")
    elif is_open:
        yield warning("mirror", f"other users of this machine can see {folder}. Run `chmod 700 {folder}`.")
    else:
        yield ok("mirror", f"memories and notes are copied to {folder}")


async def database(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the database can be reached, and whether the bot can work with it."""
    settings = setup.settings
    set_url = settings.database_url.get_secret_value() if settings.database_url else ""
    where, way_out = ("DATABASE_URL", ". Check DATABASE_URL and its server.") if set_url else ("embedded", "")
    if not set_url and not (settings.data_folder / "postgres").exists():
        setup.people = {}
        yield ok("database", "embedded PostgreSQL, created at the first start")
        return
    try:
        where = place(set_url) if set_url else where
        async with database_url(settings) as url:
            state = await look(url)
            setup.people = state.people
    except StartError as error:
        yield problem("database", f"{where}: {error}{way_out}")
        return
    yield _server(state, f"PostgreSQL {state.version}, {where}")
    yield _schema(state)
    if settings.search_language not in state.languages:
        found = f"PostgreSQL doesn't know the language {settings.search_language!r}"
        yield problem("search", f"{found}. Set SEARCH_LANGUAGE to one of {', '.join(sorted(state.languages))}.")
    if settings.embedding_model and not state.has_vectors:
        found = "pgvector 0.7 is missing, so EMBEDDING_MODEL has no effect and search goes by words only"
        yield warning("search", f"{found}. Install that version or a newer one on the database server.")
    if state.dead_letters:
        yield warning("inbox", f"updates given up after repeated failures: {state.dead_letters}. See telegram_updates.")
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
        return problem("schema", refusal(state.revision))
    if state.is_up_to_date:
        return ok("schema", f"up to date ({state.revision})")
    found = f"out of date ({state.revision})" if state.revision else "no tables yet"
    return warning("schema", f"{found}. The next start updates it, or run `{command('migrate')}`.")
