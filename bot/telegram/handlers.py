"""What is done about each kind of update. Nothing here waits: what takes time is done in tasks of its own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from uuid import UUID

import structlog
from telegram import CallbackQuery, Message, Update
from telegram.ext import (
    BaseHandler,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    ExtBot,
    MessageHandler,
    filters,
)

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
from bot.telegram.access import Access, Sender, private_sender
from bot.telegram.attribution import WRITTEN_BY_USER, attribution_of
from bot.telegram.buttons import NOTHING_TO_PRESS, Action, Press, Reaction, parse, read_press
from bot.telegram.channel import TelegramChannel
from bot.telegram.command_answers import CommandAnswers
from bot.telegram.conversation_commands import Asked, ConversationCommand, stopped_words
from bot.telegram.cut_answers import CONTINUE, ContinueButton, without_continue
from bot.telegram.documents import Document, answers_document, downloaded
from bot.telegram.formatting import RichText, code, compose, utf16_length
from bot.telegram.help import HELP, WELCOME
from bot.telegram.inbox import ReceivedUpdate
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Text
from bot.values import Embedding, IncomingMessage, Owner, UpdateKind, clean

_UNKNOWN_COMMAND = "I don't know this command. /help lists what I can do."
_NO_TEXT = "I can only read text so far. Tell me in words?"
_NO_FILE = "Telegram doesn't let me have this file. Send it again?"
_EDITED_TO_COMMAND = "An edit can't become a command: send it as a new message. I go by what stood here before."
_TOO_LATE = "I had read your message before you edited it; send me the correction as a new one."
_DATABASE_AWAY = "I can't reach my database right now; I'll do it as soon as I can."
_RETRY_WORDS: Final = {
    Retry.BEGUN: "",
    Retry.BUSY: "I'm still working on it.",
    Retry.NOTHING: "There is nothing to retry.",
}
_CONTINUE_WORDS: Final = {
    Retry.BEGUN: "",
    Retry.BUSY: "I'm still working on it.",
    Retry.NOTHING: "It's too late to continue this answer. Just ask me again.",
}
_RETRY_SECONDS: Final = 1.0
CUT_UNITS: Final = 4_000
"""A text of this many UTF-16 units may have been cut by Telegram's app, which sends the rest as the next message."""

Context: TypeAlias = ContextTypes.DEFAULT_TYPE
Handler: TypeAlias = BaseHandler[Update, Context, None]
Callback: TypeAlias = Callable[[Update, Context], Coroutine[Any, Any, None]]
T = TypeVar("T")

log = structlog.get_logger()


@dataclass(slots=True)
class Chat:
    """A private chat: who writes in it, its worker, what is sent to it, and the turn of its commands."""

    owner: Owner
    worker: ChatWorker
    sender: ChatSender
    channel: TelegramChannel
    commands: asyncio.Lock = field(default_factory=asyncio.Lock)
    lookups: asyncio.Lock = field(default_factory=asyncio.Lock)
    documents: asyncio.Lock = field(default_factory=asyncio.Lock)
    told_of_edit: dict[int, int] = field(default_factory=dict)


class Lookup(Protocol):
    """A command that is carried out by the database alone, whatever the model or a running turn does."""

    async def answer(
        self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
    ) -> Sequence[Text]:
        """Do what the words after the command ask for, in the caller's transaction; return what to say.

        `embedding` is the embedding of what they search for, if that is known.
        """
        ...


SearchedFor: TypeAlias = Callable[[str], str]
"""Returns what the words after a command, or a button's data, search for; empty if they don't search."""
ReadDocument: TypeAlias = Callable[[Transaction, Owner, Document, bytes], Awaitable[Sequence[Text]]]
"""Does what a document asks for, in the caller's transaction; returns what to say."""
Command: TypeAlias = Callable[[Chat, Message, int], Awaitable[None]]
"""Carries out a command, in one transaction with what is to be said of it and with its update's end."""


class Handlers:
    """Tells each update's message to its chat's worker, or carries out its command."""

    def __init__(
        self,
        bot: ExtBot[None],
        bot_id: int,
        access: Access,
        services: TurnServices,
        outbox: Outbox,
        lookups: Mapping[str, Lookup],
        actions: Mapping[str, Action],
        conversation_commands: Mapping[str, ConversationCommand],
        searched_for: Mapping[str, SearchedFor],
        read_document: ReadDocument,
    ) -> None:
        self._bot = bot
        self._bot_id = bot_id
        self._access = access
        self._services = services
        self._outbox = outbox
        self._answers = CommandAnswers(services.updates, outbox)
        self._lookups = lookups
        self._actions = actions
        self._conversation_commands = conversation_commands
        self._searched_for = searched_for
        self._read_document = read_document
        self._chats: dict[int, Chat] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._routes = self._all_routes()

    def all(self, allowed: filters.BaseFilter) -> list[Handler]:
        """Return the handlers, in the order they are to be asked; `allowed` knows the users that may use the bot."""
        return [MessageHandler(~allowed, self._refuse), *(handler for _, handler in self._routes)]

    def read(self, update: Update) -> tuple[UpdateKind, IncomingMessage | None]:
        """Return what is done about an allowed user's update, and what it says if that is for the chat's mailbox."""
        kinds = (kind for kind, handler in self._routes if handler.check_update(update) not in (None, False))
        kind, message = next(kinds, UpdateKind.OTHER), update.effective_message
        says = kind in {UpdateKind.MESSAGE, UpdateKind.EDIT} and message
        return kind, self._said(message) if says and message else None

    def _all_routes(self) -> list[tuple[UpdateKind, Handler]]:
        """Return the handlers of allowed users' updates, and for which kind of update each is.

        A command is carried out if its user wrote it: one that was forwarded is read as any text is.
        """
        new, edited = filters.UpdateType.MESSAGE, filters.UpdateType.EDITED_MESSAGE
        written = new & WRITTEN_BY_USER
        about_turns = {
            "stop": self._turn_command(self._stop, overtakes=True),
            "retry": self._turn_command(self._retry),
            **{name: self._turn_command(self._asks(it)) for name, it in self._conversation_commands.items()},
        }
        others = {
            **{name: self._looks_up(name, it) for name, it in self._lookups.items()},
            "start": self._command(self._says(WELCOME)),
            "help": self._command(self._says(HELP)),
        }
        return [
            (UpdateKind.TURN_COMMAND, CallbackQueryHandler(self._pressed, self._presses_turn_command)),
            (UpdateKind.OTHER, CallbackQueryHandler(self._pressed)),
            (UpdateKind.EDIT, MessageHandler(edited & filters.TEXT & ~filters.COMMAND, self._edited)),
            (UpdateKind.OTHER, MessageHandler(edited, self._edited)),
            *((UpdateKind.TURN_COMMAND, CommandHandler(name, it, written)) for name, it in about_turns.items()),
            *((UpdateKind.OTHER, CommandHandler(name, it, written)) for name, it in others.items()),
            (UpdateKind.OTHER, MessageHandler(written & filters.COMMAND, self._command(self._says(_UNKNOWN_COMMAND)))),
            (UpdateKind.MESSAGE, MessageHandler(new & filters.TEXT, self._text)),
            (UpdateKind.OTHER, MessageHandler(new & filters.Document.ALL, self._document)),
            (UpdateKind.OTHER, MessageHandler(new, self._command(self._says(_NO_TEXT)))),
        ]

    def _presses_turn_command(self, data: object) -> bool:
        name, _ = (parse(data) if isinstance(data, str) else None) or ("", "")
        return name == CONTINUE or name in self._conversation_commands

    def chat(self, user_id: int, chat_id: int) -> Chat:
        """Return a chat, known or new."""
        if chat_id not in self._chats:
            owner = Owner(self._bot_id, user_id)
            sender = self._sender(chat_id)
            channel = TelegramChannel(sender, self._services.database, self._outbox)
            self._chats[chat_id] = Chat(owner, ChatWorker(self._services, owner, channel), sender, channel)
        return self._chats[chat_id]

    def _sender(self, chat_id: int) -> ChatSender:
        return ChatSender(self._bot, self._services.database, self._outbox, chat_id)

    async def finish(self) -> None:
        """Begin nothing more, and wait until what was begun has ended and was sent."""
        await _all(chat.worker.finish() for chat in self._chats.values())
        await _all(self._tasks)
        await _all(chat.sender.settle() for chat in self._chats.values())

    async def close(self) -> None:
        """Leave every chat as it is, to be taken up again."""
        for task in self._tasks:
            task.cancel()
        chats = self._chats.values()
        await _all([*self._tasks, *(chat.worker.close() for chat in chats), *(chat.sender.close() for chat in chats)])

    async def _text(self, update: Update, _: Context) -> None:
        chat, message = self._heard(update)
        chat.worker.hear(may_continue=utf16_length(self._said(message).text) >= CUT_UNITS)

    def _said(self, message: Message) -> IncomingMessage:
        return IncomingMessage(clean(message.text or ""), message.date, attribution_of(message, self._bot_id))

    async def _document(self, update: Update, _: Context) -> None:
        """Read a file, behind those its chat sent before; nothing else waits for it."""
        chat, message = self._heard(update)
        self._spawn(self._carry_out(self._reads, chat, message, update.update_id, chat.documents))

    async def _reads(self, chat: Chat, message: Message, update_id: int) -> None:
        document = Document.of(message)
        objection = document.objection if document else _NO_TEXT
        content = None
        if document and not objection:
            content = await downloaded(self._bot, chat.sender, document)
        async with self._services.database.transaction() as tx:
            if document and content is not None:
                parts = await self._read_document(tx, chat.owner, document, content)
            else:
                parts = [Text(objection or _NO_FILE)]
            await self._acknowledge(tx, chat, update_id, parts)

    async def _edited(self, update: Update, _: Context) -> None:
        """Say once why an edit is not read, unless its message waits to be taken with it; others are nobody's words."""
        chat, message = self._heard(update)
        is_command = bool(filters.COMMAND.filter(message))
        is_read = message.text is not None and not is_command
        why = "" if message.text is None else _EDITED_TO_COMMAND if is_command else _TOO_LATE

        async def answer(chat: Chat, message: Message, update_id: int) -> None:
            async with self._services.database.transaction() as tx:
                if is_read and await mailbox.holds(tx, chat.owner, chat.channel.chat_id, message.message_id):
                    return
                says = why and chat.told_of_edit.setdefault(message.message_id, update_id) == update_id
                await self._acknowledge(tx, chat, update_id, [Text(why)] if says else [])

        self._spawn(self._carry_out(answer, chat, message, update.update_id))

    async def _refuse(self, update: Update, _: Context) -> None:
        """Tell a stranger that they are one, and the owner how to let them in, if nobody is in yet."""
        user, message = update.effective_user, update.effective_message
        if user is None or message is None or not self._access.refuse(user.id, datetime.now(UTC)):
            return
        sorry: list[str | RichText] = [
            "This is a private assistant, and it doesn't know you. Your id is ",
            code(str(user.id)),
            ".",
        ]
        if self._access.is_empty:
            log.warning("somebody wrote, and nobody is allowed yet; the chat tells the line to add to .env")
            line = code(f"TELEGRAM_ALLOWED_USER_IDS={user.id}")
            sorry += ["\n\nIf you host it, add this line to .env and start it again:\n", line]
        self._spawn(self._sender(message.chat_id).mention(compose(*sorry)))

    def _command(self, command: Command) -> Callback:
        """Return a handler that carries out a command, behind those its chat sent before."""

        async def callback(update: Update, _: Context) -> None:
            chat, message = self._heard(update)
            self._spawn(self._carry_out(command, chat, message, update.update_id, chat.commands))

        return callback

    def _turn_command(self, command: Command, *, overtakes: bool = False) -> Callback:
        """Return a handler for a command about turns: what is written after it waits for it."""

        async def callback(update: Update, _: Context) -> None:
            chat, message = self._heard(update)
            order = nullcontext() if overtakes else chat.commands
            self._spawn_before(chat, self._carry_out(command, chat, message, update.update_id, order))

        return callback

    def _looks_up(self, name: str, lookup: Lookup) -> Callback:
        """Return a handler for a command that waits for others of its kind alone, or for the file that it is about."""

        async def answer(chat: Chat, message: Message, update_id: int) -> None:
            words = _words(message)
            embedding = await self._embedding(name, words)
            async with self._services.database.transaction() as tx:
                await self._acknowledge(tx, chat, update_id, await lookup.answer(tx, chat.owner, words, embedding))

        async def callback(update: Update, _: Context) -> None:
            chat, message = self._heard(update)
            waits = answers_document(f"{name} {_words(message)}")
            order = _one_after_another(chat.documents, chat.lookups) if waits else chat.lookups
            self._spawn(self._carry_out(answer, chat, message, update.update_id, order))

        return callback

    async def _embedding(self, name: str, words: str) -> Embedding | None:
        """Return the embedding of what a command or a button searches for, if it is known in time."""
        searched_for = self._searched_for.get(name)
        return await self._services.embeddings.of(searched_for(words), within=SEARCH_SECONDS) if searched_for else None

    async def _carry_out(
        self,
        command: Command,
        chat: Chat,
        message: Message,
        update_id: int,
        order: AbstractAsyncContextManager[None] | None = None,
    ) -> None:
        """Carry out a command, behind what comes before it in its order."""
        work = partial(command, chat, message, update_id)
        await self._in_order(work, chat, message.message_id, update_id, order or nullcontext())

    async def _in_order(
        self,
        work: Callable[[], Awaitable[None]],
        chat: Chat,
        message_id: int,
        update_id: int,
        order: AbstractAsyncContextManager[None],
    ) -> None:
        async def tell(words: str) -> None:
            await chat.sender.mention([Text(words)])

        async with order:
            await self._retry_until_done(work, chat, message_id, update_id, tell=tell)

    async def _pressed(self, update: Update, _: Context) -> None:
        """Carry out the press of a button; the inbox lets none through but those of users who may use the bot."""
        query = update.callback_query
        if query is None or query.message is None:
            raise LookupError(update.update_id)
        chat, message_id = self.chat(query.from_user.id, query.message.chat.id), query.message.message_id
        chat.sender.saw(message_id)
        name, words = parse(query.data) or ("", "")
        if command := self._conversation_commands.get(name):
            asked = Asked(
                owner=chat.owner,
                chat_id=chat.sender.chat_id,
                update_id=update.update_id,
                words=words,
                at=datetime.now(UTC),
            )
            pressed = self._spawn_before(chat, self._command_pressed(chat, command, asked, message_id))
        elif name == CONTINUE:
            pressed = self._spawn_before(chat, self._press(chat, query, message_id, update.update_id, chat.commands))
        else:
            pressed = self._spawn(self._press(chat, query, message_id, update.update_id, chat.lookups))
        self._spawn(self._answer_press(chat, query, pressed))

    async def _answer_press(self, chat: Chat, query: CallbackQuery, pressed: Awaitable[str]) -> None:
        """Answer a press once what it asks for is done, with what is to be said of it; nothing waits for that."""
        await chat.sender.toast(query.id, await pressed)

    async def _command_pressed(self, chat: Chat, command: ConversationCommand, asked: Asked, message_id: int) -> str:
        """Carry out the command that a button names, as if it were written now; it says itself what came of it."""
        await self._in_order(partial(command, chat.worker, asked), chat, message_id, asked.update_id, chat.commands)
        return ""

    async def _press(
        self, chat: Chat, query: CallbackQuery, message_id: int, update_id: int, order: asyncio.Lock
    ) -> str:
        """Carry out a press in one transaction with its update's end; return what to say, whatever came of it."""
        reaction = Reaction()

        async def press() -> None:
            nonlocal reaction
            name, data = parse(query.data) or ("", "")
            if name == CONTINUE and (pressed := ContinueButton.read(data)):
                reaction = await self._continue(chat, pressed.turn_id, message_id, update_id)
                return
            embedding = await self._embedding(name, data)
            async with self._services.database.transaction() as tx:
                came = await self._reaction(tx, chat.owner, name, read_press(query, data, embedding))
                shows = [replace(came.shows, replaces=message_id)] if came.shows else []
                await self._acknowledge(tx, chat, update_id, [*shows, *came.says])
            reaction = came

        async def tell(words: str) -> None:
            await chat.sender.toast(query.id, words)

        async with order:
            await self._retry_until_done(press, chat, message_id, update_id, tell=tell)
        return reaction.toast

    async def _continue(self, chat: Chat, turn_id: UUID, message_id: int, update_id: int) -> Reaction:
        """Let the model continue a turn's answer; below one that can't be continued, the button goes."""

        async def settle(tx: Transaction, came: Retry) -> None:
            shows = [without_continue(turn_id, message_id)] if came is Retry.NOTHING else []
            await self._acknowledge(tx, chat, update_id, shows)

        return Reaction(toast=_CONTINUE_WORDS[await chat.worker.continue_answer(turn_id, settle)])

    async def _reaction(self, tx: Transaction, owner: Owner, name: str, press: Press) -> Reaction:
        if name not in self._actions:
            return Reaction(toast=NOTHING_TO_PRESS)
        return await self._actions[name].press(tx, owner, press)

    async def _retry_until_done(
        self,
        work: Callable[[], Awaitable[None]],
        chat: Chat,
        message_id: int,
        update_id: int,
        *,
        tell: Callable[[str], Awaitable[None]],
    ) -> None:
        """Do what an update asks for as soon as the database can be reached, and let be said what came of it.

        While that takes, its sender is told once why.
        """
        told = False
        while True:
            try:
                await work()
            except AlreadyAcknowledged:  # the connection was lost as it was stored
                chat.worker.look()
                chat.worker.watch_private()
            except DatabaseUnavailable:
                log.warning("a command waits for the database", update_id=update_id)
                if not told:
                    await tell(_DATABASE_AWAY)
                told = True
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            except Exception as error:  # a bug must not leave the chat without a word
                log.exception("command failed", update_id=update_id)
                if not await self._is_given_up(chat, update_id, message_id, type(error).__name__):
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
            break
        chat.sender.wake()
        chat.worker.compact()

    async def failed(self, update: object, context: Context) -> None:
        """Try an update again that failed before anything could be begun about it, and set it aside in time."""
        sender = private_sender(update.raw) if isinstance(update, ReceivedUpdate) else None
        if context.error is None or sender is None or not isinstance(update, ReceivedUpdate):
            log.error("an update failed", exc_info=context.error)
        elif self._access.allows(sender):
            log.error("an update failed", update_id=update.update_id, exc_info=context.error)
            self._spawn(self._try_again(update, sender, type(context.error).__name__, context))

    async def _try_again(self, update: ReceivedUpdate, sender: Sender, problem: str, context: Context) -> None:
        chat = self.chat(sender.user_id, sender.chat_id)
        if await self._is_given_up(chat, update.update_id, sender.message_id, problem):
            chat.sender.wake()
            chat.worker.look()
        else:
            await asyncio.sleep(RETRY_SECONDS)
            await context.application.process_update(update)

    async def _is_given_up(self, chat: Chat, update_id: int, message_id: int | None, problem: str) -> bool:
        """Count a failed attempt at an update; tell whether it is a dead letter with that, and its sender told."""
        try:
            async with self._services.database.transaction() as tx:
                return await update_failed(tx, self._services.updates, chat.channel, [update_id], message_id, problem)
        except Exception:  # whatever it is, it is tried again
            log.exception("a failure can't be counted", update_id=update_id)
            return False

    async def _acknowledge(self, tx: Transaction, chat: Chat, update_id: int, parts: Iterable[Text]) -> None:
        await self._answers.acknowledge(tx, chat.sender.chat_id, update_id, parts)

    async def _stop(self, chat: Chat, _: Message, update_id: int) -> None:
        async def settle(tx: Transaction, stopped: Stopped) -> None:
            await self._acknowledge(tx, chat, update_id, [Text(stopped_words(stopped) or "There is nothing to stop.")])

        await chat.worker.stop(update_id, settle)

    @staticmethod
    def _asks(command: ConversationCommand) -> Command:
        """Return a command that is carried out by what knows of conversations."""

        async def ask(chat: Chat, message: Message, update_id: int) -> None:
            asked = Asked(
                owner=chat.owner,
                chat_id=chat.sender.chat_id,
                update_id=update_id,
                words=_words(message),
                at=message.date,
            )
            await command(chat.worker, asked)

        return ask

    async def _retry(self, chat: Chat, _: Message, update_id: int) -> None:
        async def settle(tx: Transaction, retry: Retry) -> None:
            await self._acknowledge(tx, chat, update_id, [Text(words)] if (words := _RETRY_WORDS[retry]) else [])

        await chat.worker.retry(settle)

    def _says(self, words: str) -> Command:
        """Return a command that does nothing but say something, or nothing."""

        async def say(chat: Chat, _message: Message, update_id: int) -> None:
            async with self._services.database.transaction() as tx:
                await self._acknowledge(tx, chat, update_id, [Text(words)] if words else [])

        return say

    def _heard(self, update: Update) -> tuple[Chat, Message]:
        """Return the chat and the message of an update that passed the filters, which ensure that it has both."""
        user, message = update.effective_user, update.effective_message
        if user is None or message is None:
            raise LookupError(update.update_id)
        chat = self.chat(user.id, message.chat_id)
        chat.sender.saw(message.message_id)
        return chat, message

    def _spawn_before(self, chat: Chat, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Carry out a turn command; what is said after it waits for it in the mailbox."""
        task = self._spawn(work)
        task.add_done_callback(lambda _: chat.worker.look())
        return task

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _words(message: Message) -> str:
    """Return what stands after a command."""
    return " ".join(clean(message.text or "").split(None, 1)[1:])


@asynccontextmanager
async def _one_after_another(first: asyncio.Lock, then: asyncio.Lock) -> AsyncIterator[None]:
    """Wait for two orders, and meanwhile keep up only the first."""
    async with first, then:
        yield


async def _all(work: Iterable[Awaitable[None]]) -> None:
    """Wait for several things; what fails has said so itself."""
    await asyncio.gather(*work, return_exceptions=True)
