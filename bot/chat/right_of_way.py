"""Turns come before background work."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.values.place import Place

T = TypeVar("T")


class RightOfWay:
    """Knows the places with a running turn, so that background work runs between turns."""

    def __init__(self) -> None:
        self._places: set[Place] = set()
        self._free = asyncio.Event()
        self._free.set()
        self._taken = asyncio.Event()

    def take(self, place: Place) -> None:
        """Note that a turn runs in a place."""
        self._places.add(place)
        self._free.clear()
        self._taken.set()

    def give(self, place: Place) -> None:
        """Note that no turn runs in a place."""
        self._places.discard(place)
        if not self._places:
            self._taken.clear()
            self._free.set()

    async def free(self) -> None:
        """Wait until no turn runs."""
        await self._free.wait()

    async def yielding(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do background work; None if a turn runs, or begins meanwhile, which cancels the work."""
        if self._places:
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
