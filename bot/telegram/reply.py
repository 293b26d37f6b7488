"""A reply in Telegram: the typing indicator first, then a growing preview, then the whole answer.

A preview is a message that is edited, or a draft, which is no message: the whole answer is then a new one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import structlog
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.chat.channel import Outcome
from bot.database.engine import Database, Transaction
from bot.database.outbox import AnswerId, Outbox
from bot.language import speaking_to, t
from bot.telegram.drafts import draft_id
from bot.telegram.formatting import preview
from bot.telegram.outcomes import StopButton, edits, rendered, voice_of
from bot.telegram.paced_calls import NotNow
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Buttons, Text
from bot.values.preferences import Streaming

ENOUGH_CHARACTERS: Final = 20
ENOUGH_SECONDS: Final = 0.3
"""Seconds the first preview waits after the first text, unless it has ENOUGH_CHARACTERS."""
EDIT_SECONDS: Final = 1.0
"""Least seconds between edits of a preview; Telegram refuses more frequent ones for growing times."""
GROUP_EDIT_SECONDS: Final = 4.0
"""The same in a group, where a bot may send 20 messages a minute (https://core.telegram.org/bots/faq)."""
STOP_SECONDS: Final = 2.0
"""Seconds from which a preview has a Stop button, and shows that the model thinks before it says something."""
DRAFT_SECONDS: Final = 20.0
"""Seconds after which a draft is shown again, as it disappears after 30 s (Bot API, sendMessageDraft)."""
_TYPING_SECONDS: Final = 4.5
_TYPING_AFTER_SECONDS: Final = 0.02
"""Seconds before the typing indicator, so that the model is asked first."""

log = structlog.get_logger()

Ticks: TypeAlias = Callable[[Transaction], Awaitable[list[Text]]]


async def no_ticks(_: Transaction) -> list[Text]:
    """Return nothing."""
    return []


@dataclass(eq=False)
class TelegramReply:
    """One attempt at a turn's answer, which grows as `streaming` says.

    `begin_showing` is called before anything becomes visible and may refuse. `quote` returns the id of the message to
    quote, if any, when the first message is sent.
    """

    chat: ChatSender
    ticks: Ticks
    is_rich: Callable[[], bool]
    database: Database
    outbox: Outbox
    answer: AnswerId
    streaming: Streaming
    begin_showing: Callable[[], bool]
    quote: Callable[[], int | None]
    text: str = ""
    _thinks: bool = False  # whether the model reasons, and has said nothing
    _drafts: bool = False  # whether previews are drafts
    _message_id: int | None = None
    _noted_id: int | None = None  # the same, once it is stored
    _buttons: Buttons = ()
    _former: Sequence[int] = ()  # messages to be replaced
    _is_previewed: bool = False
    _puts: bool = False  # whether `put` follows `close` at once
    _is_lost: bool = False  # whether a preview may have arrived despite an error: no second one is sent
    _enough: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _showing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _tasks: Sequence[asyncio.Task[None]] = ()

    async def open(self, *, resumed: bool) -> bool:
        """Show that an answer is under way; return whether any of it was shown before the turn was `resumed`."""
        if resumed:
            async with self.database.transaction(single=True) as tx:
                self._former = await self.outbox.previews(tx, self.answer)
            self._message_id = self._noted_id = self._former[0] if self._former else None
        is_private = self.chat.place.chat_id > 0
        self._drafts = self.streaming is Streaming.DRAFT and is_private and self._message_id is None
        grows = self.streaming is not Streaming.OFF
        works = [self._type(), *([self._preview(), self._offer_stop()] if grows else [])]
        self._tasks = [asyncio.create_task(work) for work in works]
        return self._message_id is not None

    def show(self, text: str) -> None:
        """Show the answer so far in the preview."""
        self.text = text
        self._changed.set()
        if len(text) >= ENOUGH_CHARACTERS:
            self._enough.set()

    def think(self) -> None:
        """Show that the model thinks, if it takes long before it says something."""
        self._thinks = True
        if self._buttons and not self._is_previewed:
            self._changed.set()

    def forget(self) -> None:
        """Drop text that was never shown, since the model is asked again."""
        self.text, self._thinks = "", False
        self._changed.clear()
        self._enough.clear()

    async def close(self, *, puts: bool = False) -> None:
        """End typing and previews, after a preview that is being sent; if this one `puts`, its id is stored then."""
        self._puts = puts
        try:
            await self._showing.acquire()
            self._showing.release()
        finally:
            for task in self._tasks:
                task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("preview failed", turn=str(self.answer.turn_id), exc_info=ended)
        self._tasks = ()
        if not puts:
            await self._note_preview()

    async def put(self, tx: Transaction, outcome: Outcome) -> None:
        """Put the whole answer into the outbox, in the caller's transaction, after `close`."""
        with speaking_to(self.chat.language()):
            texts, voice = rendered(outcome, is_rich=self.is_rich()), voice_of(outcome)
            edited = [*edits(outcome), *await self.ticks(tx)]
        if texts and self._message_id:
            texts = [replace(texts[0], replaces=self._message_id), *texts[1:], *voice]
        elif texts:
            texts = [*voice, *texts]
            texts[0] = replace(texts[0], quoted_id=self.quote())
        if self._message_id and self._message_id != self._noted_id:
            if not texts:  # it is deleted below
                await self.outbox.note_preview(tx, self.chat.place, self.answer, self._message_id)
            self._noted_id = self._message_id
            tx.on_rollback.callback(setattr, self, "_noted_id", None)
        await self.outbox.add_answer(tx, self.chat.place, self.answer, [text.columns for text in texts])
        await self.outbox.add(tx, self.chat.place, [text.columns for text in edited])
        if max(len(self._former), self._message_id is not None) > len(texts):
            await self.outbox.delete_rest(tx, self.answer, len(texts))
        self.chat.read_ahead(tx)

    async def _type(self) -> None:
        await asyncio.sleep(_TYPING_AFTER_SECONDS)
        while not self._is_previewed:
            async with self._showing:  # so that it never arrives after the answer
                if not self._is_previewed:
                    await self.chat.typing()
            await asyncio.sleep(_TYPING_SECONDS)

    async def _preview(self) -> None:
        """Show the answer so far whenever it grows; a failed preview is skipped."""
        while not self._is_lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(DRAFT_SECONDS if self._drafts and self._is_previewed else None):
                    await self._changed.wait()
            if not self._is_previewed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ENOUGH_SECONDS):
                        await self._enough.wait()
            self._changed.clear()
            if self._may_show():
                with suppress(TelegramError, NotNow):
                    async with self._showing:
                        await self._show_preview()
                await asyncio.sleep(GROUP_EDIT_SECONDS if self.chat.place.is_in_group else EDIT_SECONDS)

    def _may_show(self) -> bool:
        """Tell whether there is something to show, and begin to; what shows that the model thinks as a draft may go."""
        if self.text:
            return self.begin_showing()
        is_slow = self._thinks and bool(self._buttons)
        return is_slow and (self._drafts or self.begin_showing())

    async def _offer_stop(self) -> None:
        """Add a Stop button to the preview of an answer that takes long."""
        await asyncio.sleep(STOP_SECONDS)
        self._buttons = [[StopButton(self.answer.turn_id).button(t("⏹ Stop"))]]
        self._changed.set()

    async def _show_preview(self) -> None:
        """Show the answer so far as a draft, or as a message where drafts are refused, as in older servers."""
        text = preview(self.text) if self.text else Text("" if self._drafts else t("💭 Thinking…"))
        if text is None:
            return
        if not self._drafts:
            await self._show_message(text)
            return
        try:
            await self.chat.draft(draft_id(self.answer.turn_id), text)
        except BadRequest:
            self._drafts = False
            await self._show_preview()
        else:
            self._is_previewed = True

    async def _show_message(self, text: Text) -> None:
        is_new = self._message_id is None
        quoted_id = self.quote() if is_new else None
        try:
            message_id = await self.chat.preview(
                replace(text, quoted_id=quoted_id, replaces=self._message_id, buttons=self._buttons)
            )
        except NetworkError as error:
            self._is_lost = is_new and not isinstance(error, BadRequest)
            raise
        self._message_id = message_id
        if not self._puts:
            await self._note_preview()
        self._is_previewed = True

    async def _note_preview(self) -> None:
        """Store the preview's id, if that is not done yet: a resumed answer goes on there."""
        message_id = self._message_id
        if message_id and message_id != self._noted_id:
            await self.database.retry(
                lambda tx: self.outbox.note_preview(tx, self.chat.place, self.answer, message_id),
                turn=str(self.answer.turn_id),
            )
            self._noted_id = message_id
