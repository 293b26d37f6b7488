"""Handlers for each kind of update. Nothing here blocks: slow work runs in tasks."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar
from uuid import UUID

import structlog
from telegram import CallbackQuery, Document, Message, MessageEntity, Update
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.chat.dead_letters import RETRY_SECONDS, update_failed
from bot.chat.events import Retry, Stopped
from bot.chat.services import TurnServices
from bot.chat.worker import ChatWorker
from bot.database import mailbox
from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.database.updates import AlreadyAcknowledged
from bot.errors import DatabaseUnavailable
from bot.memory.embedding import SEARCH_SECONDS
from bot.telegram.access import Access, Sender
from bot.telegram.attribution import attribution_of, author_of
from bot.telegram.buttons import NOTHING_TO_PRESS, Action, Lookup, Press, Reaction, parse
from bot.telegram.channel import TelegramChannel
from bot.telegram.conversation_commands import Asked, CommandAnswers, ConversationCommand, stopped_words
from bot.telegram.documents import NO_TEXT, answers_document, downloaded, objection
from bot.telegram.formatting import RichText, code, compose, utf16_length
from bot.telegram.help import HELP, WELCOME
from bot.telegram.inbox import ReceivedUpdate
from bot.telegram.outcomes import CONTINUE, ContinueButton, without_continue
from bot.telegram.texts import Text
from bot.values.incoming import IncomingMessage, UpdateKind
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.text import clean

_UNKNOWN_COMMAND = "I don't know this command. /help lists what I can do."
_NO_FILE = "Telegram doesn't let me have this file. Send it again?"
_EDITED_TO_COMMAND = "An edit can't become a command: send it as a new message. I use the text from before the edit."
_TOO_LATE = "I had read your message before you edited it; send me the correction as a new one."
_DATABASE_AWAY = "I can't reach my database right now; I'll do it as soon as I can."
_BUSY = "I'm still working on it."
_NOTHING_TO_RETRY = "There is nothing to retry."
_NOTHING_TO_CONTINUE = "It's too late to continue this answer. Just ask me again."
CUT_UNITS: Final = 4_000
"""UTF-16 units from which a text may have been cut by Telegram's app, which sends the rest as the next message."""

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(slots=True)
class Chat:
    """A private chat: its user, its worker, its sender, and the lock of its commands."""

    owner: Owner
    worker: ChatWorker
    channel: TelegramChannel
    commands: asyncio.Lock = field(default_factory=asyncio.Lock)
    lookups: asyncio.Lock = field(default_factory=asyncio.Lock)
    documents: asyncio.Lock = field(default_factory=asyncio.Lock)
    told_of_edit: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Job:
    """An update handled for its chat, the message it is about, and the id of a button's press, if any."""

    chat: Chat
    update_id: int
    message_id: int
    press_id: str | None

    async def tell(self, words: str) -> None:
        """Send a sentence at once."""
        channel = self.chat.channel
        await (channel.toast(self.press_id, words) if self.press_id else channel.mention([Text(words)]))

    def asked(self, words: str, at: datetime) -> Asked:
        """Return the update as a command about conversations."""
        return Asked(
            owner=self.chat.owner, chat_id=self.chat.channel.chat_id, update_id=self.update_id, words=words, at=at
        )


Work: TypeAlias = Callable[[Job], Awaitable[str]]
"""Handles an update in one transaction with its acknowledgement, and returns a toast, if any."""


SearchedFor: TypeAlias = Callable[[str], str]
"""Returns the search words in a command's words or a button's data; empty if there are none."""
ReadDocument: TypeAlias = Callable[[Transaction, Owner, str, bytes], Awaitable[Sequence[Text]]]
"""Handles a document's name and content in the caller's transaction; returns the answer."""


@dataclass(frozen=True, slots=True)
class Route:
    """How to handle an update: at once, or by work under its locks."""

    kind: UpdateKind
    work: Work | None = None
    locks: Sequence[asyncio.Lock] = ()


class Handlers:
    """Passes each update's message to its chat's worker, or handles its command."""

    def __init__(
        self,
        bot: ExtBot[None],
        access: Access,
        services: TurnServices,
        outbox: Outbox,
        answers: CommandAnswers,
        *,
        lookups: Mapping[str, Lookup],
        actions: Mapping[str, Action],
        conversation_commands: Mapping[str, ConversationCommand],
        searched_for: Mapping[str, SearchedFor],
        read_document: ReadDocument,
    ) -> None:
        self._bot = bot
        self._access = access
        self._services = services
        self._outbox = outbox
        self._answers = answers
        self._lookups = lookups
        self._actions = actions
        self._conversation_commands = conversation_commands
        self._searched_for = searched_for
        self._read_document = read_document
        self._chats: dict[int, Chat] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def read(self, update: Update, sender: Sender) -> tuple[UpdateKind, IncomingMessage | None]:
        """Return the kind of an allowed user's update, and its message if it belongs into the mailbox."""
        kind, message = self._route(update, self.chat(sender.user_id, sender.chat_id)).kind, update.effective_message
        says = message if kind in {UpdateKind.MESSAGE, UpdateKind.EDIT} else None
        return kind, self._said(says) if says else None

    def handle(self, update: ReceivedUpdate) -> None:
        """Handle an update or start to; a stranger's is refused."""
        sender = update.sender
        if sender is None:
            return
        try:
            if self._access.allows(sender):
                self._begin(update, self.chat(sender.user_id, sender.chat_id))
            else:
                self._refuse(update)
        except Exception as error:  # a bug must not end the polling
            log.exception("an update failed", update_id=update.update_id)
            if self._access.allows(sender):
                chat = self.chat(sender.user_id, sender.chat_id)
                self._spawn(self._try_again(update, chat, type(error).__name__))

    def chat(self, user_id: int, chat_id: int) -> Chat:
        """Return a chat, known or new."""
        if chat_id not in self._chats:
            owner = Owner(self._bot.id, user_id)
            channel = self._channel(chat_id)
            self._chats[chat_id] = Chat(owner, ChatWorker(self._services, owner, channel), channel)
        return self._chats[chat_id]

    def wake(self, sender: Sender) -> None:
        """Deliver the waiting messages of a sender's chat."""
        self.chat(sender.user_id, sender.chat_id).channel.wake()

    async def finish(self) -> None:
        """Start nothing new, and wait until started work has ended and its messages are sent."""
        await _all(chat.worker.finish() for chat in self._chats.values())
        await _all(self._tasks)
        await _all(chat.channel.settle() for chat in self._chats.values())

    async def close(self) -> None:
        """Stop at once; the next start resumes."""
        for task in self._tasks:
            task.cancel()
        chats = self._chats.values()
        await _all([*self._tasks, *(chat.worker.close() for chat in chats), *(chat.channel.close() for chat in chats)])

    # Routing

    def _route(self, update: Update, chat: Chat) -> Route:
        if update.callback_query:
            return self._press_route(update.callback_query, chat)
        message = update.effective_message
        if message is None:
            raise LookupError(update.update_id)
        if update.edited_message:
            kind = UpdateKind.EDIT if message.text and not _is_command(message) else UpdateKind.OTHER
            return Route(kind, partial(self._edited, message))
        if _is_command(message) and author_of(message) is None:
            return self._command_route(message, chat)
        if message.text:
            return Route(UpdateKind.MESSAGE)
        if message.document:
            return Route(UpdateKind.OTHER, partial(self._reads, message.document, message.caption), [chat.documents])
        return Route(UpdateKind.OTHER, self._says(NO_TEXT), [chat.commands])

    def _command_route(self, message: Message, chat: Chat) -> Route:
        """Return the route of a command; a forwarded one is read as text."""
        name, words = _command(message)
        if name == "stop":
            return Route(UpdateKind.TURN_COMMAND, self._stop)
        if name == "retry":
            return Route(UpdateKind.TURN_COMMAND, self._retry, [chat.commands])
        if command := self._conversation_commands.get(name):
            asks = partial(_carries_out, command, words, message.date)
            return Route(UpdateKind.TURN_COMMAND, asks, [chat.commands])
        if lookup := self._lookups.get(name):
            waits = answers_document(f"{name} {words}")
            locks = [chat.documents, chat.lookups] if waits else [chat.lookups]
            return Route(UpdateKind.OTHER, partial(self._looks_up, name, words, lookup), locks)
        says = {"start": WELCOME, "help": HELP}.get(name, _UNKNOWN_COMMAND)
        return Route(UpdateKind.OTHER, self._says(says), [chat.commands])

    def _press_route(self, query: CallbackQuery, chat: Chat) -> Route:
        name, data = parse(query.data) or ("", "")
        if command := self._conversation_commands.get(name):
            asks = partial(_carries_out, command, data, datetime.now(UTC))
            return Route(UpdateKind.TURN_COMMAND, asks, [chat.commands])
        if name == CONTINUE and (pressed := ContinueButton.read(data)):
            return Route(UpdateKind.TURN_COMMAND, partial(self._continue, pressed.turn_id), [chat.commands])
        return Route(UpdateKind.OTHER, partial(self._press, query, name, data), [chat.lookups])

    def _begin(self, update: ReceivedUpdate, chat: Chat) -> None:
        event, message_id = update.event, update.sender.message_id if update.sender else None
        if event is None or message_id is None:
            raise LookupError(update.update_id)
        chat.channel.saw(message_id)
        route = self._route(event, chat)
        if route.work:
            press_id = event.callback_query.id if event.callback_query else None
            self._spawn(self._respond(route, route.work, Job(chat, update.update_id, message_id, press_id)))
        elif event.message:
            text = self._said(event.message).text
            chat.worker.hear(text, may_continue=utf16_length(text) >= CUT_UNITS)

    async def _respond(self, route: Route, work: Work, job: Job) -> None:
        """Handle an update under its locks, and answer a press with the toast."""
        async with AsyncExitStack() as held:
            for lock in route.locks:
                await held.enter_async_context(lock)
            toast = await self._carry_out(job, work)
        job.chat.channel.wake()
        job.chat.worker.compact()
        if route.kind is UpdateKind.TURN_COMMAND:
            job.chat.worker.look()  # later messages wait for it
        if job.press_id:
            await job.chat.channel.toast(job.press_id, toast)

    async def _carry_out(self, job: Job, work: Work) -> str:
        """Handle an update, waiting for the database if necessary; the sender is told once about the delay."""
        backoff, told = Backoff(0.25, 1.0), False
        while True:
            try:
                return await work(job)
            except AlreadyAcknowledged:  # it was committed although the connection broke
                job.chat.worker.look()
                job.chat.worker.watch_private()
                return ""
            except DatabaseUnavailable:
                log.warning("a command waits for the database", update_id=job.update_id)
                if not told:
                    await job.tell(_DATABASE_AWAY)
                told = True
                await asyncio.sleep(backoff.next())
            except Exception as error:  # a bug must not leave the chat without a word
                log.exception("command failed", update_id=job.update_id)
                if await self._is_given_up(job.chat, job.update_id, job.message_id, type(error).__name__):
                    return ""
                await asyncio.sleep(RETRY_SECONDS)

    async def _try_again(self, update: ReceivedUpdate, chat: Chat, problem: str) -> None:
        """Retry an update that failed before its handling started, until it is a dead letter."""
        message_id = update.sender.message_id if update.sender else None
        if await self._is_given_up(chat, update.update_id, message_id, problem):
            chat.channel.wake()
            chat.worker.look()
        else:
            await asyncio.sleep(RETRY_SECONDS)
            self.handle(update)

    async def _is_given_up(self, chat: Chat, update_id: int, message_id: int | None, problem: str) -> bool:
        """Count a failed attempt at an update; return whether it became a dead letter."""
        try:
            async with self._services.database.transaction() as tx:
                return await update_failed(tx, self._services.updates, chat.channel, [update_id], message_id, problem)
        except Exception:  # the update is retried
            log.exception("a failure can't be counted", update_id=update_id)
            return False

    # Work

    def _refuse(self, update: ReceivedUpdate) -> None:
        """Refuse a stranger; while nobody is allowed, explain how to allow them."""
        sender, message = update.sender, update.event and update.event.message
        if sender is None or message is None or not self._access.refuse(sender.user_id, datetime.now(UTC)):
            return
        sorry: list[str | RichText] = [
            "This is a private assistant, and it doesn't know you. Your id is ",
            code(str(sender.user_id)),
            ".",
        ]
        if not self._access.user_ids:
            log.warning("somebody wrote, and nobody is allowed yet; the chat tells the line to add to .env")
            line = code(f"TELEGRAM_ALLOWED_USER_IDS={sender.user_id}")
            sorry += ["\n\nIf you host it, add this line to .env and start it again:\n", line]
        self._spawn(self._channel(sender.chat_id).mention(compose(*sorry)))

    async def _reads(self, document: Document, caption: str | None, job: Job) -> str:
        """Read a file, in the order of the chat's files; nothing else waits for it."""
        why_not = objection(document, caption)
        content = None if why_not else await downloaded(self._bot, job.chat.channel, document)
        async with self._services.database.transaction() as tx:
            parts: Sequence[Text] = [Text(why_not or _NO_FILE)]
            if content is not None:
                parts = await self._read_document(tx, job.chat.owner, clean(document.file_name or ""), content)
            await self._acknowledge(tx, job, parts)
        return ""

    async def _edited(self, message: Message, job: Job) -> str:
        """Explain once why an edit is not read, unless its message still waits."""
        chat, is_command = job.chat, _is_command(message)
        is_read = message.text is not None and not is_command
        why = "" if message.text is None else _EDITED_TO_COMMAND if is_command else _TOO_LATE
        async with self._services.database.transaction() as tx:
            if not (is_read and await mailbox.holds(tx, chat.owner, chat.channel.chat_id, job.message_id)):
                says = why and chat.told_of_edit.setdefault(job.message_id, job.update_id) == job.update_id
                await self._acknowledge(tx, job, [Text(why)] if says else [])
        return ""

    async def _looks_up(self, name: str, words: str, lookup: Lookup, job: Job) -> str:
        embedding = await self._embedding(name, words)
        async with self._services.database.transaction() as tx:
            await self._acknowledge(tx, job, await lookup(tx, job.chat.owner, words, embedding))
        return ""

    async def _press(self, query: CallbackQuery, name: str, data: str, job: Job) -> str:
        under, action = query.message, self._actions.get(name)
        shown = Text(under.text, tuple(under.entities)) if isinstance(under, Message) and under.text else None
        press = Press(data=data, shown=shown, embedding=await self._embedding(name, data))
        async with self._services.database.transaction() as tx:
            reaction = await action(tx, job.chat.owner, press) if action else None
            reaction = reaction or Reaction(toast=NOTHING_TO_PRESS)
            shows = [replace(reaction.shows, replaces=job.message_id)] if reaction.shows else []
            await self._acknowledge(tx, job, [*shows, *reaction.says])
        return reaction.toast

    async def _embedding(self, name: str, words: str) -> Embedding | None:
        """Return the embedding of the search words of a command or a button, if computed in time."""
        searched_for = self._searched_for.get(name)
        return await self._services.embeddings.of(searched_for(words), within=SEARCH_SECONDS) if searched_for else None

    async def _stop(self, job: Job) -> str:
        async def settle(tx: Transaction, stopped: Stopped) -> None:
            await self._acknowledge(tx, job, [Text(stopped_words(stopped) or "There is nothing to stop.")])

        await job.chat.worker.stop(job.update_id, settle)
        return ""

    async def _retry(self, job: Job) -> str:
        words = {Retry.BUSY: _BUSY, Retry.NOTHING: _NOTHING_TO_RETRY}

        async def settle(tx: Transaction, retry: Retry) -> None:
            await self._acknowledge(tx, job, [Text(words[retry])] if retry in words else [])

        await job.chat.worker.retry(settle)
        return ""

    async def _continue(self, turn_id: UUID, job: Job) -> str:
        """Let the model continue a turn's answer, or remove the button if it can't be continued."""

        async def settle(tx: Transaction, came: Retry) -> None:
            shows = [without_continue(turn_id, job.message_id)] if came is Retry.NOTHING else []
            await self._acknowledge(tx, job, shows)

        came = await job.chat.worker.retry(settle, continues=turn_id)
        return {Retry.BUSY: _BUSY, Retry.NOTHING: _NOTHING_TO_CONTINUE}.get(came, "")

    def _says(self, words: str) -> Work:
        """Return work that only says something."""

        async def say(job: Job) -> str:
            async with self._services.database.transaction() as tx:
                await self._acknowledge(tx, job, [Text(words)])
            return ""

        return say

    async def _acknowledge(self, tx: Transaction, job: Job, parts: Iterable[Text]) -> None:
        await self._answers.acknowledge(tx, job.chat.channel.chat_id, job.update_id, parts)

    def _said(self, message: Message) -> IncomingMessage:
        return IncomingMessage(clean(message.text or ""), message.date, attribution_of(message, self._bot.id))

    def _channel(self, chat_id: int) -> TelegramChannel:
        return TelegramChannel(self._bot, self._services.database, self._outbox, chat_id)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _carries_out(command: ConversationCommand, words: str, at: datetime, job: Job) -> str:
    await command(job.chat.worker, job.asked(words, at))
    return ""


def _is_command(message: Message) -> bool:
    """Tell whether a message begins with a command (Bot API, MessageEntity)."""
    first = message.entities[0] if message.entities else None
    return first is not None and first.type == MessageEntity.BOT_COMMAND and first.offset == 0


def _command(message: Message) -> tuple[str, str]:
    """Return a command's name (empty if it is another bot's) and the words after it."""
    named, _, whose = (message.text or "")[1 : message.entities[0].length].partition("@")
    is_ours = whose.lower() in {"", (message.get_bot().username or "").lower()}
    words = " ".join(clean(message.text or "").split(None, 1)[1:])
    return named.lower() if is_ours else "", words


async def _all(work: Iterable[Awaitable[None]]) -> None:
    """Wait for all; failures are reported by the work itself."""
    await asyncio.gather(*work, return_exceptions=True)
