"""What goes wrong on demand at a practice server, so that tests can see a bot live through it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

EVERY_METHOD = "*"


class Dropped(Exception):  # noqa: N818 - not an error of ours, but what becomes of a connection
    """The connection is dropped, and the call gets no (further) answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What happens to some of a method's calls: a callback, a wait, and then perhaps an error.

    It strikes every `every`-th call, at most `times` times; before the call takes effect, or after that.
    """

    method: str = EVERY_METHOD
    told: Callable[[], Awaitable[None]] | None = None
    """Awaited first: whatever a test wants to happen at this very moment."""
    seconds: float = 0
    error: Exception | None = None
    """What is answered instead; `Dropped`: nothing."""
    every: int = 1
    times: int | None = None
    after_effect: bool = False

    async def strike(self) -> None:
        """Do the harm."""
        if self.told:
            await self.told()
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error.with_traceback(None)


@dataclass(slots=True)
class _Armed:
    fault: Fault
    calls: int = 0
    strikes: int = 0

    def hit(self) -> bool:
        """Count a call; whether it is one to strike."""
        self.calls += 1
        spent = self.fault.times is not None and self.strikes >= self.fault.times
        due = not spent and self.calls % self.fault.every == 0
        self.strikes += due
        return due


class Faults:
    """The faults that are switched on."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []

    def add(self, fault: Fault) -> None:
        """Switch a fault on, beside those that are."""
        self._armed.append(_Armed(fault))

    def clear(self) -> None:
        """Switch all faults off."""
        self._armed.clear()

    def due(self, method: str) -> list[Fault]:
        """Return the faults that strike this call of `method`."""
        return [
            armed.fault
            for armed in self._armed
            if armed.fault.method.lower() in {method.lower(), EVERY_METHOD} and armed.hit()
        ]


async def strike(faults: Iterable[Fault], *, after_effect: bool) -> None:
    """Let happen what is due before a call takes effect, or after that."""
    for fault in faults:
        if fault.after_effect == after_effect:
            await fault.strike()
