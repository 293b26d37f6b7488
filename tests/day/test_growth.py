"""Growth is told from noise, and from what fills in the first hours."""

from dataclasses import asdict, replace

import pytest

from tests.day.growth import ALLOWED, FEWEST, Sample, grown, growth

HELD = Sample(
    memory_kb=140_000,
    tasks=20,
    open_files=16,
    threads=2,
    processes=0,
    connections=6,
    forgotten_transactions=0,
    files=1,
    updates=0,
    texts=0,
    links=0,
)
NUMBER = 2 * FEWEST


def day(**more_each_time: float) -> list[Sample]:
    """Return the samples of a day in which something grows, with memory that fills at first and goes up and down."""
    filled = [replace(HELD, memory_kb=HELD.memory_kb + 100 * min(at, 20) + 900 * (at % 3)) for at in range(NUMBER)]
    return [
        replace(it, **{name: asdict(it)[name] + int(at * more) for name, more in more_each_time.items()})
        for at, it in enumerate(filled)
    ]


def test_what_fills_at_first_and_goes_up_and_down_does_not_grow() -> None:
    assert grown(day()) == []


@pytest.mark.parametrize("name", asdict(ALLOWED))
def test_what_grows_is_named(name: str) -> None:
    allowed = asdict(ALLOWED)[name]
    (told,) = grown(day(**{name: 4 * (allowed + 1) / NUMBER}))
    assert told.startswith(f"{name} grew by ")
    assert growth(day(**{name: 4 * (allowed + 1) / NUMBER}))[name] > allowed


def test_a_few_samples_tell_nothing() -> None:
    assert grown(day(memory_kb=10_000)[: FEWEST - 1]) == []
