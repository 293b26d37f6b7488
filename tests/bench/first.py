"""The first minutes of a newcomer: from a fresh clone, through `make run`, at a terminal."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.bench.figures import Figure, figure
from tests.first_minutes import Walk, first_fact, paired_bot, small_model
from tests.forks import REPOSITORY

TOKEN = "1000:first"
MAKE = ("make", "run")
_GOAL_FACT, _GOAL_PAIRED = 60, 180
"""Seconds."""


def clone(into: Path) -> Path:
    """Return a fresh clone, without anything installed."""
    into.parent.mkdir(exist_ok=True)
    into.parent.chmod(0o711)  # root's database server runs as another user
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{REPOSITORY}", str(into)], check=True)
    return into


async def first(folder: Path) -> list[Figure]:
    """Measure both walks, each from a clone of its own."""
    walk = Walk()
    with walk.part("clone"):
        there = clone(folder / "one")
    fact = await first_fact(MAKE, there, folder / "data-one")
    figures = _figures("fact", Walk({**walk.parts, **fact.parts}), _GOAL_FACT)
    shutil.rmtree(there)
    telegram = BotApi(TOKEN)
    async with serve(telegram.app) as telegram_url, serve(small_model().app) as model_url:
        walk = Walk()
        with walk.part("clone"):
            there = clone(folder / "two")
        urls = telegram_url, model_url
        paired = await paired_bot(MAKE, there, folder / "data-two", telegram, urls, TOKEN)
    return [*figures, *_figures("paired bot", Walk({**walk.parts, **paired.parts}), _GOAL_PAIRED)]


def _figures(what: str, walk: Walk, goal: float) -> Sequence[Figure]:
    parts = [figure(f"{what}: {name}", "s", [seconds]) for name, seconds in walk.parts.items()]
    return [*parts, figure(f"{what}: together", "s", [walk.seconds], goal=goal)]
