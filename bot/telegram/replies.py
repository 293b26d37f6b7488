"""How an answer reaches its chat: typing at once, a preview that grows while it is written, then the whole."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.chat.channel import Outcome
from bot.database.engine import Database, Transaction
from bot.database.outbox import AnswerId, Outbox
from bot.telegram.formatting import preview
from bot.telegram.outcomes import rendered
from bot.telegram.sender import ChatSender, NotNow
from bot.telegram.texts import Text

ENOUGH_CHARACTERS: Final = 20
ENOUGH_SECONDS: Final = 0.3
"""The first preview waits for so many characters, or so long after the first ones."""
EDIT_SECONDS: Final = 1.0
"""Previews are edited at most this often: more earns growing refusals."""
_TYPING_SECONDS: Final = 4.5
_TYPING_AFTER_SECONDS: Final = 0.02
"""The model is asked first: typing takes as much of the processor as asking does."""

log = structlog.get_logger()


class TelegramReply:
    """One attempt at a turn's answer, on its way to a chat.

    `begin_showing` is asked before anything of it is shown, and may say no; `quote` names the message to be quoted,
    if any, when the first message is sent.
    """

    def __init__(
        self,
        chat: ChatSender,
        database: Database,
        outbox: Outbox,
        answer: AnswerId,
        *,
        begin_showing: Callable[[], bool],
        quote: Callable[[], int | None],
    ) -> None:
        self._chat = chat
        self._database = database
        self._outbox = outbox
        self._answer = answer
        self._begin_showing = begin_showing
        self._quote = quote
        self._text = ""
        self._shown: Text | None = None
        self._message_id: int | None = None
        self._is_lost = False  # whether a message may show the beginning that nobody knows of: one is enough
        self._begun = asyncio.Event()
        self._enough = asyncio.Event()
        self._changed = asyncio.Event()
        self._showing = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, *, resumed: bool) -> None:
        """Show that an answer is under way; recall what was shown of it, if the turn is `resumed`."""
        if resumed:
            async with self._database.transaction(single=True) as tx:
                self._message_id = await self._outbox.preview(tx, self._answer)
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
        return self._message_id is not None

    @property
    def text(self) -> str:
        """What was said so far."""
        return self._text

    async def close(self) -> None:
        """End typing and previews; a preview on its way arrives first."""
        try:
            await self._showing.acquire()
            self._showing.release()
        finally:
            for task in self._tasks:
                task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("preview failed", turn=str(self._answer.turn_id), exc_info=ended)
        self._tasks = []

    async def put(self, tx: Transaction, outcome: Outcome) -> None:
        """Put the whole answer into the outbox, in the caller's transaction; to be called once it is closed."""
        texts = rendered(outcome)
        if texts:
            quoted_id = None if self.is_shown else self._quote()
            texts[0] = replace(texts[0], quoted_id=quoted_id, replaces=self._message_id)
        await self._outbox.add_answer(tx, self._chat.chat_id, self._answer, [text.columns for text in texts])

    async def _type(self) -> None:
        await asyncio.sleep(_TYPING_AFTER_SECONDS)
        while self._shown is None:
            async with self._showing:  # so that it never arrives behind the answer
                if self._shown is None:
                    await self._chat.typing()
            await asyncio.sleep(_TYPING_SECONDS)

    async def _preview(self) -> None:
        """Show what was said so far, again and again; a preview that fails is left for the next."""
        while not self._is_lost:
            await self._begun.wait()
            if self._shown is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ENOUGH_SECONDS):
                        await self._enough.wait()
            self._changed.clear()
            if self._text and self._begin_showing():
                with suppress(TelegramError, NotNow):
                    async with self._showing:
                        await self._show_preview(preview(self._text))
                await asyncio.sleep(EDIT_SECONDS)
            await self._changed.wait()

    async def _show_preview(self, part: Text | None) -> None:
        if part is None or part == self._shown:
            return
        is_new = self._message_id is None
        quoted_id = self._quote() if is_new else None
        try:
            self._message_id = await self._chat.preview(replace(part, replaces=self._message_id, quoted_id=quoted_id))
        except NetworkError as error:
            self._is_lost = is_new and not isinstance(error, BadRequest)
            raise
        self._shown = part
        if is_new:
            message_id = self._message_id
            await self._database.retry(
                lambda tx: self._outbox.note_preview(tx, self._chat.chat_id, self._answer, message_id),
                turn=str(self._answer.turn_id),
            )
