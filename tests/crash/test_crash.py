"""Killed anywhere, the bot goes on where it was."""

from collections.abc import AsyncIterator

import pytest

from tests.crash.checks import problems
from tests.crash.forked_bot import ForkServer
from tests.crash.points import POINTS
from tests.crash.run import RANDOM_KILLS, taken

SEED = 1


@pytest.fixture
async def forks() -> AsyncIterator[ForkServer]:
    """What starts bots."""
    async with ForkServer() as forks:
        yield forks


async def test_killed_anywhere_it_loses_nothing_and_does_nothing_twice(forks: ForkServer, database_url: str) -> None:
    async with taken(SEED, database_url, forks) as run:
        found = list(problems(run))
        story = run.story()
    assert found == [], story
    assert len(run.kills) >= len(POINTS) + RANDOM_KILLS
