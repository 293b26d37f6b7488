"""The private chats of a bot, and the jobs that are done in them."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from functools import partial
from typing import TypeAlias

from bot.chat.services import TurnServices
from bot.chat.worker import ChatWorker
from bot.database.copies import ChatLocks
from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.database.updates import Updates
from bot.telegram.access import Sender
from bot.telegram.channel import TelegramChannel
from bot.telegram.checklist import Checklist
from bot.telegram.newest_api import NewestBot
from bot.telegram.paced_calls import Pause
from bot.telegram.texts import Text
from bot.values.incoming import IncomingMessage
from bot.values.owner import Owner
from bot.values.place import Place
from bot.values.preferences import Streaming


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
    `press_id` the id of a button's press. In a group, the answer may be `only_for` one person.
    """

    chat: Chat
    update_id: int
    message_id: int
    press_id: str | None
    words: str
    at: datetime
    only_for: int | None = None

    async def acknowledge(self, tx: Transaction, answer: Iterable[Text] = ()) -> None:
        """Acknowledge the update, and store its answer. Raises AlreadyAcknowledged."""
        await self.chat.updates.acknowledge(tx, [self.update_id])
        reader = self.only_for
        answer = [it.for_one(reader) for it in answer if it.text or not it.rich] if reader else answer
        await self.chat.channel.say(tx, [*answer, *await self.chat.channel.ticks(tx)])

    async def mention(self, words: str) -> None:
        """Send a sentence at once, as a toast where a button was pressed."""
        channel = self.chat.channel
        await (channel.toast(self.press_id, words) if self.press_id else channel.mention([Text(words)]))


Work: TypeAlias = Callable[[Job], Awaitable[str]]
"""Does a job in one transaction with its acknowledgement; returns a toast, or an empty text."""


class Chats:
    """The chats of one bot and their topics, each made when it is first needed. Answers grow as `streaming` says.

    With `locks`, copies of the bot share the chats.
    """

    def __init__(
        self,
        bot: NewestBot,
        services: TurnServices,
        outbox: Outbox,
        checklist: Checklist,
        streaming: Callable[[Owner], Streaming] = lambda _: Streaming.EDIT,
        locks: ChatLocks | None = None,
    ) -> None:
        self._bot = bot
        self._services = services
        self._outbox = outbox
        self._checklist = checklist
        self._streaming = streaming
        self._locks = locks
        self._chats: dict[Place, Chat] = {}
        self._pauses = defaultdict[int, Pause](Pause)
        self._held = set[int]()

    def __iter__(self) -> Iterator[Chat]:
        return iter(list(self._chats.values()))

    def of(self, sender: Sender) -> Chat:
        """Return a sender's chat."""
        return self.get(sender.user_id, sender.place)

    def get(self, user_id: int, place: Place) -> Chat:
        """Return a user's chat; a group's is that of whose memory is used there."""
        if place not in self._chats:
            people, chat_id = self._services.people, place.chat_id
            owner = people.owner_in(chat_id) if chat_id in people.groups else Owner(self._bot.id, user_id)
            channel = self.channel(place)
            worker = ChatWorker(self._services, owner, channel)
            if chat_id in self._held:
                worker.halt()
            self._chats[place] = Chat(owner=owner, updates=self._services.updates, worker=worker, channel=channel)
        return self._chats[place]

    def works_on(self, chat_id: int) -> bool:
        """Tell whether this copy of the bot works on a chat."""
        return self._locks is None or chat_id in self._locks.working

    def is_idle(self, chat_id: int) -> bool:
        """Tell whether nothing is done or awaited in a chat and its topics."""
        its = [chat for place, chat in self._chats.items() if place.chat_id == chat_id]
        return all(it.worker.is_idle and not it.channel.is_sending and not it.jobs for it in its)

    async def close(self, user_id: int) -> None:
        """Close a user's chat in all its topics at once, if it is open; its unfinished work stays."""
        places = [it for it in self._chats if it.chat_id == user_id]  # a private chat has its user's id
        for chat in [self._chats.pop(it) for it in places]:
            await chat.worker.close()
            await chat.channel.close()

    def expect(self, place: Place, update_id: int, message: IncomingMessage) -> None:
        """Prepare for a message that is being stored, where anything was done before."""
        if chat := self._chats.get(place):
            chat.worker.expect(update_id, message)

    @asynccontextmanager
    async def held(self, chat_id: int) -> AsyncIterator[None]:
        """Close a chat, and take no turn there while the block changes whose memory is used in it."""
        self._held.add(chat_id)
        try:
            await self.close(chat_id)
            yield
        finally:
            self._held.discard(chat_id)
            await self.close(chat_id)  # what was opened meanwhile may use the memory of before

    def pause(self, chat_id: int, until: datetime) -> None:
        """Send nothing to a chat before a time."""
        self._pauses[chat_id].begin(until)

    def channel(self, place: Place) -> TelegramChannel:
        """Return a new channel to a place."""
        owner = self._services.people.owner_in(place.chat_id)
        language = partial(self._services.languages.of, owner)

        def wake(other: Place) -> None:
            self.get(owner.user_id, other).channel.wake()

        async def ticks(tx: Transaction) -> list[Text]:
            return await self._checklist.changes(tx, owner, place.chat_id)

        def is_rich() -> bool:
            return self._services.preferences.of(owner).wants_rich

        return TelegramChannel(
            self._bot,
            self._services.database,
            self._outbox,
            place,
            language,
            self._pauses[place.chat_id],
            wake,
            ticks,
            is_rich,
            partial(self._streaming, owner),
            partial(self._locks.passes_on, place.chat_id) if self._locks else lambda: False,
        )
