"""Downloads of files, which go on when a turn is interrupted, as by a message that joins it."""

import asyncio
from typing import Final
from uuid import UUID

from bot.chat.channel import Channel
from bot.errors import FileUnavailable

_KEPT_SECONDS: Final = 60.0
"""Seconds for which a file is kept that nobody has asked for again."""


class Downloads:
    """The files under way, by their attachments' ids."""

    def __init__(self) -> None:
        self._tasks: dict[UUID, asyncio.Task[bytes]] = {}

    async def of(self, attachment_id: UUID, channel: Channel | None, file_id: str) -> bytes:
        """Return a file by Telegram's id. Raises FileUnavailable or FileRefused."""
        task = self._tasks.get(attachment_id)
        if task is None:
            task = asyncio.create_task(downloaded(channel, file_id))
            self._tasks[attachment_id] = task
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda _: self._forget_later(attachment_id, task))
            raise
        finally:
            if task.done():
                self._tasks.pop(attachment_id, None)

    def _forget_later(self, attachment_id: UUID, task: asyncio.Task[bytes]) -> None:
        """Forget a download in some time, unless it is asked for again."""
        if not task.cancelled():
            task.exception()  # or it would be reported as never retrieved
        asyncio.get_running_loop().call_later(_KEPT_SECONDS, self._tasks.pop, attachment_id, None)


async def downloaded(channel: Channel | None, file_id: str) -> bytes:
    """Return a file by Telegram's id. Raises FileUnavailable or FileRefused."""
    if channel is None:
        raise FileUnavailable
    return await channel.download(file_id)
