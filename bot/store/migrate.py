"""Migrations of the database's schema."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from bot.kit.errors import StartError
from bot.kit.program import ROOT
from bot.store.engine import address, objection

OLDEST_MAJOR: Final = 15
"""Oldest supported major version of PostgreSQL."""

MIGRATION_LOCK: Final = 0x4B656570
"""Key ("Keep") of the advisory lock for migrations, so that two bots that start at once take turns."""

UPGRADING_COMMIT: Final = "3720ee2"
"""Commit of Keepsake that upgrades databases from before the first migration."""

_FOLDERS: Final = (ROOT / "migrations", ROOT / "bot" / "migrations")
"""Folders of the migrations: in a clone, and in a wheel."""
REVISION: Final = text("SELECT version_num FROM alembic_version")
IS_MIGRATED: Final = text("SELECT to_regclass('alembic_version') IS NOT NULL")

log = structlog.get_logger()

if TYPE_CHECKING:
    from alembic.config import Config


def alembic_config(at: str | Connection) -> "Config":
    """Return alembic's configuration for the database at an address or a connection."""
    from alembic.config import Config  # noqa: PLC0415 - most starts don't need alembic, which takes 10 MB

    config = Config()
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
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
                    f"PostgreSQL {'.'.join(map(str, version))} is too old: Keepsake needs {OLDEST_MAJOR} or newer. "
                    "Set DATABASE_URL to a newer server."
                )
            revision = connection.scalar(REVISION) if connection.scalar(IS_MIGRATED) else None
            if revision:
                if revision == newest_revision():
                    return
                if revision not in revisions():
                    raise StartError(refusal(revision))
                log.info("updating the database; this may take a while")
            migrate(connection)
    except SQLAlchemyError as error:
        raise objection(error) from error


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate the database to a revision, in the connection's transaction."""
    from alembic import command  # noqa: PLC0415 - as above

    command.upgrade(alembic_config(connection), revision)


def refusal(revision: str) -> str:
    """Return why a database whose revision is unknown can't be used."""
    if not revision.isdecimal():
        return (
            f"The database is another program's (revision {revision} in alembic_version). Set DATABASE_URL to another"
            " database."
        )
    if is_earlier(revision):
        return (
            f"The database is from an earlier Keepsake (revision {revision}). Start Keepsake once at commit"
            f" {UPGRADING_COMMIT}, which upgrades it, then start this version again."
        )
    return (
        f"The database is from a newer Keepsake (revision {revision}). Run that version, or set DATABASE_URL to"
        " another database."
    )


def is_earlier(revision: str) -> bool:
    """Return whether a revision is from before the first migration."""
    return revision < revisions()[0]


def revisions() -> list[str]:
    """Return all revisions in order, from their file names."""
    return sorted(file.name.partition("_")[0] for file in (_folder() / "versions").glob("*_*.py"))


def _folder() -> Path:
    return next(it for it in _FOLDERS if (it / "env.py").exists())


def newest_revision() -> str:
    """Return the newest revision."""
    return revisions()[-1]
