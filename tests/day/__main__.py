"""The second part of `make soak`: a day of one person, in some minutes."""

import argparse
import asyncio
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

from practice.model.server import ModelServer
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.day.checks import problems
from tests.day.clock import MISSING, DayClock, library
from tests.day.faults import faults
from tests.day.growth import growth
from tests.day.life import Life, begins
from tests.day.machine import machine
from tests.day.model import reply
from tests.day.person import ZONE

_TOKEN: Final = "1000:a-day-of-somebodys"
_KEY: Final = "sk-a-day-of-somebodys"
_SETTINGS: Final = {
    "TELEGRAM_BOT_TOKEN": _TOKEN,
    "TELEGRAM_ALLOWED_USER_IDS": "1",
    "OPENAI_API_KEY": _KEY,
    "OPENAI_MODEL": "practice",
    "TIMEZONE": ZONE,
    "MEMORY_REVIEW": "true",
    "CONTEXT_TOKENS": "18000",
    "TOOL_LIMIT": "40",
    "CONVERSATION_IDLE_MINUTES": "180",
}
"""Conversations are short enough for reviews and summaries, and all tools are offered: the model looks for none."""


async def day(loaded: Path, minutes: float, seed: int) -> bool:
    """Live a day, print what came of it, and return whether all was well."""
    telegram, model = BotApi(_TOKEN), ModelServer(reply, api_key=_KEY)
    async with AsyncExitStack() as stack:
        telegram_place = await stack.enter_async_context(Place(telegram.app))
        model_place = await stack.enter_async_context(Place(model.app))
        servers = {"TELEGRAM_API_URL": telegram_place.url, "OPENAI_BASE_URL": f"{model_place.url}/v1"}
        its = await stack.enter_async_context(machine(_SETTINGS | servers))
        if not its.has_own_disk:
            _print("Left out: the full disk, as this machine lets us mount no small one.")
        clock = DayClock(its.folder / "clock", telegram, begins(seed))
        os.environ |= clock.environment(loaded)  # for the fork server, and what it forks
        await its.bot.start()
        random = Random(seed)  # noqa: S311 - it is to be repeated, not to be guessed
        life = Life(its, clock, telegram, model, random, minutes, _print)
        async with its.tended():
            try:
                await life.live(faults(its, clock, (telegram, telegram_place), (model, model_place), random, life))
            except (AssertionError, TimeoutError) as error:
                life.problems.append(f"the day ended early: {error}")
        found = [*problems(life, (_TOKEN, _KEY))]
        await its.bot.stop()
    _tell(life, found)
    return not found


def _tell(life: Life, found: list[str]) -> None:
    acts = ", ".join(f"{name} {times}" for name, times in sorted(life.person.acts.items()))
    grew = ", ".join(f"{name} {more:+.1f}" for name, more in growth(life.samples).items())
    prefix = life.prefix
    _print(f"{len(life.person.written)} messages, {len(life.faults)} faults. Acts: {acts}")
    _print(
        f"Requests: {prefix.continued} continue, {prefix.revised} but for what was revised, {prefix.begun} begin anew"
    )
    _print(f"Growth by {len(life.samples)} samples: {grew}")
    _print("\n  ".join(["NOT WELL:", *found]) if found else "All was well.")


def _print(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    """Live the day that was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.day", description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=30, help="how long it takes; without: 30")
    parser.add_argument("--seed", type=int, default=1, help="what happens when; odd: the clocks go forward")
    asked = parser.parse_args()
    loaded = library()
    if loaded is None:
        _print(f"Left out: the day. {MISSING}")
        return
    _print(f"Seed {asked.seed}: from {begins(asked.seed):%a %d %b %Y, %H:%M} on, in {asked.minutes:g} min")
    sys.exit(not asyncio.run(day(loaded, asked.minutes, asked.seed)))


if __name__ == "__main__":
    main()
