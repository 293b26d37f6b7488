"""Work on files that is under way, which goes on when the turn that began it is interrupted."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

T = TypeVar("T")

_KEPT_SECONDS: Final = 60.0
"""Seconds for which a result is kept that is not stored."""


class UnderWay(Generic[T]):
    """The work under way by its attachments' ids, until it is stored what came of it."""

    def __init__(self) -> None:
        self._tasks: dict[UUID, asyncio.Task[T]] = {}

    async def of(self, attachment_id: UUID, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the work on a file, which begins if it is not under way. Raises what the work does."""
        task = self._tasks.get(attachment_id)
        if task is None:
            task = self._tasks[attachment_id] = asyncio.create_task(begin())
            task.add_done_callback(lambda task: self._ended(attachment_id, task))
        return await asyncio.shield(task)

    def forget(self, attachment_ids: Iterable[UUID]) -> None:
        """Forget results that are stored."""
        for attachment_id in attachment_ids:
            self._tasks.pop(attachment_id, None)

    def _ended(self, attachment_id: UUID, task: asyncio.Task[T]) -> None:
        """Forget a failure at once, and a result in some time."""
        if task.cancelled() or task.exception():
            self._tasks.pop(attachment_id, None)
        else:
            asyncio.get_running_loop().call_later(_KEPT_SECONDS, self.forget, [attachment_id])
