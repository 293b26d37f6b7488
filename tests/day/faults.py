"""What goes wrong in a day; each fault passes by itself, and meanwhile the person goes on."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from inspect import isawaitable
from random import Random
from typing import Final

from practice.faults import Fault
from practice.model.server import ModelServer
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.day.clock import DayClock
from tests.day.life import Life, Trouble
from tests.day.machine import Machine

FULL_DISK: Final = "the disk is full"
_MINUTES: Final = (1, 12)
"""How long a fault lasts."""
_MINUTES_SUSPENDED: Final = (20, 90)
_WRONG: Final = (timedelta(minutes=23), timedelta(hours=-2), timedelta(hours=-26), timedelta(seconds=-90))
_SERVER_ERRORS: Final = (500, 502, 503, 504)


def faults(
    machine: Machine,
    clock: DayClock,
    telegram: tuple[BotApi, Place],
    model: tuple[ModelServer, Place],
    random: Random,
    life: Life,
) -> Mapping[str, Trouble]:
    """Return the faults that this machine can have, by name."""
    api, api_place = telegram
    llm, llm_place = model

    def during(
        begin: Callable[[], object], end: Callable[[], object] = lambda: None, minutes: tuple[int, int] = _MINUTES
    ) -> Trouble:
        async def trouble() -> None:
            await _done(begin)
            await life.meanwhile(timedelta(minutes=random.randrange(*minutes)))
            await _done(end)

        return trouble

    async def cut_connections() -> None:
        for _ in range(3):
            await during(machine.proxy.cut)()

    def set_wrong() -> None:  # a reminder rings by the machine's clock, be it right or wrong
        wrong = [it for it in _WRONG if not life.rings_within(it + timedelta(minutes=2 * _MINUTES[1]))]
        clock.be_wrong(random.choice(wrong))

    of_disk = {FULL_DISK: during(partial(asyncio.to_thread, machine.fill_disk), machine.free_disk)}
    return {
        "the database is gone": during(machine.proxy.away, machine.proxy.back),
        "the database is killed": during(machine.kill_database),
        "its connections are cut": cut_connections,
        "Telegram answers 5xx": during(lambda: api.fail("*", error_code=random.choice(_SERVER_ERRORS)), api.heal),
        "Telegram says 429": during(
            lambda: api.fail("sendMessage", error_code=429, retry_after=2, every=2, times=4), api.heal
        ),
        "Telegram is gone": during(api_place.close, api_place.open),
        "the model is slow": during(lambda: llm.add_fault(Fault(seconds=2.5, times=4)), llm.heal),
        "the model answers 503": during(lambda: llm.fail(503, every=2, times=5), llm.heal),
        "the model is gone": during(llm_place.close, llm_place.open),
        **(of_disk if machine.has_own_disk else {}),
        "the clock is wrong": during(set_wrong, lambda: clock.be_wrong(timedelta())),
        "the machine is suspended": during(machine.suspend, machine.resume, _MINUTES_SUSPENDED),
    }


async def _done(act: Callable[[], object]) -> None:
    if isawaitable(result := act()):
        await result
