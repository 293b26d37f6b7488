"""Bring the database's schema up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import StartError

_PROJECT = Path(__file__).resolve().parents[2]


def alembic_config(url: str) -> Config:
    """Return alembic's configuration, as in pyproject.toml, for the database at `url`."""
    config = Config(toml_file=_PROJECT / "pyproject.toml")
    config.attributes["url"] = url
    return config


def upgrade(url: str) -> None:
    """Migrate the database at `url` to the newest revision; nothing happens when it is there already.

    Raises StartError when the database can't be used.
    """
    try:
        command.upgrade(alembic_config(url), "head")
    except ValueError:  # its own words may quote a part of the password
        raise StartError(
            "DATABASE_URL can't be used, as its address can't be read: check its port and its escapes."
        ) from None
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
        raise StartError(
            f"The database can't be used ({said.splitlines()[0]}): check DATABASE_URL, and that its server runs."
        ) from error
