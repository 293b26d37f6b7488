"""What users have set for themselves, and the languages in which Keepsake speaks to them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from bot.kit.language import DEFAULT, known, speaking_to
from bot.kit.owner import Owner
from bot.kit.zones import in_zone
from bot.store.engine import Database, Transaction
from bot.turns.store import owners as stored
from bot.turns.store.owners import OwnerLanguages
from bot.turns.values.people import OwnerPreferences


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


class Languages:
    """Each user's language: the one they chose, else that of their Telegram app, else English; and their time zone.

    The database holds them. They are read at the start, as everything that is said is said in one.
    """

    def __init__(self, database: Database, preferences: Preferences) -> None:
        self._database = database
        self._preferences = preferences
        self._of: dict[Owner, OwnerLanguages] = {}
        self.changed = asyncio.Event()
        """Set when an owner has chosen a language, or none."""

    async def load(self, bot_id: int) -> None:
        """Read the languages of a bot's users, waiting while the database is unavailable.

        One that Keepsake doesn't speak, as another version may have stored it, counts as none.
        """
        read = await self._database.retry(lambda tx: stored.all_languages(tx, bot_id))
        self._of |= {owner: OwnerLanguages(*map(known, its)) for owner, its in read.items()}

    def of(self, owner: Owner) -> str:
        """Return the code of an owner's language."""
        its = self._of.get(owner, OwnerLanguages())
        return its.chosen or its.of_telegram or DEFAULT

    def chosen_by(self, owner: Owner) -> str | None:
        """Return the code of the language that an owner has chosen, if any."""
        return self._of.get(owner, OwnerLanguages()).chosen

    def zone(self, owner: Owner) -> str | None:
        """Return the time zone that an owner has set, if any."""
        return self._preferences.of(owner).timezone

    @contextmanager
    def spoken(self, owner: Owner) -> Iterator[None]:
        """Speak an owner's language during the block, by the clock of their time zone."""
        with speaking_to(self.of(owner)), in_zone(self.zone(owner)):
            yield

    def hear(self, owner: Owner, tag: str | None) -> bool:
        """Take the language of an owner's Telegram app, by its IETF tag (Bot API, User.language_code).

        Return whether it is new, and to be stored with `note`.
        """
        its, code = self._of.get(owner, OwnerLanguages()), known(tag)
        if code is None or code == its.of_telegram:
            return False
        self._of[owner] = its._replace(of_telegram=code)
        return True

    async def note(self, owner: Owner) -> None:
        """Store what was heard of an owner, waiting while the database is unavailable; nothing once it is erased."""

        async def store(tx: Transaction) -> None:
            if its := self._of.get(owner):
                await stored.change(tx, owner, telegram_language=its.of_telegram)

        await self._database.retry(store, single=False)

    @property
    def chosen(self) -> dict[Owner, str]:
        """The languages that owners have chosen."""
        return {owner: its.chosen for owner, its in self._of.items() if its.chosen}

    def forget(self, owner: Owner) -> None:
        """Drop the language that an owner chose, whose data is erased; their Telegram app's is heard again."""
        self._of.pop(owner, None)
        self.changed.set()

    async def choose(self, tx: Transaction, owner: Owner, code: str | None) -> None:
        """Set an owner's language, or let their Telegram app decide, in the caller's transaction."""
        await stored.change(tx, owner, language=code)
        tx.on_rollback.callback(self._choose, owner, self.chosen_by(owner))
        self._choose(owner, code)

    def _choose(self, owner: Owner, code: str | None) -> None:
        self._of[owner] = self._of.get(owner, OwnerLanguages())._replace(chosen=code)
        self.changed.set()
