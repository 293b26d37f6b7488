"""Who may use a bot: the people whom the settings list, those who were let in by a link, and the groups it serves."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.database import groups as stored_groups
from bot.database import people as stored
from bot.database.engine import Database, Transaction
from bot.values.groups import Group
from bot.values.owner import Owner
from bot.values.people import Person


class People(Collection[int]):
    """The ids of all who may use a bot now: of people, and of groups, which are negative.

    The database holds those who were let in, and the groups. They are read at the start and after each change. A group
    is served if groups are allowed at all, and its manager may use the bot.
    """

    def __init__(
        self, database: Database, bot_id: int, listed: Collection[int], *, allows_groups: bool = False
    ) -> None:
        self._database = database
        self._bot_id = bot_id
        self.allows_groups = allows_groups
        self.groups: Mapping[int, Group] = {}
        """The groups that are served, by their ids."""
        self.listed = frozenset(listed)
        """The ids in the settings. Each of them is an owner."""
        self.admitted: Sequence[Person] = ()
        """Those who were let in, in the order they came, without those whom the settings list."""
        self._ids = self._persons = self.listed
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
        """Tell whether a person can let others in."""
        return user_id in self.listed or any(it.is_owner for it in self.admitted if it.user_id == user_id)

    def owner_in(self, chat_id: int) -> Owner:
        """Return whose memories and conversations are used in a chat; a private chat has its user's id."""
        group = self.groups.get(chat_id)
        return group.owner if group else Owner(self._bot_id, chat_id)

    def may_add(self, user_id: int) -> bool:
        """Tell whether the bot serves the groups to which somebody adds it."""
        return self.allows_groups and user_id in self._persons

    async def load(self) -> None:
        """Read those who were let in, and the groups, waiting while the database is unavailable."""
        async with self._loading:  # what was read before a change must not take the place of what was read after it
            await self._load()

    async def _load(self) -> None:
        admitted, groups = await self._database.retry(self._read, single=False)
        self.admitted = [person for person in admitted if person.user_id not in self.listed]
        self._persons = self.listed.union(person.user_id for person in self.admitted)
        self.groups = {group.chat_id: group for group in groups if self.may_add(group.manager_id)}
        self._ids = self._persons.union(self.groups)

    async def _read(self, tx: Transaction) -> tuple[Sequence[Person], Sequence[Group]]:
        return await stored.of_bot(tx, self._bot_id), await stored_groups.of_bot(tx, self._bot_id)

    async def invite_owner(self) -> str | None:
        """Return a new code that makes a person the owner, None if there is one; earlier ones end."""
        if self.has_owner:
            await self._database.retry(lambda tx: stored.close(tx, self._bot_id))
            return None
        return await self._database.retry(lambda tx: stored.invite_owner(tx, self._bot_id), single=False)
