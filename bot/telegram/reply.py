"""A reply in Telegram: the typing indicator first, then a growing preview, then the whole answer.

A preview is a message that is edited.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

import structlog
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.kit.language import mark, speaking_to, t
from bot.model.seam import Shown
from bot.store.engine import Database, Transaction
from bot.telegram.outcomes import StopButton, voice_of
from bot.telegram.paced_calls import NotNow
from bot.telegram.sender import ChatSender
from bot.telegram.texts import MAX_UNITS, Buttons, Edit, Message, Text, columns_of
from bot.turns.channel import Outcome
from bot.turns.store.outbox import AnswerId, Outbox

ENOUGH_CHARACTERS: Final = 20
ENOUGH_SECONDS: Final = 0.3
"""Seconds the first preview waits after the first text, unless it has ENOUGH_CHARACTERS."""
EDIT_SECONDS: Final = 1.0
"""Least seconds between edits of a preview; Telegram refuses more frequent ones for growing times."""
STOP_SECONDS: Final = 2.0
"""Seconds from which a preview has a Stop button, and shows that the model thinks before it says something."""
_TYPING_SECONDS: Final = 4.5
_TYPING_AFTER_SECONDS: Final = 0.02
"""Seconds before the typing indicator, so that the model is asked first."""

_THINKING: Final = mark("💭 Thinking…")
_WAITING: Final = mark("⏳ Waiting for the model's server…")

log = structlog.get_logger()

_T = TypeVar("_T")


def _nothing() -> str:
    return ""


async def _made(words: str, make: Callable[[], _T]) -> _T:
    """Make something of words; of long ones in a thread, so that other chats are served meanwhile."""
    return await asyncio.to_thread(make) if len(words) > MAX_UNITS else make()


@dataclass(eq=False)
class TelegramReply:
    """One attempt at a turn's answer, which grows.

    `begin_showing` is called before anything becomes visible and may refuse. `quote` returns the id of the message to
    quote, if any, when the first message is sent.
    """

    chat: ChatSender
    database: Database
    outbox: Outbox
    answer: AnswerId
    begin_showing: Callable[[], bool]
    quote: Callable[[], int | None]
    shown: Shown = _nothing
    _notice: str = ""  # what goes on before the model has said anything
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
        self._tasks = [asyncio.create_task(work) for work in (self._type(), self._preview(), self._offer_stop())]
        return self._message_id is not None

    def show(self, shown: Shown) -> None:
        """Show the answer so far in the preview, as it is when that is due."""
        self.shown = shown
        self._changed.set()
        if not (self._is_previewed or self._enough.is_set()) and len(shown()) >= ENOUGH_CHARACTERS:
            self._enough.set()

    def think(self) -> None:
        """Show that the model thinks, if it takes long before it says something."""
        self._notify(_THINKING)

    def wait(self) -> None:
        """Show that the model's server is waited for, if it takes long before the model says something."""
        self._notify(_WAITING)

    def _notify(self, notice: str) -> None:
        is_new, self._notice = notice != self._notice, notice
        if self._buttons and (is_new or not self._is_previewed):
            self._changed.set()

    def forget(self) -> None:
        """Drop text that was never shown, since the model is asked again."""
        self.shown, self._notice = _nothing, ""
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
            texts = await _made(outcome.words, partial(self.chat.rendering.rendered, outcome))
            voice = voice_of(outcome)
            edited = [*self.chat.rendering.edits(outcome), *await self.chat.beside(tx)]
        parts: Sequence[Message | Edit] = ()
        if texts and self._message_id:
            parts = [Edit(self._message_id, texts[0]), *texts[1:], *voice]
        elif texts:
            said: Sequence[Message] = [*voice, *texts]
            parts = [replace(said[0], quoted_id=self.quote()), *said[1:]]
        if self._message_id and self._message_id != self._noted_id:
            if not parts:  # it is deleted below
                await self.outbox.note_preview(tx, self.chat.place, self.answer, self._message_id)
            tx.after_commit(partial(setattr, self, "_noted_id", self._message_id))
        await self.outbox.add_answer(tx, self.chat.place, self.answer, columns_of(parts))
        await self.outbox.add(tx, self.chat.place, columns_of(edited))
        if max(len(self._former), self._message_id is not None) > len(parts):
            await self.outbox.delete_rest(tx, self.answer, len(parts))
        self.chat.read_ahead(tx)

    async def _type(self) -> None:
        await asyncio.sleep(_TYPING_AFTER_SECONDS)
        while not self._is_previewed:
            async with self._showing:  # so that it never arrives after the answer
                if not self._is_previewed:
                    await self.chat.reaches()  # what it sends is the typing indicator
            await asyncio.sleep(_TYPING_SECONDS)

    async def _preview(self) -> None:
        """Show the answer so far whenever it grows; a failed preview is skipped."""
        while not self._is_lost:
            await self._changed.wait()
            if not self._is_previewed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ENOUGH_SECONDS):
                        await self._enough.wait()
            self._changed.clear()
            text = self.shown()
            if self._may_show(text):
                with suppress(TelegramError, NotNow):
                    async with self._showing:
                        await self._show_preview(text)
                await asyncio.sleep(EDIT_SECONDS)

    def _may_show(self, text: str) -> bool:
        """Tell whether there is something to show, and begin to."""
        is_slow = bool(self._notice and self._buttons)
        return bool(text or is_slow) and self.begin_showing()

    async def _offer_stop(self) -> None:
        """Add a Stop button to the preview of an answer that takes long."""
        await asyncio.sleep(STOP_SECONDS)
        self._buttons = [[StopButton(self.answer.turn_id).button(t("⏹ Stop"))]]
        self._changed.set()

    async def _show_preview(self, markdown: str) -> None:
        """Show the answer so far."""
        text = (
            await _made(markdown, partial(self.chat.rendering.preview, markdown))
            if markdown
            else Text(t(self._notice or _THINKING))
        )
        if text is None:
            return
        text, former = replace(text, buttons=self._buttons), self._message_id
        try:
            message_id = await self.chat.preview(
                Edit(former, text) if former else replace(text, quoted_id=self.quote())
            )
        except NetworkError as error:
            self._is_lost = not former and not isinstance(error, BadRequest)
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
