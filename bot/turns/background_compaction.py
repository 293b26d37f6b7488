"""Compaction of one chat's prompt in the background."""

import asyncio
from contextlib import suppress

import structlog

from bot.kit.backoff import Backoff
from bot.kit.errors import DatabaseUnavailable, ModelError
from bot.kit.owner import Owner
from bot.turns.budget import Prompt
from bot.turns.channel import Channel
from bot.turns.compaction import Compaction
from bot.turns.prompt_pictures import PromptPictures

log = structlog.get_logger()


class BackgroundCompaction:
    """Compacts the prompt of one chat in the background, with a growing pause after each failure.

    Before that, pictures that leave the prompt are described.
    """

    def __init__(self, compaction: Compaction, pictures: PromptPictures, owner: Owner, channel: Channel) -> None:
        self._compaction = compaction
        self._pictures = pictures
        self._owner = owner
        self._channel = channel
        self._scale = 1.0
        self._newest: Prompt | None = None  # whose size is to be counted
        self._to_describe: Prompt | None = None  # the newest whose pictures leave it
        self._is_due = False
        self._is_new = False  # whether the prompt may need a summary since the last check
        self._task: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()

    def compact(self, prompt: Prompt) -> None:
        """Compact the chat's prompt after stored messages are delivered, if that is due.

        A failure is retried at once only if the prompt is full.
        """
        self._newest = prompt
        if self._task and not self._task.done():  # a pause may have to end
            self._look_at_newest()
        self._begin()

    def look(self) -> None:
        """Compact the chat's prompt if it lacks a summary, as after a deletion; a failure keeps its pause."""
        self._is_new = True
        self._begin()

    def give_up(self) -> None:
        """Cancel the summary of a conversation that has ended; only once, since its cost is stored on cancellation."""
        if self._task and not self._task.cancelling():
            self._task.cancel()
        self._compaction.forget(self._channel.place)

    async def close(self) -> None:
        """Cancel and wait for the task."""
        self.give_up()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def _begin(self) -> None:
        if self._task is None or self._task.done() or self._task.cancelling():
            self._task = asyncio.create_task(self._compact())

    def _look_at_newest(self) -> None:
        """Note what is due for the newest prompt, unless that was done."""
        prompt, self._newest = self._newest, None
        if prompt is None:
            return
        self._scale = prompt.size.scale
        if self._pictures.is_due(prompt):
            self._to_describe, self._is_new = prompt, True
        if self._compaction.is_due(prompt):
            self._is_due = self._is_new = True
            if self._compaction.is_full(prompt):
                self._at_once.set()

    async def _compact(self) -> None:
        """Compact the prompt until nothing is due."""
        await self._channel.settle()  # so that counting delays no answer
        self._look_at_newest()
        backoff = Backoff(5.0, 600.0, factor=5.0)
        while self._is_new:
            self._is_new = False
            while not await self._is_done():
                with suppress(TimeoutError):
                    async with asyncio.timeout(backoff.next()):
                        await self._at_once.wait()

    async def _is_done(self) -> bool:
        """Do what is due; False if it failed."""
        self._at_once.clear()
        await self._channel.settle()
        is_due, self._is_due = self._is_due, False
        place = self._channel.place
        try:
            if prompt := self._to_describe:
                await self._pictures.describe(self._owner, place, prompt)
                self._to_describe = None
            await self._compaction.compact(self._owner, place, self._scale, is_lacking_only=not is_due)
        except (ModelError, DatabaseUnavailable) as error:
            self._is_due |= is_due
            log.warning("no summary can be made for now", chat=place.chat_id, error=type(error).__name__)
            return False
        except Exception:  # a bug here must not stop the chat
            log.exception("the prompt can't be compacted", chat=place.chat_id)
        return True
