"""What goes wrong in a day; each fault passes by itself, and meanwhile the person goes on."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Final, Protocol, TypeAlias

from practice.faults import Fault
from practice.model.server import ModelServer
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.day.clock import DayClock
from tests.day.machine import Machine

Trouble: TypeAlias = Callable[[], Awaitable[None]]
FULL_DISK: Final = "the disk is full"
_LONGEST: Final = 12
"""Minutes that a fault lasts."""
_LONGEST_SUSPENDED: Final = 90
"""Minutes."""
_WRONG: Final = (timedelta(minutes=23), timedelta(hours=-2), timedelta(hours=-26), timedelta(seconds=-90))
_SERVER_ERRORS: Final = (500, 502, 503, 504)


class GoesOn(Protocol):
    """The day that goes on meanwhile."""

    async def meanwhile(self, span: timedelta) -> None:
        """Let time pass, in which the person writes."""

    def rings_within(self, span: timedelta) -> bool:
        """Tell whether a reminder rings within a time from now."""
        ...


class Faults:
    """The faults, by name."""

    def __init__(
        self,
        machine: Machine,
        clock: DayClock,
        telegram: tuple[BotApi, Place],
        model: tuple[ModelServer, Place],
        random: Random,
        goes_on: "GoesOn",
    ) -> None:
        self._machine = machine
        self._clock = clock
        self._telegram, self._telegram_place = telegram
        self._model, self._model_place = model
        self._random = random
        self._goes_on = goes_on

    @property
    def known(self) -> dict[str, Trouble]:
        """All faults that this machine can have."""
        of_disk = {FULL_DISK: self._full_disk} if self._machine.has_own_disk else {}
        return {
            "the database is gone": self._no_database,
            "the database is killed": self._killed_database,
            "its connections are cut": self._cut_connections,
            "Telegram answers 5xx": self._server_errors,
            "Telegram says 429": self._too_many,
            "Telegram is gone": self._no_telegram,
            "the model is slow": self._slow_model,
            "the model answers 503": self._busy_model,
            "the model is gone": self._no_model,
            **of_disk,
            "the clock is wrong": self._wrong_clock,
            "the machine is suspended": self._suspend,
        }

    async def _while(self) -> None:
        await self._goes_on.meanwhile(timedelta(minutes=self._random.randrange(1, _LONGEST)))

    async def _no_database(self) -> None:
        await self._machine.proxy.away()
        await self._while()
        await self._machine.proxy.back()

    async def _killed_database(self) -> None:
        self._machine.kill_database()
        await self._while()

    async def _cut_connections(self) -> None:
        for _ in range(3):
            self._machine.proxy.cut()
            await self._while()

    async def _server_errors(self) -> None:
        self._telegram.fail("*", error_code=self._random.choice(_SERVER_ERRORS))
        await self._while()
        self._telegram.heal()

    async def _too_many(self) -> None:
        self._telegram.fail("sendMessage", error_code=429, retry_after=2, every=2, times=4)
        await self._while()
        self._telegram.heal()

    async def _no_telegram(self) -> None:
        await self._telegram_place.close()
        await self._while()
        await self._telegram_place.open()

    async def _slow_model(self) -> None:
        self._model.add_fault(Fault(seconds=2.5, times=4))
        await self._while()
        self._model.heal()

    async def _busy_model(self) -> None:
        self._model.fail(503, every=2, times=5)
        await self._while()
        self._model.heal()

    async def _no_model(self) -> None:
        await self._model_place.close()
        await self._while()
        await self._model_place.open()

    async def _full_disk(self) -> None:
        await asyncio.to_thread(self._machine.fill_disk)
        await self._while()
        self._machine.free_disk()

    async def _wrong_clock(self) -> None:
        wrong = [it for it in _WRONG if not self._goes_on.rings_within(it + timedelta(minutes=2 * _LONGEST))]
        self._clock.be_wrong(
            self._random.choice(wrong)
        )  # a reminder rings by the machine's clock, be it right or wrong
        await self._while()
        self._clock.be_wrong(timedelta())

    async def _suspend(self) -> None:
        self._machine.suspend()
        await self._goes_on.meanwhile(timedelta(minutes=self._random.randrange(20, _LONGEST_SUSPENDED)))
        self._machine.resume()
