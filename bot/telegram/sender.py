"""Delivery of the outbox to a chat, and of previews while it is empty."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeVar

import structlog
from telegram.constants import ChatAction
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.kit.backoff import Backoff
from bot.kit.errors import DiskFull
from bot.kit.language import mark, speaking_to, t
from bot.kit.place import Place
from bot.store.engine import Database, Transaction
from bot.telegram.display import Display, NotNow, PacedCalls, Pause
from bot.telegram.errors import Verdict, instead_of, verdict
from bot.telegram.outcomes import Rendering
from bot.telegram.request import BRIEFLY
from bot.telegram.texts import (
    Dated,
    Deletion,
    Edit,
    Emoji,
    File,
    Keyboard,
    Message,
    Opening,
    Part,
    Text,
    TopicDeletion,
    TopicName,
    Voice,
    columns_of,
    part_of,
)
from bot.turns.store import topics
from bot.turns.store.outbox import MOST_WAITING, Outbox, Waiting

_MOST_FAILURES: Final = 3
"""Failed attempts, by a bug of ours, before a message is given up."""
_NEW_TOPIC: Final = mark("New conversation")

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(eq=False)
class ChatSender:
    """Delivers the outbox of one chat, or of a topic of it, and shows previews and typing while it is empty.

    Answers of commands go before the model's, and both before previews. What Keepsake says itself is in the chat's
    `language`. `beside` returns what goes with each answer to the user, in the caller's transaction. The `rendering` is
    that of answers.
    """

    _bot: ExtBot[None]
    _database: Database
    _outbox: Outbox
    place: Place
    language: Callable[[], str]
    _pause: Pause
    _wake_other: Callable[[Place], None]
    beside: Callable[[Transaction], Awaitable[list[Part]]]
    rendering: Rendering
    _failures: int = 0
    _has_warned: bool = False
    _woken: bool = False
    _ahead: Callable[[], list[Waiting] | None] = lambda: None  # what waits, if it was read already
    _sending: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._chat_id = self.place.chat_id
        self._calls = PacedCalls(self._database, self._outbox, self._chat_id, self._pause)
        self._display = Display(self._bot, self.place, self._calls)

    @property
    def newest_message_id(self) -> int:
        """The id of the newest message in the chat that is known."""
        return self._display.newest_message_id

    def saw(self, message_id: int) -> None:
        """Record that a message is in the chat."""
        self._display.saw(message_id)

    def wake(self) -> None:
        """Deliver the outbox."""
        self._woken = True
        if not self.is_sending:
            self._sending = asyncio.create_task(self._send_all())

    def read_ahead(self, tx: Transaction) -> None:
        """Have a transaction read what waits at its end, so that the next `wake` delivers it at once."""
        if not self.is_sending:  # else it may send what the transaction reads before that is known here
            self._ahead = self._outbox.read_ahead(tx, self.place)

    async def settle(self) -> None:
        """Wait until the outbox is empty."""
        if self._sending:
            await asyncio.wait({self._sending})

    async def close(self) -> None:
        """Stop; unsent messages stay in the outbox."""
        if self._sending:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def reaches(self) -> bool:
        """Tell whether a message could be sent now, by showing the typing indicator (Bot API, sendChatAction)."""
        try:
            await self._calls.make(
                partial(self._bot.send_chat_action, self._chat_id, ChatAction.TYPING, **self._display.topic, **BRIEFLY)
            )
        except (TelegramError, NotNow):
            return False
        return True

    async def preview(self, text: Message | Edit) -> int:
        """Show a preview of an answer; return its message's id.

        Raises NotNow if the outbox comes first, and TelegramError.
        """
        if self.is_sending:
            raise NotNow
        return await self._display.show(text, **BRIEFLY)

    async def toast(self, query_id: str, words: str) -> None:
        """Answer the press of a button with a toast or none (Bot API, answerCallbackQuery); errors are ignored.

        It isn't a message, so it waits neither for the outbox nor for a pause.
        """
        with suppress(TelegramError):
            await self._bot.answer_callback_query(query_id, words or None, **BRIEFLY)

    async def warn_of_full_disk(self) -> None:
        """Say that the disk is full, without the outbox, once until something of that is delivered again."""
        if not self._has_warned:
            self._has_warned = True
            with speaking_to(self.language()):
                await self.mention([Text(str(DiskFull()))])

    async def mention(self, texts: Iterable[Text]) -> None:
        """Send messages that may be lost, without the outbox."""
        try:
            for text in texts:
                await self._display.show(text, **BRIEFLY)
        except (TelegramError, NotNow) as error:
            log.warning("a message was not sent", chat=self._chat_id, error=type(error).__name__)

    @property
    def is_sending(self) -> bool:
        """Whether messages are being delivered, or wait for the end of a pause."""
        return self._sending is not None and not self._sending.done()

    async def _send_all(self) -> None:
        """Deliver the outbox, most urgent first, waiting while Telegram can't be reached."""
        backoff = Backoff()
        with speaking_to(self.language()):
            while self._woken:
                self._woken = False
                try:
                    await self._send_waiting()
                    backoff.reset()
                    continue
                except NotNow:
                    await asyncio.sleep(self._calls.pause.seconds_left)
                except Exception as error:
                    again_in = backoff.next()
                    if isinstance(error, TelegramError):
                        log.warning("Telegram can't be reached", error=type(error).__name__, again_in=again_in)
                    else:  # a bug must not end the sending
                        log.exception("what waits can't be sent", chat=self._chat_id)
                    await asyncio.sleep(again_in)
                self._woken = True

    async def _send_waiting(self) -> None:
        """Send waiting messages until a more urgent one may have come. Raises what `_send` does."""
        several, self._ahead = self._ahead(), lambda: None
        if several is None:
            several = await self._retry_until_done(lambda tx: self._outbox.waiting(tx, self.place))
        if any(it.columns["due_at"] for it in several) and await self._retry_until_done(
            lambda tx: self._outbox.merge_dated(tx, self.place), single=False
        ):
            self._woken = True
            return
        for waiting in several:
            await self._send(waiting)
            if self._woken:
                return
        self._woken = self._woken or len(several) == MOST_WAITING

    async def _send(self, waiting: Waiting) -> None:
        """Send a message, and store its message id or the reason of its refusal.

        Raises NotNow, and errors that are worth a retry.
        """
        part: Part | None = None
        try:
            part = part_of(waiting.columns)
            message_id = await self._carry_out(waiting.id, part)
        except NotNow:
            raise
        except Exception as error:
            if (found := self._found(error)) is Verdict.LATER:
                raise
            if found is Verdict.TOPIC_GONE and self.place.topic_id:
                await self._leave_topic()
                return
            log.warning("Telegram refuses a message", chat=self._chat_id, error=type(error).__name__)
            problem = str(error) if isinstance(error, TelegramError) else type(error).__name__
            await self._give_up(waiting.id, part, problem, chat_is_gone=found is Verdict.CHAT_GONE)
        else:
            if not isinstance(part, Opening):  # its message waits in the topic
                await self._note_sent(waiting, part, message_id)
            if waiting.completes_answer:
                log.info("turn answered", turn=str(waiting.turn_id))
        self._failures = 0
        self._has_warned = False

    async def _carry_out(self, which: int, part: Part) -> int | None:
        """Do what a part stands for; return the id of a message that is shown."""
        match part:
            case Deletion(message_id):
                await self._display.delete(message_id)
            case Keyboard():
                await self._set_buttons(which, part)
            case Emoji():
                await self._display.react(part)
            case TopicName() | TopicDeletion():
                await self._display.change_topic(part)
            case Opening():
                await self._open_topic(which, part)
            case Dated():
                return await self._display.arrive(part.at(datetime.now(UTC)))
            case Text() | File() | Voice() | Edit():
                return await self._display.arrive(part)
        return None

    async def _note_sent(self, waiting: Waiting, part: Part, message_id: int | None) -> None:
        """Store that a message was sent; delete it if its turn was superseded meanwhile."""
        turn_id = waiting.turn_id
        still_waited = await self._retry_until_done(lambda tx: self._outbox.sent(tx, waiting.id, message_id))
        if not still_waited and turn_id and message_id and not isinstance(part, Edit):
            await self._retry_until_done(
                lambda tx: self._outbox.delete_superseded(tx, self.place, turn_id, message_id), single=False
            )
            self._woken = True

    async def _open_topic(self, which: int, opening: Opening) -> None:
        """Open a topic, in which the message then waits (Bot API, createForumTopic)."""
        place = await self._display.open_topic(opening.name or t(_NEW_TOPIC))
        flags = {"is_private": opening.is_private, "is_unnamed": not opening.name}
        await self._retry_until_done(
            lambda tx: topics.note_opened(tx, self._bot.id, place, which, **flags), single=False
        )
        self._wake_other(place)

    async def _leave_topic(self) -> None:
        """Let what waits for a topic that is gone be sent to General."""
        log.warning("a topic is gone", chat=self._chat_id)
        await self._retry_until_done(lambda tx: topics.leave(tx, self._bot.id, self.place), single=False)
        self._woken = True
        self._wake_other(Place(self._chat_id))

    def _found(self, error: Exception) -> Verdict:
        """Return the verdict on an error; after a few attempts, a bug counts as a refusal."""
        if isinstance(error, TelegramError):
            return verdict(error)
        self._failures += 1
        return Verdict.LATER if self._failures < _MOST_FAILURES else Verdict.REFUSED

    async def _give_up(self, which: int, part: Part | None, problem: str, *, chat_is_gone: bool) -> None:
        """Store that a part is refused, with a notice to the chat unless it is gone."""
        with speaking_to(self.language()):
            notices = [] if chat_is_gone else instead_of(part, self._chat_id)

        async def give_up(tx: Transaction) -> None:
            if await self._outbox.refuse(tx, self._chat_id, problem, None if chat_is_gone else which):
                await self._outbox.add(tx, self.place, columns_of(notices))

        await self._retry_until_done(give_up, single=False)
        self._woken = True

    async def _set_buttons(self, which: int, keyboard: Keyboard) -> None:
        """Give all earlier messages about the same thing, and a given one, other buttons or none."""
        same = await self._retry_until_done(lambda tx: self._outbox.about_same(tx, which))
        given = {keyboard.message_id} if keyboard.message_id else set()
        await self._display.set_buttons(given.union(same), keyboard.buttons)

    async def _retry_until_done(self, work: Callable[[Transaction], Awaitable[T]], *, single: bool = True) -> T:
        """Use the outbox, retrying while the database is unavailable."""
        return await self._database.retry(work, single=single, chat=self._chat_id)
