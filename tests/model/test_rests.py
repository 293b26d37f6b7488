"""A model that failed rests, longer each time, until it answers."""

from collections.abc import AsyncIterator

import pytest

from bot.kit.errors import KeyRefused, ServerUnreachable
from bot.model.openai_model import OpenAIModel
from bot.turns.chosen_models import Rests
from tests.talking import talking_to


class Clock:
    """A clock that the test sets, in seconds."""

    now = 1_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
async def models() -> AsyncIterator[list[OpenAIModel]]:
    """Two models, never asked."""
    async with talking_to("http://127.0.0.1:9/v1", name="one") as one, talking_to(one.server, name="two") as two:
        yield [one, two]


def test_a_rest_is_a_minute_that_doubles_up_to_an_hour_until_the_model_answers(models: list[OpenAIModel]) -> None:
    clock, (one, two) = Clock(), models
    rests, lengths = Rests(clock), list[float]()

    def length() -> float:
        rests.failed(one, ServerUnreachable())
        began = clock.now
        while rests.ordered(models) == [two, one]:
            clock.now += 1
        return clock.now - began

    for _ in range(8):
        lengths.append(length())
    assert lengths == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]
    rests.answered(one)
    assert rests.why(one) is None
    assert length() == 60


def test_where_all_rest_the_one_that_rests_the_shortest_is_first_and_a_failure_meanwhile_changes_nothing(
    models: list[OpenAIModel],
) -> None:
    clock, (one, two) = Clock(), models
    rests = Rests(clock)
    rests.failed(one, KeyRefused())
    clock.now += 10
    rests.failed(two, ServerUnreachable())
    clock.now += 10
    rests.failed(one, ServerUnreachable())
    assert rests.ordered([two, one]) == [one, two]
    assert rests.why(one) is KeyRefused
