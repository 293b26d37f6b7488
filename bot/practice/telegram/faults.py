"""What goes wrong on demand, so that tests can see a bot live through it."""

import asyncio
from dataclasses import dataclass

from bot.practice.telegram.api_error import ApiError

EVERY_METHOD = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What happens to some of a method's calls: a wait, and then perhaps an error.

    It strikes every `every`-th call, at most `times` times; before the call takes effect, or after that.
    """

    method: str
    seconds: float = 0
    error: ApiError | None = None
    every: int = 1
    times: int | None = None
    after_effect: bool = False

    async def strike(self) -> None:
        """Do the harm."""
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
