"""Faults that a practice server produces on demand, so that tests can check how a bot copes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

EVERY_METHOD = "*"


class Dropped(Exception):  # noqa: N818 - the fate of a connection, not an error of ours
    """The connection is dropped, and the call gets no (further) answer."""


@dataclass(slots=True, kw_only=True)
class Fault:
    """A fault in some calls of a method: a callback, then a delay, then an error if one is given.

    It strikes every `every`-th call, at most `times` times, before or after the call takes effect.
    """

    method: str = EVERY_METHOD
    callback: Callable[[], Awaitable[None]] | None = None
    """Awaited first: what a test wants to happen at this moment."""
    seconds: float = 0
    error: Exception | None = None
    """The answer instead of the result; `Dropped` for no answer."""
    every: int = 1
    times: int | None = None
    after_effect: bool = False
    _calls: int = field(default=0, init=False)
    _strikes: int = field(default=0, init=False)

    def hits(self, method: str) -> bool:
        """Count a call of `method` if it is this fault's, and tell whether the fault strikes it."""
        if self.method.lower() not in {method.lower(), EVERY_METHOD}:
            return False
        self._calls += 1
        spent = self.times is not None and self._strikes >= self.times
        due = not spent and self._calls % self.every == 0
        self._strikes += due
        return due

    async def strike(self) -> None:
        """Run the callback, wait, and raise the error."""
        if self.callback:
            await self.callback()
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error.with_traceback(None)


class Faults:
    """The active faults of a server."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Add a fault."""
        self._armed.append(fault)

    def clear(self) -> None:
        """Remove all faults."""
        self._armed.clear()

    def due(self, method: str) -> list[Fault]:
        """Return the faults that strike this call of `method`."""
        return [fault for fault in self._armed if fault.hits(method)]


async def strike(faults: Iterable[Fault], *, after_effect: bool) -> None:
    """Run the faults of a call that strike before its effect, or those that strike after it."""
    for fault in faults:
        if fault.after_effect == after_effect:
            await fault.strike()
