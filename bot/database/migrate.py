"""Migrations of the database's schema."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from bot.database.engine import address, objection
from bot.errors import StartError

OLDEST_MAJOR: Final = 15
"""Oldest supported major version of PostgreSQL."""

MIGRATION_LOCK: Final = 0x4B656570
"""Key ("Keep") of the advisory lock for migrations, so that two bots that start at once take turns."""

_PROJECT = Path(__file__).resolve().parents[2]
REVISION: Final = text("SELECT version_num FROM alembic_version")
IS_MIGRATED: Final = text("SELECT to_regclass('alembic_version') IS NOT NULL")

if TYPE_CHECKING:
    from alembic.config import Config


def alembic_config(at: str | Connection) -> "Config":
    """Return alembic's configuration, as in pyproject.toml, for the database at an address or a connection."""
    from alembic.config import Config  # noqa: PLC0415 - most starts don't need alembic, which takes 10 MB

    config = Config(toml_file=_PROJECT / "pyproject.toml")
    config.attributes["url" if isinstance(at, str) else "connection"] = at
    return config


def upgrade(url: str) -> None:
    """Migrate the database at `url` to the newest revision, if necessary.

    Raises DatabaseUnavailable if it can't be reached, and StartError if it can't be used.
    """
    engine = create_engine(address(url), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            version = connection.dialect.server_version_info or (0,)
            if int(version[0]) < OLDEST_MAJOR:
                raise StartError(
                    f"PostgreSQL {'.'.join(map(str, version))} is too old, as Keepsake needs {OLDEST_MAJOR} or newer: "
                    "let DATABASE_URL name a newer server."
                )
            if not connection.scalar(IS_MIGRATED) or connection.scalar(REVISION) != newest_revision():
                migrate(connection)
    except SQLAlchemyError as error:
        raise objection(error) from error


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate the database to a revision, in the connection's transaction. Raises StartError for a newer schema."""
    from alembic import command  # noqa: PLC0415 - as above
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        command.upgrade(alembic_config(connection), revision)
    except CommandError as error:  # alembic doesn't know the schema's revision
        raise StartError(
            "The database's tables are a newer Keepsake's: run that one, or let DATABASE_URL name another database."
        ) from error


def revisions() -> list[str]:
    """Return all revisions in order, from their file names."""
    return sorted(file.name.partition("_")[0] for file in (_PROJECT / "migrations" / "versions").glob("*_*.py"))


def newest_revision() -> str:
    """Return the newest revision."""
    return revisions()[-1]
