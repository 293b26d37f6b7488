"""Work that goes on to its end while its task is being cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait for work of a bounded time, also while being cancelled, however often: then that is raised at its end."""
    await _ended(asyncio.create_task(work), passes_on=False)


async def apart(work: Coroutine[Any, Any, None]) -> None:
    """Run work in a task of its own, which is cancelled with this one.

    The SDK's scopes may take our cancellation for theirs, and swallow it: then the work ends some other way, and it is
    raised here.
    """
    await _ended(asyncio.create_task(work), passes_on=True)


async def _ended(task: asyncio.Task[None], *, passes_on: bool) -> None:
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
            if passes_on:
                task.cancel()
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # so that nobody complains that it was never seen
    raise cancelled
