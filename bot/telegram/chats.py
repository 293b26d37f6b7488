"""The private chats of a bot, and the jobs that are done in them."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from functools import partial
from typing import TypeAlias

from telegram.ext import ExtBot

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.telegram.access import Sender
from bot.telegram.channel import TelegramChannel
from bot.telegram.display import Pause
from bot.telegram.outcomes import Rendering
from bot.telegram.texts import Part, Text
from bot.turns.services import TurnServices
from bot.turns.store.outbox import Outbox
from bot.turns.store.updates import Updates
from bot.turns.worker import ChatWorker


class Lane(Enum):
    """A queue of jobs in a chat: one lane's jobs are done one after another."""

    COMMANDS = auto()
    LOOKUPS = auto()
    DOCUMENTS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A private chat, or a topic of it.

    `explained_edits` maps the ids of edited messages to the update whose edit was explained.
    Of the last `album`, the messages are counted that this process has handled.
    """

    owner: Owner
    updates: Updates
    worker: ChatWorker
    channel: TelegramChannel
    locks: Mapping[Lane, asyncio.Lock] = field(default_factory=lambda: {lane: asyncio.Lock() for lane in Lane})
    explained_edits: dict[int, int] = field(default_factory=dict)
    album: Counter[str] = field(default_factory=Counter)
    jobs: set["asyncio.Task[None]"] = field(default_factory=set)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """An update to handle, and the message it is about.

    `words` are those after a command, or a button's data; `at` is the time a command was sent (Telegram's date), and
    `press_id` the id of a button's press.
    """

    chat: Chat
    update_id: int
    message_id: int
    press_id: str | None
    words: str
    at: datetime

    async def acknowledge(self, tx: Transaction, answer: Iterable[Part] = ()) -> None:
        """Acknowledge the update, and store its answer. Raises AlreadyAcknowledged."""
        await self.chat.updates.acknowledge(tx, [self.update_id])
        await self.chat.channel.say(tx, [*answer, *await self.chat.channel.beside(tx)])

    async def mention(self, words: str) -> None:
        """Send a sentence at once, as a toast where a button was pressed."""
        channel = self.chat.channel
        await (channel.toast(self.press_id, words) if self.press_id else channel.mention([Text(words)]))


Work: TypeAlias = Callable[[Job], Awaitable[str | None]]
"""Does a job in one transaction with its acknowledgement; returns a toast, if there is one to show."""


@dataclass(eq=False, slots=True)
class Chats:
    """The chats of one bot and their topics, each made when it is first needed.

    `beside` returns what goes with each answer in an owner's chat, in the caller's transaction. The `rendering`
    is that of answers.
    """

    bot: ExtBot[None]
    services: TurnServices
    outbox: Outbox
    beside: Callable[[Transaction, Owner, int], Awaitable[list[Part]]]
    rendering: Rendering
    _chats: dict[Place, Chat] = field(default_factory=dict)
    _pauses: defaultdict[int, Pause] = field(default_factory=lambda: defaultdict(Pause))

    def __iter__(self) -> Iterator[Chat]:
        return iter(list(self._chats.values()))

    def of(self, sender: Sender) -> Chat:
        """Return a sender's chat."""
        return self.get(sender.user_id, sender.place)

    def get(self, user_id: int, place: Place) -> Chat:
        """Return a user's chat."""
        if place not in self._chats:
            owner = Owner(self.bot.id, user_id)
            channel = self.channel(place)
            worker = ChatWorker(self.services, owner, channel)
            self._chats[place] = Chat(owner=owner, updates=self.services.updates, worker=worker, channel=channel)
        return self._chats[place]

    async def close(self, user_id: int) -> None:
        """Close a user's chat in all its topics at once, if it is open; its unfinished work stays."""
        places = [it for it in self._chats if it.chat_id == user_id]  # a private chat has its user's id
        for chat in [self._chats.pop(it) for it in places]:
            await chat.worker.close()
            await chat.channel.close()

    def pause(self, chat_id: int, until: datetime) -> None:
        """Send nothing to a chat before a time."""
        self._pauses[chat_id].begin(until)

    def channel(self, place: Place) -> TelegramChannel:
        """Return a new channel to a place."""
        owner = Owner(self.bot.id, place.chat_id)  # a private chat has its user's id
        language = partial(self.services.languages.of, owner)

        return TelegramChannel(
            self.bot,
            self.services.database,
            self.outbox,
            place,
            language,
            self._pauses[place.chat_id],
            lambda other: self.get(owner.user_id, other).channel.wake(),
            lambda tx: self.beside(tx, owner, place.chat_id),
            self.rendering,
        )
