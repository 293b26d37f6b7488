"""Everything that goes out to a chat: one call at a time, and none while Telegram wants it left alone."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
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
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.database.engine import Database, Transaction
from bot.database.outbox import MOST_WAITING, Buttons, File, Outbox, Text, WaitingText
from bot.telegram.formatting import Part, plain

_PASSING: Final[dict[str, Any]] = dict.fromkeys(
    ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout"), 4.0
)
"""How a call is made that must not keep an answer waiting."""
_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}
"""How long each piece of a file may take to be sent, and then Telegram to say that it has it."""
_TOO_LARGE: Final = "too large"  # HTTP 413, which no later try changes
_RETRY_SECONDS: Final = 1.0
_LONGEST_WAIT_SECONDS: Final = 30.0
_MOST_FAILURES: Final = 3
"""So often sending a message may fail for a reason of ours before it is given up."""
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_REFUSALS: Final = (BadRequest, ChatMigrated, Forbidden)
"""What Telegram means for good; whatever else it says, it may say otherwise later."""
_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")

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
        patience = _RETRY_SECONDS
        while self._woken:
            self._woken = False
            try:
                await self._send_waiting()
                patience = _RETRY_SECONDS
                continue
            except NotNow:
                await asyncio.sleep(self._not_before - _now())
            except TelegramError as error:
                log.warning("Telegram can't be reached", error=type(error).__name__, again_in=patience)
                await asyncio.sleep(patience)
                patience = min(2 * patience, _LONGEST_WAIT_SECONDS)
            except Exception:  # a bug must not end the sending
                log.exception("what waits can't be sent", chat=self.chat_id)
                await asyncio.sleep(_LONGEST_WAIT_SECONDS)
            self._woken = True

    async def _send_waiting(self) -> None:
        """Send what waits, until something more urgent may have come. Raises what `_show` does."""
        several = await self._insist(lambda tx: self._outbox.waiting(tx, self.chat_id))
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
            message_id = await self._shown_by(waiting, shown_part(waiting.content))
        except _REFUSALS as refusal:
            log.warning("Telegram refuses a message", chat=self.chat_id, error=type(refusal).__name__)
            problem = str(refusal)
        except (NotNow, TelegramError):
            raise
        except Exception as error:  # a bug must not hold up what is to be sent behind it
            log.exception("a message can't be sent", chat=self.chat_id)
            self._failures[waiting.id] += 1
            if self._failures[waiting.id] < _MOST_FAILURES:
                raise TelegramError("not sent") from error
            problem = type(error).__name__
            del self._failures[waiting.id]
        else:
            await self._insist(lambda tx: self._outbox.sent(tx, waiting.id, message_id))
            return True
        await self._insist(lambda tx: self._outbox.refused(tx, waiting.id, problem))
        return False

    async def _shown_by(self, waiting: WaitingText, part: Part) -> int:
        """Show a text as it is to be, or else without its formatting; return the message's id."""
        try:
            return await self._shown_formatted_by(waiting, part)
        except BadRequest:
            if not part.entities:
                raise
            log.warning("formatting refused by Telegram", chat=self.chat_id)
            return await self._shown_formatted_by(waiting, plain(part))

    async def _shown_formatted_by(self, waiting: WaitingText, part: Part) -> int:
        if waiting.message_id:
            with suppress(_MessageGone):
                shown = _Shown(waiting.message_id, part, waiting.content.buttons)
                if self._shown != shown:
                    await self._edit(waiting.message_id, part, waiting.content.buttons)
                    self._shown = shown
                return waiting.message_id
        if waiting.content.file:
            return await self._send_file(waiting.content.file, part, waiting.content.quoted_id)
        return await self._send(part, waiting.content.quoted_id, waiting.content.buttons)

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
        """Send a file and return its message's id (Bot API, sendDocument). Raises BadRequest if it is too large."""
        document = InputFile(file.content, file.name)
        try:
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
        except NetworkError as error:
            if _TOO_LARGE in str(error).lower():
                raise BadRequest(str(error)) from error
            raise
        self.saw(sent.message_id)
        return sent.message_id

    async def _edit(self, message_id: int, part: Part, buttons: Buttons = (), **options: Any) -> None:
        """Change a message's text and buttons; the same ones again are no error. Raises _MessageGone."""
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
        except BadRequest as error:
            said = str(error).lower()
            if any(words in said for words in _GONE):
                raise _MessageGone(str(error)) from error
            if "message is not modified" not in said:
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
                await self._insist(lambda tx: self._outbox.pause(tx, self.chat_id, until))
                raise NotNow from refusal

    async def _insist(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Read from the outbox, or note in it: what is not noted is sent again."""
        return await self._database.insist(work, chat=self.chat_id)


class _MessageGone(BadRequest):
    """The message to be edited is not there any more."""


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
