"""Which tables and functions are ours, and whether this Keepsake knows how they are made."""

from typing import Final

from bot.database.check import DatabaseState, look
from bot.database.engine import address
from bot.database.migrate import revisions
from bot.database.tables import Base
from bot.errors import StartError

VERSION_TABLE: Final = "alembic_version"
"""Where alembic keeps the revision of the others."""
TABLES: Final = (VERSION_TABLE, *Base.metadata.tables)
FUNCTIONS: Final = ("agent_words_apart",)
"""What migrations make besides."""


async def examined(url: str) -> DatabaseState:
    """Look at the database. Raises StartError if it can't be used, or if a newer Keepsake made what is in it."""
    readable = address(url).render_as_string(hide_password=False)
    try:
        state = await look(readable)
    except StartError as error:
        raise StartError(
            f"The database can't be used ({error}): check DATABASE_URL, and that its server runs."
        ) from error
    if not state.knows_revision:
        raise StartError(
            f"The database was made by a newer Keepsake (its revision is {state.revision}, the newest this one knows"
            f" is {state.newest_revision}): use that Keepsake, or another database. Nothing was changed."
        )
    return state


def knows(revision: str) -> bool:
    """Tell whether there is a migration to this revision."""
    return revision in revisions()
