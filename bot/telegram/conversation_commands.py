"""The commands that change which conversation a chat is in, or erase: /new, /private, /resume, /forget and /erase."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final, TypeAlias

from bot.chat.events import Stopped
from bot.chat.private_chat import PRIVATE_OVER
from bot.chat.services import TurnServices
from bot.chat.worker import ChatWorker
from bot.database import history
from bot.database.engine import Transaction
from bot.database.history import PastConversation
from bot.telegram.command_answers import CommandAnswers
from bot.telegram.formatting import RichText, code, compose
from bot.telegram.history_command import HistoryCommand, title
from bot.values import Owner, one_line

ERASE_PHRASE: Final = "everything I told you"
_HIGHEST_NUMBER: Final = 2**63 - 1
_STILL_PRIVATE: Final = "🔒 This is a private chat already. /new ends it."
_PRIVATE: Final = (
    "🔒 This is a private chat now. I read no memories and store none, and everything said here is erased when it "
    "ends: with /new, or {} after your last message. What stands in Telegram stays there until you delete it."
)
_ERASED: Final = (
    "Everything is erased: your memories, our conversations, what they cost, and the record of your messages. What "
    "stands in this Telegram chat stays there until you delete it. If you write to me again, we begin anew."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command about conversations: the words behind it, and when it was sent (Telegram's date)."""

    owner: Owner
    chat_id: int
    update_id: int
    words: str
    at: datetime


ConversationCommand: TypeAlias = Callable[[ChatWorker, Asked], Awaitable[None]]
"""Carries out a command, in one transaction with what is to be said of it and with its update's end."""


class ConversationCommands:
    """Carries them out: what runs is stopped first, where the chat is to be in another conversation."""

    def __init__(
        self,
        services: TurnServices,
        answers: CommandAnswers,
        listed: HistoryCommand,
        timezone: tzinfo | None,
        *,
        idle_limit: timedelta,
    ) -> None:
        self._services = services
        self._answers = answers
        self._listed = listed
        self._timezone = timezone
        self._idle_limit = idle_limit

    @property
    def all(self) -> Mapping[str, ConversationCommand]:
        """The commands by their names."""
        return {
            "new": self._new,
            "private": self._private,
            "resume": self._resume,
            "forget": self._forget,
            "erase": self._erase,
        }

    async def _new(self, worker: ChatWorker, asked: Asked) -> None:
        async def renew(tx: Transaction, stopped: Stopped) -> None:
            renewed = await self._services.conversation_lifecycle.renew(tx, asked.owner, asked.chat_id)
            over = PRIVATE_OVER if renewed.was_private else ""
            begins = f"A new conversation begins; {_kept(renewed.remembered)}."
            await self._acknowledge(tx, asked, _sentences(stopped_words(stopped), over, begins))

        await worker.renew(asked.update_id, renew)

    async def _private(self, worker: ChatWorker, asked: Asked) -> None:
        services = self._services
        async with services.database.transaction() as tx:
            if await services.conversation_lifecycle.is_private(tx, asked.owner, asked.chat_id, asked.at):
                await self._acknowledge(tx, asked, _STILL_PRIVATE)
                return

        async def open_private(tx: Transaction, stopped: Stopped) -> None:
            started_at = await services.updates.received_at(tx, asked.update_id)
            await services.conversation_lifecycle.open_private(
                tx, asked.owner, asked.chat_id, asked.at, started_at=started_at
            )
            begins = _PRIVATE.format(_span(self._idle_limit))
            await self._acknowledge(tx, asked, _sentences(stopped_words(stopped), begins))

        await worker.renew(asked.update_id, open_private)
        worker.watch_private()

    async def _resume(self, worker: ChatWorker, asked: Asked) -> None:
        lifecycle = self._services.conversation_lifecycle
        async with self._services.database.transaction() as tx:
            if not asked.words:
                await self._answers.acknowledge(
                    tx, asked.chat_id, asked.update_id, [await self._listed.page(tx, asked.owner)]
                )
                return
            past = await self._past(tx, asked, asked.words)
            if past is None:
                await self._acknowledge(tx, asked, _which("resume", asked.words))
                return
            if await lifecycle.is_open(tx, asked.owner, asked.chat_id, past, asked.at):
                await self._acknowledge(tx, asked, f"We are in conversation {past.number} already.")
                return

        async def resume(tx: Transaction, stopped: Stopped) -> None:
            was_private = await lifecycle.resume(tx, asked.owner, asked.chat_id, past, asked.at)
            back = f"We go on with conversation {title(past, self._timezone)}"
            await self._acknowledge(
                tx, asked, _sentences(stopped_words(stopped), PRIVATE_OVER if was_private else "", back)
            )

        await worker.renew(asked.update_id, resume)

    async def _forget(self, worker: ChatWorker, asked: Asked) -> None:
        number, _, rest = asked.words.partition(" ")
        async with self._services.database.transaction() as tx:
            past = await self._past(tx, asked, number)
            if past is None:
                await self._acknowledge(tx, asked, _which("forget", number))
                return
            if rest.casefold() != "yes":
                await self._acknowledge(tx, asked, *self._asks_to_forget(past))
                return
            if past.ended_at is not None:
                await self._forgotten(tx, asked, past)
                return

        async def forget(tx: Transaction, stopped: Stopped) -> None:
            await self._forgotten(tx, asked, past, stopped)

        await worker.renew(asked.update_id, forget)

    async def _forgotten(
        self, tx: Transaction, asked: Asked, past: PastConversation, stopped: Stopped | None = None
    ) -> None:
        await self._services.conversation_lifecycle.forget(tx, past)
        words = f"Conversation {past.number} is erased. What I remember from it stays."
        if stopped:
            words = _sentences(stopped_words(stopped), words, "Your next message begins a new one.")
        await self._acknowledge(tx, asked, words)

    def _asks_to_forget(self, past: PastConversation) -> tuple[str, RichText]:
        asked = (
            f"Conversation {title(past, self._timezone)}\n\n"
            "Shall I erase it for good, with all that was said in it? What I remember from it stays, and so does what "
            "stands in this Telegram chat. To go ahead, send:\n"
        )
        return asked, code(f"/forget {past.number} yes")

    async def _erase(self, worker: ChatWorker, asked: Asked) -> None:
        if one_line(asked.words) != ERASE_PHRASE:
            async with self._services.database.transaction() as tx:
                await self._acknowledge(tx, asked, *await self._asks_to_erase(tx, asked.owner))
            return

        async def erase(tx: Transaction, _: Stopped) -> None:
            await self._services.updates.acknowledge(tx, [asked.update_id])  # first, so that its record is erased too
            await self._services.conversation_lifecycle.erase(tx, asked.owner)
            await self._answers.say(tx, asked.chat_id, compose(_ERASED))

        await worker.renew(asked.update_id, erase)

    async def _asks_to_erase(self, tx: Transaction, owner: Owner) -> tuple[str, RichText]:
        extent = await history.extent(tx, owner)
        deleted = f" ({extent.deleted:,} of them deleted)" if extent.deleted else ""
        asked = (
            "This erases everything I know of you, for good: "
            f"{_count(extent.memories, 'memory', 'memories')}{deleted} with every version, "
            f"{_count(extent.conversations, 'conversation', 'conversations')} with all that was said, "
            "what they cost, and the record of your messages. What stands in this Telegram chat stays there, and so do "
            "backups made before. "
            "/export gives you a copy first.\n\nTo go ahead, send:\n"
        )
        return asked, code(f"/erase {ERASE_PHRASE}")

    async def _past(self, tx: Transaction, asked: Asked, number: str) -> PastConversation | None:
        """Return the conversation that is asked for, if there is one."""
        is_number = number.isascii() and number.isdecimal() and int(number) <= _HIGHEST_NUMBER
        return await history.one(tx, asked.owner, int(number)) if is_number else None

    async def _acknowledge(self, tx: Transaction, asked: Asked, *words: str | RichText) -> None:
        await self._answers.acknowledge(tx, asked.chat_id, asked.update_id, compose(*words))


def stopped_words(stopped: Stopped) -> str:
    """Say what was stopped; nothing if nothing was."""
    messages = "1 message" if stopped.dropped == 1 else f"{stopped.dropped} messages"
    waiting = f"{messages} that waited will not be answered." if stopped.dropped else ""
    return _sentences("Stopped." if stopped.turn else "", waiting)


def _sentences(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _kept(memories: int) -> str:
    few = {0: "I remember nothing yet", 1: "I kept the one thing I remember", 2: "I kept both memories"}
    return few.get(memories, f"I kept all {memories} memories")


def _which(command: str, number: str) -> str:
    """Say that there is no such conversation, or how to name one."""
    if number.isdecimal():
        return f"There is no conversation {number}. /history lists them."
    return f"Usage: /{command} <number>. /history shows the numbers."


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _span(time: timedelta) -> str:
    """Tell a time in hours, if they are whole, or in minutes."""
    minutes = time / timedelta(minutes=1)
    if minutes >= 60 and minutes % 60 == 0:  # noqa: PLR2004 - an hour
        return _count(round(minutes / 60), "hour", "hours")
    return "1 minute" if minutes == 1 else f"{minutes:g} minutes"
