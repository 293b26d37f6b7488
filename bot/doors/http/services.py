"""What the doors for programs share."""

from asyncio import Lock, Semaphore
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

from httpx import URL

from bot.doors.http.limits import Limits
from bot.doors.http.oauth_requests import Requests
from bot.doors.values import AccessToken
from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.usage import Prices
from bot.kit.vectors import Embedding
from bot.kit.zones import OwnersZone
from bot.store.changes import Changes
from bot.store.engine import Database, Transaction
from bot.turns.preferences import Languages
from bot.turns.preflight import NextPrompt
from bot.turns.store import acts
from bot.turns.store.exports import Section
from bot.turns.tools.tool import Family
from bot.turns.values.acts import Done, Door

MOST_TRANSACTIONS: Final = 6
"""Most transactions at a time: fewer than the database has connections for."""

Post: TypeAlias = Callable[[Transaction, Owner, Any, str], Awaitable[None]]
"""Tells an owner of an act that came through a program, by its name, or of a receipt of what is no act.

Works in the caller's transaction.
"""


async def _nowhere(_tx: Transaction, _owner: Owner, _told: object, _through: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiServices:
    """What the doors for programs share. Only these users get in, from these `hosts` (of the Host header).

    `public_url` is where a proxy shows the API, if there is one.
    """

    database: Database
    changes: Changes
    bot_id: int
    user_ids: Collection[int]
    hosts: Collection[str]
    mode: Callable[[Transaction, Owner], Awaitable[CaptureMode]]
    """Returns an owner's mode, which decides what may be read and written."""
    embedding_of: Callable[[str], Awaitable[Embedding | None]]
    """Returns the embedding of a text, if there is one in time."""
    timezone: ZoneInfo | None
    languages: Languages
    families: Sequence[Family] = ()
    """What programs and assistants can do besides what is done to memories."""
    public_url: str | None = None
    mini_app_key: bytes | None = None
    """The key of Telegram's signatures for the Mini App, if Telegram can show the page."""
    prices: Prices | None = None
    next_prompt: Callable[[Transaction, Owner], Awaitable[NextPrompt]] | None = None
    """Returns an owner's next prompt; None where no bot answers."""
    bot_name: Callable[[], str] = lambda: ""
    """Returns the bot's name at Telegram, if it is known."""
    post: Post = _nowhere
    export_sections: Callable[[], Sequence[Section[Any]]] = lambda: ()
    """Returns what features bring to an export."""
    changed: Callable[[Owner], None] = lambda _: None
    """Called after something of an owner's has changed."""
    limits: Limits = field(default_factory=Limits)
    oauth: Requests = field(default_factory=Requests)
    """Assistants that ask to be let in."""
    _queues: dict[Owner, Lock] = field(default_factory=dict)
    _turnstile: Semaphore = field(default_factory=partial(Semaphore, MOST_TRANSACTIONS))

    @property
    def public_origin(self) -> str | None:
        """The origin of `public_url`, as browsers send it."""
        if self.public_url is None:
            return None
        url = URL(self.public_url)
        return f"{url.scheme}://{url.netloc.decode()}"

    @property
    def owners_zone(self) -> OwnersZone:
        """The time zone of whoever asks, else the bot's."""
        return OwnersZone(self.timezone)

    @asynccontextmanager
    async def transaction(self, *, single: bool = False) -> AsyncIterator[Transaction]:
        """Begin a transaction as the database does, but after others have ended if there are many: turns come first."""
        async with self._turnstile, self.database.transaction(single=single) as tx:
            yield tx

    @asynccontextmanager
    async def changing(self, owner: Owner) -> AsyncIterator[Transaction]:
        """Begin a transaction that changes something of an owner's, after those of theirs that came before.

        So only one of them has a connection while it waits for the owner's lock.
        """
        async with self._queues.setdefault(owner, Lock()), self.transaction() as tx:
            yield tx

    async def tell(self, tx: Transaction, caller: AccessToken, told: object) -> None:
        """Record what was done, and tell its owner unless they did it on the page, which shows it.

        Works in the caller's transaction.
        """
        owner = caller.owner
        door, through = (Door.PAGE, "") if caller.is_page else (Door.PROGRAM, caller.name)
        with self.languages.spoken(owner):
            post = await acts.record(tx, owner, told, door, through) if isinstance(told, Done) else told
            if not caller.is_page:
                await self.post(tx, owner, post, through)

    def lets_in(self, owner: Owner) -> bool:
        """Tell whether an owner may use this bot."""
        return owner.bot_id == self.bot_id and owner.user_id in self.user_ids
