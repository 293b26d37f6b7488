"""Who may use a bot: the people whom the settings list, and those who were let in by a link."""

import asyncio
from collections.abc import Collection, Iterator, Sequence

from bot.store.engine import Database
from bot.turns.store import people as stored
from bot.turns.values.people import Person


class People(Collection[int]):
    """The ids of all who may use a bot now.

    The database holds those who were let in. They are read at the start and after each change.
    """

    def __init__(self, database: Database, bot_id: int, listed: Collection[int]) -> None:
        self._database = database
        self._bot_id = bot_id
        self.listed = frozenset(listed)
        """The ids in the settings. Each of them is an owner."""
        self.admitted: Sequence[Person] = ()
        """Those who were let in, in the order they came, without those whom the settings list."""
        self._ids = self.listed
        self._loading = asyncio.Lock()

    def __contains__(self, user_id: object) -> bool:
        return user_id in self._ids

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._ids))

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def has_owner(self) -> bool:
        """Whether anybody can let others in."""
        return bool(self.listed) or any(person.is_owner for person in self.admitted)

    def is_owner(self, user_id: int) -> bool:
        """Tell whether a person is an owner now, who can let others in and use what is the host's own."""
        return user_id in self.listed or any(it.is_owner for it in self.admitted if it.user_id == user_id)

    async def load(self) -> None:
        """Read those who were let in, waiting while the database is unavailable."""
        async with self._loading:  # what was read before a change must not take the place of what was read after it
            admitted = await self._database.retry(lambda tx: stored.of_bot(tx, self._bot_id))
            self.admitted = [person for person in admitted if person.user_id not in self.listed]
            self._ids = self.listed.union(person.user_id for person in self.admitted)

    async def invite_owner(self) -> str | None:
        """Return a new code that makes a person the owner, None if there is one; earlier ones end."""
        if self.has_owner:
            await self._database.retry(lambda tx: stored.close(tx, self._bot_id))
            return None
        return await self._database.retry(lambda tx: stored.invite_owner(tx, self._bot_id), single=False)
