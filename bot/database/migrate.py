"""Bring the database's schema up to date."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from bot.database.engine import address, objection
from bot.errors import StartError

OLDEST_MAJOR: Final = 15
"""The oldest PostgreSQL that will do."""

MIGRATION_LOCK: Final = 0x4B656570
"""The key ("Keep") of the advisory lock under which the schema changes: two bots that start at once take turns."""

_PROJECT = Path(__file__).resolve().parents[2]


def alembic_config(url: str) -> Config:
    """Return alembic's configuration, as in pyproject.toml, for the database at `url`."""
    config = Config(toml_file=_PROJECT / "pyproject.toml")
    config.attributes["url"] = url
    return config


def upgrade(url: str) -> None:
    """Migrate the database at `url` to the newest revision; nothing happens when it is there already.

    Raises DatabaseUnavailable when it can't be reached, and StartError when it can't be used.
    """
    config, engine = alembic_config(url), create_engine(address(url), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            _check_version(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:  # alembic doesn't know the schema's revision
        raise StartError(
            "The database's tables are a newer Keepsake's: run that one, or let DATABASE_URL name another database."
        ) from error
    except SQLAlchemyError as error:
        raise objection(error) from error


def _check_version(connection: Connection) -> None:
    version = connection.dialect.server_version_info or (0,)
    if int(version[0]) < OLDEST_MAJOR:
        raise StartError(
            f"PostgreSQL {'.'.join(map(str, version))} is too old, as Keepsake needs {OLDEST_MAJOR} or newer: "
            "let DATABASE_URL name a newer server."
        )
