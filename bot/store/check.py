"""Examination of a database for the doctor and the start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ARRAY, String, bindparam, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.store.engine import address, words_of
from bot.store.migrate import IS_MIGRATED, OLDEST_MAJOR, REVISION, newest_revision, refusal, revisions
from bot.store.tables import Base

LANGUAGES: Final = text("SELECT CAST(cfgname AS text) FROM pg_ts_config ORDER BY cfgname")
IS_POSSIBLE: Final = text("""
SELECT EXISTS (
    SELECT FROM pg_available_extension_versions WHERE name = 'vector'
    AND CAST(string_to_array(substring(version FROM '^[0-9.]+[0-9]'), '.') AS integer[]) >= '{0,7}'
    AND (installed OR NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AND (
        current_setting('is_superuser') = 'on'
        OR trusted AND has_database_privilege(current_database(), 'CREATE')
    ))
)
""")
"""Whether pgvector is or can be installed with half-precision vectors (since 0.7)."""
_CONNECT_SECONDS: Final = 10

_SERVER: Final = text(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS version,"
    " current_setting('server_version_num')::int / 10000 AS major,"
    " current_setting('transaction_read_only') = 'on' AS is_read_only"
)
_MAY_WRITE: Final = text(
    "SELECT bool_and(has_table_privilege(to_regclass(name), privilege)) "
    "FROM unnest(:tables) AS name, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege"
).bindparams(bindparam("tables", type_=ARRAY(String)))
_DEAD_LETTERS: Final = text("SELECT count(*) FROM telegram_updates WHERE problem IS NOT NULL")
_REFUSED: Final = text("SELECT count(*) FROM telegram_messages WHERE state = 'refused'")
_PEOPLE: Final = text("SELECT bot_id, user_id, is_owner FROM agent_people")
_MAY_CREATE: Final = text("SELECT has_schema_privilege(current_schema(), 'CREATE')")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseState:
    """A database's version ("18.4"), its schema, and the rights of our role."""

    version: str
    major: int
    revision: str
    """Revision of the schema; empty before the first migration."""
    newest_revision: str
    knows_revision: bool
    """Whether this Keepsake knows the revision; otherwise a newer or an earlier one made it."""
    is_read_only: bool
    may_write: bool
    """Whether our role may write to the tables, or create them if there are none."""
    dead_letters: int = 0
    """Number of dead letters: updates that failed repeatedly or couldn't be read."""
    refused: int = 0
    """Number of messages that Telegram refused for good."""
    people: Mapping[Owner, bool] | None = None
    """Those who were let in by a link, and whether they are owners of their bots; None if they can't be read."""
    languages: frozenset[str] = frozenset()
    """Languages of its text search."""
    has_vectors: bool = False
    """Whether pgvector is or can be installed."""

    @property
    def is_up_to_date(self) -> bool:
        """Whether the schema has the newest revision."""
        return self.revision == self.newest_revision

    @property
    def is_too_old(self) -> bool:
        """Whether this PostgreSQL is older than Keepsake needs."""
        return self.major < OLDEST_MAJOR


def place(url: str) -> str:
    """Return a database's host, port and name, without secrets. Raises StartError."""
    try:
        parts = make_url(url)
    except (SQLAlchemyError, ValueError):  # its message may quote a part of the password
        raise StartError("its address can't be read: check its port and its escapes") from None
    host = parts.host or parts.query.get("host") or "this machine"
    named = host if isinstance(host, str) else ", ".join(host)
    return f"{named}{f':{parts.port}' if parts.port else ''}/{parts.database or ''}"


async def examined(url: str) -> DatabaseState:
    """Examine the database. Raises StartError if it can't be used, or if its revision is unknown."""
    readable = address(url).render_as_string(hide_password=False)
    try:
        state = await look(readable)
    except StartError as error:
        raise StartError(
            f"The database can't be used ({error}). Check DATABASE_URL, and whether its server runs."
        ) from error
    if not state.knows_revision:
        raise StartError(f"{refusal(state.revision)} Nothing was changed.")
    return state


async def look(url: str) -> DatabaseState:
    """Connect and examine the database without a change. Raises StartError with the connection error."""
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"connect_timeout": _CONNECT_SECONDS})
    try:
        async with engine.connect() as connection:
            return await _state(connection)
    except SQLAlchemyError as error:
        raise StartError(words_of(error)) from error
    finally:
        await engine.dispose()


async def _state(connection: AsyncConnection) -> DatabaseState:
    revision = str(await connection.scalar(REVISION) or "") if await connection.scalar(IS_MIGRATED) else ""
    tables = [f'"{table.name}"' for table in Base.metadata.sorted_tables]
    question, parameters = (_MAY_WRITE, {"tables": tables}) if revision else (_MAY_CREATE, {})
    newest = newest_revision()
    may_write = bool(await connection.scalar(question, parameters))
    is_readable = may_write and revision == newest
    return DatabaseState(
        **(await connection.execute(_SERVER)).one()._asdict(),
        revision=revision,
        newest_revision=newest,
        knows_revision=not revision or revision in revisions(),
        may_write=may_write,
        dead_letters=await connection.scalar(_DEAD_LETTERS) or 0 if is_readable else 0,
        refused=await connection.scalar(_REFUSED) or 0 if is_readable else 0,
        people={Owner(*row): is_owner for *row, is_owner in await connection.execute(_PEOPLE)} if is_readable else None,
        languages=frozenset(await connection.scalars(LANGUAGES)),
        has_vectors=bool(await connection.scalar(IS_POSSIBLE)),
    )
