"""Everything that goes out to a chat: one call at a time, and none while Telegram wants it left alone."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import structlog
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
)
from telegram.constants import ChatAction
from telegram.error import RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.database.engine import Database, Transaction
from bot.database.outbox import MOST_WAITING, Outbox, WaitingText
from bot.telegram.formatting import Part, plain
from bot.telegram.refusals import Verdict, instead_of, verdict
from bot.telegram.texts import Buttons, File, Text

_PASSING: Final[dict[str, Any]] = dict.fromkeys(
    ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout"), 4.0
)
"""How a call is made that must not keep an answer waiting."""
_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}
"""How long each piece of a file may take to be sent, and then Telegram to say that it has it."""
_MOST_FAILURES: Final = 3
"""Attempts to send a message that fail for a reason of ours before it is given up."""
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

T = TypeVar("T")

log = structlog.get_logger()


class NotNow(Exception):  # noqa: N818 - named for the situation
    """The chat is to be left alone for now, or something more urgent goes out to it."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a message shows, as far as this process has seen to it."""

    message_id: int
    part: Part
    buttons: Buttons = ()


class ChatSender:
    """Sends what the outbox holds for one chat, and shows previews and typing while it holds nothing.

    What commands say goes before answers, and both before previews. After "429 Too Many Requests" the chat gets nothing
    before its time (Bot API, ResponseParameters.retry_after), whatever process it is that sends.
    """

    def __init__(self, bot: ExtBot[None], database: Database, outbox: Outbox, chat_id: int) -> None:
        self._bot = bot
        self._database = database
        self._outbox = outbox
        self.chat_id = chat_id
        self._not_before = 0.0  # by the event loop's clock
        self._calling = asyncio.Lock()
        self._shown: _Shown | None = None
        self._failures: Counter[int] = Counter()
        self._woken = False
        self._sending: asyncio.Task[None] | None = None
        self.newest_message_id = 0

    def saw(self, message_id: int) -> None:
        """Note that a message stands in the chat."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    def pause(self, until: datetime) -> None:
        """Send nothing before a time."""
        self._not_before = _now() + (until - datetime.now(UTC)).total_seconds()

    def wake(self) -> None:
        """Send what waits in the outbox, which has just got something."""
        self._woken = True
        if not self._is_sending:
            self._sending = asyncio.create_task(self._send_all())

    async def settle(self) -> None:
        """Wait until everything in the outbox was sent."""
        if self._sending:
            await asyncio.wait({self._sending})

    async def close(self) -> None:
        """Leave what was not sent in the outbox."""
        if self._sending:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def typing(self) -> None:
        """Show that an answer is under way; not worth a failure."""
        with suppress(TelegramError, NotNow):
            await self._call(lambda: self._bot.send_chat_action(self.chat_id, ChatAction.TYPING, **_PASSING))

    async def preview(self, part: Part, message_id: int | None, *, quoted_id: int | None = None) -> int:
        """Show the beginning of an answer, in a message if it is known; return that message's id.

        Raises NotNow if the outbox comes first, and TelegramError.
        """
        if self._is_sending:
            raise NotNow
        if message_id:
            await self._edit(message_id, part, **_PASSING)
        else:
            message_id = await self._send(part, quoted_id, **_PASSING)
        self._shown = _Shown(message_id, part)
        return message_id

    async def toast(self, query_id: str, words: str) -> None:
        """Answer the press of a button, with a few words or none (Bot API, answerCallbackQuery); not worth a failure.

        It is no message, so neither what goes out to the chat nor a pause of it keeps the press waiting.
        """
        with suppress(TelegramError):
            await self._bot.answer_callback_query(query_id, words or None, **_PASSING)

    async def mention(self, parts: Iterable[Part]) -> None:
        """Say something that need not arrive, past the outbox."""
        try:
            for part in parts:
                await self._send(part, None, **_PASSING)
        except (TelegramError, NotNow) as error:
            log.warning("not said", chat=self.chat_id, error=type(error).__name__)

    @property
    def _is_sending(self) -> bool:
        return self._sending is not None and not self._sending.done()

    async def _send_all(self) -> None:
        """Send what waits, the most urgent first, until nothing does; while Telegram can't be reached, wait for it."""
        backoff = Backoff()
        while self._woken:
            self._woken = False
            try:
                await self._send_waiting()
                backoff.reset()
                continue
            except NotNow:
                await asyncio.sleep(self._not_before - _now())
            except TelegramError as error:
                again_in = backoff.next()
                log.warning("Telegram can't be reached", error=type(error).__name__, again_in=again_in)
                await asyncio.sleep(again_in)
            except Exception:  # a bug must not end the sending
                log.exception("what waits can't be sent", chat=self.chat_id)
                await asyncio.sleep(backoff.longest)
            self._woken = True

    async def _send_waiting(self) -> None:
        """Send what waits, until something more urgent may have come. Raises what `_show` does."""
        several = await self._retry_until_done(lambda tx: self._outbox.waiting(tx, self.chat_id))
        for waiting in several:
            if await self._show(waiting) and waiting.completes_answer:
                log.info("turn answered", turn=str(waiting.turn_id))
            if self._woken:
                return
        self._woken = self._woken or len(several) == MOST_WAITING

    async def _show(self, waiting: WaitingText) -> bool:
        """Show a text, and note which message does or why none ever will; tell whether one does.

        Raises NotNow, and TelegramError while Telegram can't be reached or can't be understood.
        """
        try:
            message_id = await self._shown_by(waiting)
        except NotNow:
            raise
        except TelegramError as error:
            if (found := verdict(error)) is Verdict.LATER:
                raise
            log.warning("Telegram refuses a message", chat=self.chat_id, error=type(error).__name__)
            if found is Verdict.CHAT_GONE:
                await self._clear(str(error))
            else:
                await self._give_up(waiting, str(error))
            return False
        except Exception as error:  # a bug must not hold up what is to be sent behind it
            log.exception("a message can't be sent", chat=self.chat_id)
            self._failures[waiting.id] += 1
            if self._failures[waiting.id] < _MOST_FAILURES:
                raise TelegramError("not sent") from error
            del self._failures[waiting.id]
            await self._give_up(waiting, type(error).__name__)
            return False
        await self._retry_until_done(lambda tx: self._outbox.sent(tx, waiting.id, message_id))
        return True

    async def _take_buttons_off(self, waiting: WaitingText) -> None:
        """Take the buttons off all earlier messages about the same thing, and off the one that is named.

        A refusal is ignored: the edit brings nothing new, and a press on an old button still gets a true answer.
        """
        self._shown = None
        same = await self._retry_until_done(lambda tx: self._outbox.about_same(tx, waiting.id))
        for message_id in {*same, waiting.message_id} - {None}:
            try:
                await self._call(partial(self._bot.edit_message_reply_markup, self.chat_id, message_id))
            except TelegramError as error:
                if verdict(error) not in {Verdict.SHOWN, Verdict.REFUSED}:
                    raise

    async def _give_up(self, waiting: WaitingText, problem: str) -> None:
        """Note that a text can't be shown, and tell the chat that it is missing."""
        said = texts(instead_of(Text.of(waiting.content), self.chat_id))

        async def give_up(tx: Transaction) -> None:
            if await self._outbox.refused(tx, waiting.id, problem):
                await self._outbox.add(tx, self.chat_id, said)

        await self._retry_until_done(give_up, single=False)
        self._woken = True

    async def _clear(self, problem: str) -> None:
        """Note that nothing that waits for the chat can be shown."""
        await self._retry_until_done(lambda tx: self._outbox.refuse_all(tx, self.chat_id, problem))
        self._woken = True

    async def _shown_by(self, waiting: WaitingText) -> int | None:
        """Show a text in the first way that Telegram takes; return the message's id. Raises the last refusal."""
        content = Text.of(waiting.content)
        if content.shows_nothing:
            await self._take_buttons_off(waiting)
            return None
        *ways, last = _ways(waiting.message_id, shown_part(content))
        for message_id, part in ways:
            try:
                return await self._shown_so(content, message_id, part)
            except TelegramError as error:
                if verdict(error) is not Verdict.REFUSED:
                    raise
                log.warning("Telegram refuses a way to show a message", chat=self.chat_id, edit=message_id is not None)
        return await self._shown_so(content, *last)

    async def _shown_so(self, content: Text, message_id: int | None, part: Part) -> int:
        """Show a text by a message that is there, or else by a new one; return its id."""
        if message_id:
            shown = _Shown(message_id, part, content.buttons)
            if self._shown != shown:
                await self._edit(message_id, part, content.buttons)
                self._shown = shown
            return message_id
        if content.file:
            return await self._send_file(content.file, part, content.quoted_id)
        return await self._send(part, content.quoted_id, content.buttons)

    async def _send(self, part: Part, quoted_id: int | None, buttons: Buttons = (), **options: Any) -> int:
        """Send a message and return its id."""
        sent = await self._call(
            lambda: self._bot.send_message(
                self.chat_id,
                part.text,
                entities=part.entities,
                link_preview_options=_NO_PREVIEW,
                reply_parameters=_quoting(quoted_id),
                reply_markup=_keyboard(buttons),
                **options,
            )
        )
        self.saw(sent.message_id)
        return sent.message_id

    async def _send_file(self, file: File, caption: Part, quoted_id: int | None) -> int:
        """Send a file and return its message's id (Bot API, sendDocument)."""
        document = InputFile(file.content, file.name)
        sent = await self._call(
            lambda: self._bot.send_document(
                self.chat_id,
                document,
                caption=caption.text or None,
                caption_entities=caption.entities,
                disable_content_type_detection=True,
                reply_parameters=_quoting(quoted_id),
                **_UPLOAD,
            )
        )
        self.saw(sent.message_id)
        return sent.message_id

    async def _edit(self, message_id: int, part: Part, buttons: Buttons = (), **options: Any) -> None:
        """Change a message's text and buttons; the same ones again are no error."""
        try:
            await self._call(
                lambda: self._bot.edit_message_text(
                    part.text,
                    self.chat_id,
                    message_id,
                    entities=part.entities,
                    link_preview_options=_NO_PREVIEW,
                    reply_markup=_keyboard(buttons),
                    **options,
                )
            )
        except TelegramError as error:
            if verdict(error) is not Verdict.SHOWN:
                raise

    async def _call(self, request: Callable[[], Awaitable[T]]) -> T:
        """Ask Telegram for something, once nothing else is being asked. Raises NotNow during a pause."""
        async with self._calling:
            if _now() < self._not_before:
                raise NotNow
            try:
                return await request()
            except RetryAfter as refusal:
                seconds = seconds_of(refusal)
                self._not_before = _now() + seconds
                until = datetime.now(UTC) + timedelta(seconds=seconds)
                log.warning("Telegram wants a chat left alone", chat=self.chat_id, seconds=math.ceil(seconds))
                await self._retry_until_done(lambda tx: self._outbox.pause(tx, self.chat_id, until))
                raise NotNow from refusal

    async def _retry_until_done(self, work: Callable[[Transaction], Awaitable[T]], *, single: bool = True) -> T:
        """Read from the outbox, or note in it: what is not noted is sent again."""
        return await self._database.retry(work, single=single, chat=self.chat_id)


def _ways(message_id: int | None, part: Part) -> list[tuple[int | None, Part]]:
    """Return the ways to show a text, best first: by the message that is there or a new one, formatted or not.

    Every edit with a text is worth a new message: the user waits for an answer, or for what a button does (a page, a
    receipt that is undone, an offer that is accepted). An edit that only takes buttons off is not.
    """
    forms = [part, plain(part)] if part.entities else [part]
    return [(shown_by, form) for shown_by in ([message_id, None] if message_id else [None]) for form in forms]


def texts(parts: Iterable[Part | Text]) -> list[Text]:
    """Return messages as the outbox keeps them."""
    return [
        part if isinstance(part, Text) else Text(part.text, [entity.to_dict() for entity in part.entities])
        for part in parts
    ]


def _quoting(message_id: int | None) -> ReplyParameters | None:
    return ReplyParameters(message_id, allow_sending_without_reply=True) if message_id else None


def _keyboard(buttons: Buttons) -> InlineKeyboardMarkup | None:
    rows = [[InlineKeyboardButton(it.text, callback_data=it.data) for it in row] for row in buttons]
    return InlineKeyboardMarkup(rows) if rows else None


def shown_part(text: Text) -> Part:
    """Return a message of the outbox as it is shown, without its buttons."""
    return Part(text.text, tuple(MessageEntity(**entity) for entity in text.entities))


def _now() -> float:
    return asyncio.get_running_loop().time()


def seconds_of(refusal: RetryAfter) -> float:
    """Return how long Telegram wants to be left alone."""
    after = refusal.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
