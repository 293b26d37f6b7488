"""What is done about each kind of update. Nothing here waits: what takes time is done in tasks of its own."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import structlog
from telegram import BotCommand, Message, Update
from telegram.ext import BaseHandler, CommandHandler, ContextTypes, ExtBot, MessageHandler, filters

from bot.errors import DatabaseUnavailable
from bot.messages import Owner, clean
from bot.telegram.access import Access
from bot.telegram.budget import Urgency
from bot.telegram.chat_worker import ChatWorker, Retry, Stopped, TurnServices, WaitingMessage
from bot.telegram.formatting import Part, RichText, code, compose
from bot.telegram.memory_command import MemoryCommand
from bot.telegram.replies import ChatSender

COMMANDS: Final = (
    BotCommand("memory", "See and manage what I remember"),
    BotCommand("new", "Start a new conversation"),
    BotCommand("stop", "Stop the answer that is being written"),
    BotCommand("retry", "Answer the last message again"),
    BotCommand("help", "What I can do"),
    BotCommand("start", "Say hello"),
)

WELCOME = """\
Hello! I'm your personal assistant, and I remember. Just write to me.

Tell me about the people around you, your work, what you like; I'll ask before I store something new, and whenever I \
store, change or forget something, a line under my answer says so. /memory shows all of it.

/help lists what I can do."""

HELP = """\
Write to me as you would to a person. “Remember that …” stores something at once, “forget that …” takes it back.

/memory: see and manage what I remember
/new: start a new conversation; what I remember stays
/stop: stop the answer that is being written
/retry: answer the last message again"""

_UNKNOWN_COMMAND = "I don't know this command. /help lists what I can do."
_NO_TEXT = "I can only read text so far. Tell me in words?"
_TOO_LATE = "I had read your message before you edited it; send me the correction as a new one."
_APOLOGY = "Sorry, something went wrong on my side. Please try again."
_DATABASE_AWAY = "I can't reach my database right now; I'll do it as soon as I can."
_RETRY_SECONDS: Final = 1.0

Context: TypeAlias = ContextTypes.DEFAULT_TYPE
Callback: TypeAlias = Callable[[Update, Context], Coroutine[Any, Any, None]]

log = structlog.get_logger()


@dataclass(slots=True)
class Chat:
    """A private chat: who writes in it, its worker, what is sent to it, and the turn of its commands."""

    owner: Owner
    worker: ChatWorker
    sender: ChatSender
    commands: asyncio.Lock = field(default_factory=asyncio.Lock)
    memory_commands: asyncio.Lock = field(default_factory=asyncio.Lock)
    told_too_late: set[int] = field(default_factory=set)


Command: TypeAlias = Callable[[Chat, Message, int], Awaitable[list[Part]]]


class Handlers:
    """Tells each update's message to its chat's worker, or carries out its command."""

    def __init__(
        self, bot: ExtBot[Urgency], bot_id: int, access: Access, services: TurnServices, memory: MemoryCommand
    ) -> None:
        self._bot = bot
        self._bot_id = bot_id
        self._access = access
        self._services = services
        self._memory_command = memory
        self._chats: dict[int, Chat] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self, allowed: filters.BaseFilter) -> list[BaseHandler[Update, Context, None]]:
        """Return the handlers, in the order they are to be asked; `allowed` knows the users that may use the bot."""
        new = filters.UpdateType.MESSAGE
        return [
            MessageHandler(~allowed, self._refuse),
            MessageHandler(filters.UpdateType.EDITED_MESSAGE, self._edited),
            CommandHandler("stop", self._turn_command(self._stop, overtakes=True), new),
            CommandHandler("memory", self._memory, new),
            CommandHandler("new", self._turn_command(self._new), new),
            CommandHandler("retry", self._turn_command(self._retry), new),
            CommandHandler("start", self._command(self._says(WELCOME)), new),
            CommandHandler("help", self._command(self._says(HELP)), new),
            MessageHandler(new & filters.COMMAND, self._command(self._says(_UNKNOWN_COMMAND))),
            MessageHandler(new & filters.TEXT, self._text),
            MessageHandler(new, self._command(self._says(_NO_TEXT))),
        ]

    def chat(self, user_id: int, chat_id: int) -> Chat:
        """Return a chat, known or new."""
        if chat_id not in self._chats:
            owner = Owner(self._bot_id, user_id)
            sender = ChatSender(self._bot, chat_id)
            self._chats[chat_id] = Chat(owner, ChatWorker(self._services, owner, sender, chat_id), sender)
        return self._chats[chat_id]

    async def close(self) -> None:
        """Leave every chat as it is, to be taken up again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(
            *self._tasks, *(chat.worker.close() for chat in self._chats.values()), return_exceptions=True
        )

    async def _text(self, update: Update, _: Context) -> None:
        chat, message = self._heard(update)
        chat.worker.notice(
            WaitingMessage(message.message_id, clean(message.text or ""), message.date, [update.update_id])
        )

    async def _edited(self, update: Update, _: Context) -> None:
        """Replace a text that still waits, or say once that it came too late; other edits are nobody's words."""
        chat, message = self._heard(update)
        if message.text and chat.worker.replace(message.message_id, clean(message.text), update.update_id):
            return
        silent = message.text is None or message.message_id in chat.told_too_late
        chat.told_too_late.add(message.message_id)
        self._spawn(self._carry_out(self._says("" if silent else _TOO_LATE), chat, message, update.update_id))

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
        self._spawn(ChatSender(self._bot, message.chat_id).answer(compose(*sorry)))

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
            chat.worker.hold()
            order = nullcontext() if overtakes else chat.commands
            done = self._spawn(self._carry_out(command, chat, message, update.update_id, order))
            done.add_done_callback(lambda _: chat.worker.release())

        return callback

    async def _memory(self, update: Update, _: Context) -> None:
        """Carry out `/memory`, which waits for nothing but the one before it."""
        chat, message = self._heard(update)
        self._spawn(self._carry_out(self._remembered, chat, message, update.update_id, chat.memory_commands))

    async def _carry_out(
        self,
        command: Command,
        chat: Chat,
        message: Message,
        update_id: int,
        order: AbstractAsyncContextManager[None] | None = None,
    ) -> None:
        """Carry out a command, as soon as the database can be reached, and say what came of it."""
        async with order or nullcontext():
            told = False
            while True:
                try:
                    parts = await command(chat, message, update_id)
                    break
                except DatabaseUnavailable:
                    log.warning("a command waits for the database", update_id=update_id)
                    await chat.sender.answer([] if told else [Part(_DATABASE_AWAY)])
                    told = True
                    await asyncio.sleep(_RETRY_SECONDS)
                except Exception:  # a bug must not leave the chat without a word
                    log.exception("command failed", update_id=update_id)
                    parts = await self._says(_APOLOGY)(chat, message, update_id)
                    break
            await chat.sender.answer(parts)

    async def _remembered(self, chat: Chat, message: Message, update_id: int) -> list[Part]:
        async with self._services.database.transaction() as tx:
            parts = await self._memory_command.answer(tx, chat.owner, _words(message))
            await self._services.updates.handled(tx, [update_id])
        return parts

    async def _stop(self, chat: Chat, message: Message, update_id: int) -> list[Part]:
        stopped = await chat.worker.stop(update_id, message.message_id)
        return [Part(_stopped(stopped) or "There is nothing to stop.")]

    async def _new(self, chat: Chat, message: Message, update_id: int) -> list[Part]:
        stopped, kept = await chat.worker.renew(update_id, message.message_id)
        few = {0: "I remember nothing yet", 1: "I kept the one thing I remember", 2: "I kept both memories"}
        memories = few.get(kept, f"I kept all {kept} memories")
        return [Part(f"{_stopped(stopped)} A new conversation begins; {memories}.".strip())]

    async def _retry(self, chat: Chat, _: Message, update_id: int) -> list[Part]:
        match await chat.worker.retry(update_id):
            case Retry.BEGUN:
                return []
            case Retry.BUSY:
                return [Part("I'm still working on it.")]
            case Retry.NOTHING:
                return [Part("There is nothing to retry.")]

    def _says(self, words: str) -> Command:
        """Return a command that does nothing but say something, or nothing."""

        async def say(_chat: Chat, _message: Message, update_id: int) -> list[Part]:
            async with self._services.database.transaction() as tx:
                await self._services.updates.handled(tx, [update_id])
            return [Part(words)] if words else []

        return say

    def _heard(self, update: Update) -> tuple[Chat, Message]:
        """Return the chat and the message of an update that passed the filters, which ensure that it has both."""
        user, message = update.effective_user, update.effective_message
        if user is None or message is None:
            raise LookupError(update.update_id)
        chat = self.chat(user.id, message.chat_id)
        chat.sender.saw(message.message_id)
        return chat, message

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _words(message: Message) -> str:
    """Return what stands after a command."""
    return " ".join(clean(message.text or "").split(None, 1)[1:])


def _stopped(stopped: Stopped) -> str:
    """Say what was stopped; nothing if nothing was."""
    messages = "1 message" if stopped.dropped == 1 else f"{stopped.dropped} messages"
    waiting = f"{messages} that waited will not be answered." if stopped.dropped else ""
    return " ".join(sentence for sentence in ("Stopped." if stopped.turn else "", waiting) if sentence)
