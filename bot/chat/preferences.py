"""What owners have set for themselves."""

from dataclasses import replace
from typing import Any

from bot.database import owners as stored
from bot.database.engine import Database, Transaction
from bot.values.owner import Owner
from bot.values.preferences import OwnerPreferences


class Preferences:
    """Each owner's preferences.

    The database holds them. They are read at the start, as each turn needs them.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of: dict[Owner, OwnerPreferences] = {}

    async def load(self, bot_id: int) -> None:
        """Read the preferences of a bot's users, waiting while the database is unavailable."""
        self._of |= await self._database.retry(lambda tx: stored.all_preferences(tx, bot_id))

    def of(self, owner: Owner) -> OwnerPreferences:
        """Return an owner's preferences."""
        return self._of.get(owner, OwnerPreferences())

    async def change(self, tx: Transaction, owner: Owner, **values: Any) -> OwnerPreferences:
        """Change some of an owner's preferences, in the caller's transaction; return all of them."""
        preferences = replace(await stored.preferences(tx, owner), **values)
        await stored.change(tx, owner, **values)
        tx.on_rollback.callback(self._of.__setitem__, owner, self.of(owner))
        self._of[owner] = preferences
        return preferences

    def forget(self, owner: Owner) -> None:
        """Drop the preferences of an owner whose data is erased."""
        self._of.pop(owner, None)
