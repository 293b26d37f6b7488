"""How an answer reaches its chat: typing at once, a preview that grows while it is written, then the whole."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import structlog
from telegram import LinkPreviewOptions, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError
from telegram.ext import ExtBot

from bot.database.engine import Database
from bot.database.updates import SentMessages
from bot.errors import DatabaseUnavailable
from bot.telegram.budget import Urgency
from bot.telegram.formatting import Part, format_reply, plain_parts, preview

ENOUGH_CHARACTERS: Final = 20
ENOUGH_SECONDS: Final = 0.3
"""The first preview waits for so many characters, or so long after the first ones."""
EDIT_SECONDS: Final = 1.0
"""Previews are edited at most this often: more earns growing refusals."""
_TYPING_SECONDS: Final = 4.5
_TYPING_AFTER_SECONDS: Final = 0.02
"""The model is asked first: typing takes as much of the processor as asking does."""
_PASSING_SECONDS: Final = 4.0
_LONGEST_WAIT_SECONDS: Final = 30.0
_RETRY_SECONDS: Final = 1.0

_MESSAGE_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")

log = structlog.get_logger()


class ChatSender:
    """Sends and edits texts in one chat, and remembers the newest message in it."""

    def __init__(self, bot: ExtBot[Urgency], chat_id: int) -> None:
        self._bot = bot
        self._chat_id = chat_id
        self.newest_message_id = 0

    def saw(self, message_id: int) -> None:
        """Note that a message stands in the chat."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    async def typing(self) -> None:
        """Show that an answer is under way; not worth a failure."""
        with suppress(TelegramError):
            await self._bot.send_chat_action(self._chat_id, ChatAction.TYPING, **_patience(passing=True))

    async def send(self, part: Part, *, quote: int | None = None, passing: bool = False) -> int:
        """Send a message and return its id."""
        sent = await self._bot.send_message(
            self._chat_id,
            part.text,
            entities=part.entities,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            reply_parameters=ReplyParameters(quote, allow_sending_without_reply=True) if quote else None,
            **_patience(passing=passing),
        )
        self.saw(sent.message_id)
        return sent.message_id

    async def edit(self, message_id: int, part: Part, *, passing: bool = False) -> None:
        """Change a message's text; the same text again is no error."""
        try:
            await self._bot.edit_message_text(
                part.text,
                self._chat_id,
                message_id,
                entities=part.entities,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                **_patience(passing=passing),
            )
        except BadRequest as error:
            if "message is not modified" not in str(error).lower():
                raise

    async def answer(self, parts: Sequence[Part]) -> None:
        """Send an answer that can be given again if it is lost; what Telegram refuses is noted."""
        for part in parts:
            try:
                await self.send(part)
            except TelegramError as error:
                log.warning("answer not sent", chat=self._chat_id, error=type(error).__name__)
                return


def _patience(*, passing: bool) -> dict[str, Any]:
    """Return how long a request may take: a passing one must not keep an answer waiting."""
    return {"rate_limit_args": Urgency.PASSING, "read_timeout": _PASSING_SECONDS} if passing else {}


@dataclass(frozen=True, slots=True)
class AnswerId:
    """Which attempt at a turn's answer."""

    turn_id: UUID
    attempt: int


class Reply:
    """One attempt at a turn's answer, on its way to a chat.

    `begin_showing` is asked before anything of it is shown, and may say no; `quote` names the message to be quoted,
    if any, when the first message is sent.
    """

    def __init__(
        self,
        chat: ChatSender,
        database: Database,
        sent: SentMessages,
        answer: AnswerId,
        *,
        begin_showing: Callable[[], bool],
        quote: Callable[[], int | None],
    ) -> None:
        self._chat = chat
        self._database = database
        self._sent = sent
        self._answer = answer
        self._begin_showing = begin_showing
        self._quote = quote
        self._text = ""
        self._shown: Part | None = None
        self._messages: dict[int, int] = {}
        self._whole: set[int] = set()
        self._begun = asyncio.Event()
        self._enough = asyncio.Event()
        self._changed = asyncio.Event()
        self._calling = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, *, resumed: bool) -> None:
        """Show that an answer is under way; recall what was sent of it, if the turn is `resumed`."""
        if resumed:
            async with self._database.transaction(single=True) as tx:
                recalled = await self._sent.of(tx, self._answer.turn_id, self._answer.attempt)
            self._messages = {part: message_id for part, (message_id, _) in recalled.items()}
            self._whole = {part for part, (_, final) in recalled.items() if final}
        self._tasks = [asyncio.create_task(self._type()), asyncio.create_task(self._preview())]

    def show(self, text: str) -> None:
        """Let the preview show what was said so far."""
        self._text = text
        self._begun.set()
        self._changed.set()
        if len(text) >= ENOUGH_CHARACTERS:
            self._enough.set()

    def forget(self) -> None:
        """Take back what was never shown: the model is asked again."""
        self._text = ""
        self._begun.clear()
        self._enough.clear()

    @property
    def is_shown(self) -> bool:
        """Whether any of it stands in the chat."""
        return bool(self._messages)

    @property
    def text(self) -> str:
        """What was said so far."""
        return self._text

    async def finish(self, words: str, receipts: Sequence[str] = ()) -> None:
        """Show the whole answer, however long it takes; what Telegram refuses for good is noted and left."""
        await self.close()
        parts = format_reply(words, receipts)
        plain = False
        number = 0
        while number < len(parts):
            try:
                await self._deliver(number, parts[number])
            except BadRequest as error:
                log.warning("answer refused by Telegram", turn=str(self._answer.turn_id), part=number)
                if plain or _is_gone(error):
                    return
                parts, plain = [*parts[:number], *_plain(parts, number, words, receipts)], True
                continue
            except Forbidden as error:
                log.warning("answer not wanted", turn=str(self._answer.turn_id), error=type(error).__name__)
                return
            number += 1

    async def close(self) -> None:
        """End typing and previews; a preview on its way arrives first."""
        async with self._calling:
            for task in self._tasks:
                task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("preview failed", turn=str(self._answer.turn_id), exc_info=ended)
        self._tasks = []

    async def _deliver(self, number: int, part: Part) -> None:
        """Show a part whole, in the message that showed its preview if there is one."""
        if number in self._whole:
            return
        message_id = self._messages.get(number)
        if message_id is None or not await self._changed_to(part, message_id):
            quote = self._quote() if number == 0 else None
            message_id = await _insist(lambda: self._chat.send(part, quote=quote))
        await self._note(number, message_id, final=True)

    async def _changed_to(self, part: Part, message_id: int) -> bool:
        """Let a message show a part; False if it is not there any more."""
        try:
            if part != self._shown:
                await _insist(lambda: self._chat.edit(message_id, part))
        except BadRequest as error:
            if not any(words in str(error).lower() for words in _MESSAGE_GONE):
                raise
            return False
        return True

    async def _type(self) -> None:
        await asyncio.sleep(_TYPING_AFTER_SECONDS)
        while self._shown is None:
            async with self._calling:  # so that it never arrives behind the answer
                if self._shown is None:
                    await self._chat.typing()
            await asyncio.sleep(_TYPING_SECONDS)

    async def _preview(self) -> None:
        """Show what was said so far, again and again; a preview that fails is left for the next."""
        while True:
            await self._begun.wait()
            if self._shown is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ENOUGH_SECONDS):
                        await self._enough.wait()
            self._changed.clear()
            if self._text and self._begin_showing():
                with suppress(TelegramError):
                    async with self._calling:
                        await self._show_preview(preview(self._text))
                await asyncio.sleep(EDIT_SECONDS)
            await self._changed.wait()

    async def _show_preview(self, part: Part | None) -> None:
        if part is None or part == self._shown:
            return
        if 0 in self._messages:
            await self._chat.edit(self._messages[0], part, passing=True)
        else:
            self._messages[0] = await self._chat.send(part, quote=self._quote(), passing=True)
            await self._note(0, self._messages[0], final=False)
        self._shown = part

    async def _note(self, number: int, message_id: int, *, final: bool) -> None:
        """Note which message shows a part, as soon as the database can be reached: what is not noted is sent again."""
        while True:
            try:
                async with self._database.transaction(single=True) as tx:
                    await self._sent.note(
                        tx, self._answer.turn_id, self._answer.attempt, number, message_id, final=final
                    )
            except DatabaseUnavailable:
                log.warning("waiting for the database", turn=str(self._answer.turn_id))
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return


async def _insist(call: Callable[[], Awaitable[int | None]]) -> int:
    """Repeat a call for as long as Telegram can't be reached."""
    wait = 1.0
    while True:
        try:
            return await call() or 0
        except BadRequest:
            raise
        except (NetworkError, InvalidToken) as error:  # the token was accepted before
            log.warning("Telegram can't be reached", error=type(error).__name__, again_in=wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, _LONGEST_WAIT_SECONDS)


def _plain(parts: Sequence[Part], number: int, words: str, receipts: Sequence[str]) -> list[Part]:
    """Return what is left of an answer without formatting: from the original, if nothing was sent yet."""
    if number == 0:
        return plain_parts(words, receipts)
    return [Part(part.text) for part in parts[number:]]


def _is_gone(error: BadRequest) -> bool:
    return "chat not found" in str(error).lower()
