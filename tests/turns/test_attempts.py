"""Which model is asked next, and when, after failures in every order."""

from collections.abc import AsyncIterator, Sequence

import pytest

from bot.kit import errors
from bot.kit.backoff import Retry
from bot.model.openai_model import OpenAIModel
from bot.turns.chosen_models import Attempts, Rests
from tests.talking import talking_to

BURST, FAILURE = Retry(1, 8), Retry(1, 2)


@pytest.fixture
async def models() -> AsyncIterator[list[OpenAIModel]]:
    """Two models, never asked."""
    async with talking_to("http://127.0.0.1:9/v1", name="one") as one, talking_to(one.server, name="two") as two:
        yield [one, two]


def failure(of: type[errors.ModelError], retry: Retry | None = None, *, is_shown: bool = False) -> errors.ModelError:
    error = of()
    error.retry, error.is_shown = retry, is_shown
    return error


def asked(attempts: Attempts, failures: Sequence[errors.ModelError]) -> list[tuple[float, str]]:
    """Return the models that are asked after each failure, with the seconds before."""
    return [(attempts.failed(each), attempts.model.name) for each in failures]


def test_without_a_fallback_the_model_is_asked_again_after_waits_that_double(models: list[OpenAIModel]) -> None:
    attempts = Attempts(models[:1], Rests())
    waits = asked(attempts, [failure(errors.RateLimited, BURST)] * 8)
    assert [seconds for seconds, _ in waits] == [1, 2, 4, 8, 16, 30, 30, 30]
    with pytest.raises(errors.RateLimited):
        attempts.failed(failure(errors.RateLimited, BURST))
    assert Retry(60, 8, is_named=True).pause(3, 120) is None


def test_without_a_fallback_what_broke_off_is_not_asked_again(models: list[OpenAIModel]) -> None:
    with pytest.raises(errors.ServerUnreachable):
        Attempts(models[:1], Rests()).failed(failure(errors.ServerUnreachable, is_shown=True))


SHORT, LONG = Retry(0.5, 8, is_named=True), Retry(40, 8, is_named=True)
NEXT = {
    "a short wait that is named, once": ([failure(errors.RateLimited, SHORT)] * 2, [(0.5, "one"), (0, "two")]),
    "a long one": ([failure(errors.RateLimited, LONG)], [(0, "two")]),
    "what broke off, once": ([failure(errors.ServerUnreachable, is_shown=True)] * 2, [(0, "one"), (0, "two")]),
    "silence after some words": ([failure(errors.ServerSilent, is_shown=True)], [(0, "two")]),
    "a context that is too small": ([failure(errors.ContextTooLong)], [(0, "two")]),
    "all": (
        [failure(errors.KeyRefused), failure(errors.ModelError, FAILURE)],
        [(0, "two"), (1, "two")],
    ),
}


@pytest.mark.parametrize("name", NEXT)
def test_with_a_fallback_the_next_model_is_asked_at_once(models: list[OpenAIModel], name: str) -> None:
    failures, then = NEXT[name]
    assert asked(Attempts(models, Rests()), failures) == then


def test_what_was_asked_is_not_asked_elsewhere_if_it_is_refused_itself_and_its_model_gets_no_rest(
    models: list[OpenAIModel],
) -> None:
    rests = Rests()
    for refused in (errors.ContentRefused, errors.EmptyAnswer):
        with pytest.raises(refused):
            Attempts(models, rests).failed(failure(refused))
    Attempts(models, rests).failed(failure(errors.ContextTooLong))
    assert rests.ordered(models) == models
