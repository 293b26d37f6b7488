"""A conversation's prompt is made shorter once an answer was delivered, so that nobody waits for it."""

import asyncio

import structlog

from bot.compaction import Compaction, Prompt
from bot.errors import DatabaseUnavailable
from bot.telegram.sender import ChatSender

log = structlog.get_logger()


class Tidying:
    """Makes the prompts of one chat shorter, one at a time."""

    def __init__(self, compaction: Compaction, sender: ChatSender) -> None:
        self._compaction = compaction
        self._sender = sender
        self._task: asyncio.Task[None] | None = None

    def tidy(self, prompt: Prompt) -> None:
        """Make a prompt shorter once all that is to be sent was, if that is due."""
        is_busy = self._task is not None and not self._task.done()
        if not is_busy and self._compaction.is_due(prompt):
            self._task = asyncio.create_task(self._compact(prompt))

    def give_up(self) -> None:
        """Leave what is being made shorter as it is."""
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        """Give up, and wait until nothing is done any more."""
        self.give_up()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compact(self, prompt: Prompt) -> None:
        await self._sender.settle()
        try:
            await self._compaction.compact(prompt)
        except DatabaseUnavailable:
            log.warning("the prompt stays as long as it is for now", chat=self._sender.chat_id)
        except Exception:  # a bug here must not be in the way of the chat
            log.exception("the prompt can't be made shorter", chat=self._sender.chat_id)
