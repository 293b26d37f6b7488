"""Work in the background of a block."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

ShowLeft = Callable[[str, int], None]
"""Shows how much of a named work is left; 0 once it is done."""


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
