"""Killed anywhere, the bot goes on where it was."""

from tests.crash.checks import problems
from tests.crash.points import POINTS
from tests.crash.run import RANDOM_KILLS, taken

SEED = 1


async def test_killed_anywhere_it_loses_nothing_and_does_nothing_twice(database_url: str) -> None:
    async with taken(SEED, database_url) as run:
        found = list(problems(run))
        story = run.story()
    assert found == [], story
    assert len(run.kills) >= len(POINTS) + RANDOM_KILLS
