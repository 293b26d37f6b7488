"""Turns have the right of way: what nobody waits for is done between them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class RightOfWay:
    """Knows whether any turn is taken, in whichever chat."""

    def __init__(self) -> None:
        self._turns = 0
        self._free = asyncio.Event()
        self._free.set()
        self._taken = asyncio.Event()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have the right of way while the block runs."""
        self._turns += 1
        self._free.clear()
        self._taken.set()
        try:
            yield
        finally:
            self._turns -= 1
            if not self._turns:
                self._taken.clear()
                self._free.set()

    async def free(self) -> None:
        """Wait until no turn is taken."""
        await self._free.wait()

    async def yielding(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do something, unless a turn is taken or begins meanwhile: then it is not done, and None is returned."""
        if self._turns:
            return None
        doing = asyncio.ensure_future(work())
        beginning = asyncio.ensure_future(self._taken.wait())
        try:
            await asyncio.wait({doing, beginning}, return_when=asyncio.FIRST_COMPLETED)
            return doing.result() if doing.done() else None
        finally:
            doing.cancel()
            beginning.cancel()
            await asyncio.gather(doing, beginning, return_exceptions=True)
