"""Events of a chat's worker, the loop that handles them, and the results of its commands."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Stopped:
    """What `/stop` ended: a running turn, perhaps with words of its answer, and a number of waiting messages."""

    turn: bool
    dropped: int
    words: bool = False


class Retry(Enum):
    """Result of `/retry` or Continue."""

    BEGUN = auto()
    BUSY = auto()
    NOTHING = auto()


Event: TypeAlias = Callable[[], Awaitable[None]]
"""Work that changes a worker's state: it looks for messages, ends a turn, or does what somebody asks for."""


class EventLoop:
    """Has events handled one after another, in a task that exists while there are any or `is_expecting` one."""

    def __init__(self, handle: Callable[[Event], Awaitable[None]], is_expecting: Callable[[], bool]) -> None:
        self._handle = handle
        self._is_expecting = is_expecting
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._unhandled = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def has_events(self) -> bool:
        """Whether an event waits or is being handled."""
        return self._unhandled > 0

    def post(self, event: Event) -> None:
        """Have an event handled, unless the loop is closed."""
        if self._closed:
            return
        self._unhandled += 1
        self._events.put_nowait(event)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def post_in(self, seconds: float, event: Event) -> None:
        """Have an event handled after some seconds, in place of one that was to be handled later."""
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.post, event)

    async def join(self) -> None:
        """Wait until there are no more events."""
        if self._task:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Handle no further event, and cancel the one that is being handled."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        if self._task:
            self._task.cancel()
        await self.join()

    async def _run(self) -> None:
        while not self._events.empty() or self._is_expecting():
            event = await self._events.get()
            try:
                await self._handle(event)
            finally:
                self._unhandled -= 1
