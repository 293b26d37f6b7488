"""Turns have the right of way: what nobody waits for is done between them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class RightOfWay:
    """Knows in which chats a turn is taken."""

    def __init__(self) -> None:
        self._chats: set[int] = set()
        self._free = asyncio.Event()
        self._free.set()
        self._taken = asyncio.Event()

    def take(self, chat_id: int) -> None:
        """Have the right of way in a chat, from now on."""
        self._chats.add(chat_id)
        self._free.clear()
        self._taken.set()

    def give(self, chat_id: int) -> None:
        """Have it no more, if it was taken."""
        self._chats.discard(chat_id)
        if not self._chats:
            self._taken.clear()
            self._free.set()

    async def free(self) -> None:
        """Wait until no turn is taken."""
        await self._free.wait()

    async def yielding(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do something, unless a turn is taken or begins meanwhile: then it is not done, and None is returned."""
        if self._chats:
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
