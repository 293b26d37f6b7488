"""Work on files that goes on when a turn is interrupted, as by a message that joins it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

T = TypeVar("T")

_KEPT_SECONDS: Final = 60.0
"""Seconds for which a result is kept that nobody has asked for again."""


class UnderWay(Generic[T]):
    """The work under way, by its attachments' ids."""

    def __init__(self) -> None:
        self._tasks: dict[UUID, asyncio.Task[T]] = {}

    async def of(self, attachment_id: UUID, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the work on a file, which begins if it is not under way. Raises what the work does."""
        task = self._tasks.get(attachment_id)
        if task is None:
            task = asyncio.create_task(begin())
            self._tasks[attachment_id] = task
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda _: self._forget_later(attachment_id, task))
            raise
        finally:
            if task.done():
                self._tasks.pop(attachment_id, None)

    def _forget_later(self, attachment_id: UUID, task: asyncio.Task[T]) -> None:
        """Forget a result in some time, unless it is asked for again."""
        if not task.cancelled():
            task.exception()  # or it would be reported as never retrieved
        asyncio.get_running_loop().call_later(_KEPT_SECONDS, self._tasks.pop, attachment_id, None)
