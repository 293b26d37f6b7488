"""The database server, its schema, and what waits there for a person."""

from collections.abc import AsyncIterator

from bot.command_line.doctor.report import Finding, Setup, ok, problem, warning
from bot.database.check import DatabaseState, look, place
from bot.database.migrate import OLDEST_MAJOR, refusal
from bot.errors import StartError
from bot.opening import database_url
from bot.program import command


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
