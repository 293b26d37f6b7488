"""Work in the background of a block."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final

ShowLeft = Callable[[str, int], None]
"""Shows how much of a named work is left; 0 once it is done."""
_CLOCK_SECONDS: Final = 60.0
"""How often the clock is read: it may be set, or the machine may have slept."""


def unseen(_work: str, _left: int) -> None:
    """Show nothing: nobody is at a terminal."""


@asynccontextmanager
async def background(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run work beside the block, and cancel it when the block ends."""
    tasks = [asyncio.create_task(it) for it in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def wait_until(time: datetime, clock: Callable[[], datetime]) -> None:
    """Wait until a time by a clock."""
    while (left := (time - clock()).total_seconds()) > 0:  # noqa: ASYNC110 - nothing tells of its being set
        await asyncio.sleep(min(left, _CLOCK_SECONDS))
