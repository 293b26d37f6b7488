"""Estimates of a prompt's tokens, and what fits into a budget."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit.prompt_text import own
from bot.model.tokens import text_tokens
from bot.model.values import AssistantMessage, Message, Picture, ToolCall, ToolResult, UserMessage
from bot.turns.budget import (
    PictureRoom,
    Size,
    TurnMessages,
    clipped,
    fitting_pictures,
    newest,
    shown_from,
    tokens,
    without_oldest,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
CALLS = st.builds(ToolCall, st.just("c1"), TEXTS, TEXTS)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(UserMessage, TEXTS, TEXTS),
    st.builds(AssistantMessage, TEXTS, st.lists(CALLS, max_size=2).map(tuple)),
    st.builds(ToolResult, st.just("c1"), TEXTS),
)
TURNS: st.SearchStrategy[list[TurnMessages]] = st.lists(st.lists(MESSAGES, min_size=1, max_size=4), max_size=8).map(
    lambda turns: [(UUID(int=number), messages) for number, messages in enumerate(turns)]
)


def test_all_that_is_sent_of_a_message_counts() -> None:
    call = ToolCall("c1", "add_to_memory", '{"content": "tea"}')
    assert tokens([UserMessage(own("12345678"), own("1234"))]) == 4 + 3
    assert tokens([AssistantMessage("1234", (call, call))]) == 4 + text_tokens(
        "1234" + 2 * (call.name + call.arguments)
    )
    assert tokens([ToolResult("c1", own("日本"))]) == 4 + 2


@given(turns=TURNS, room=st.floats(-10, 2_000), by_server=st.floats(0.25, 4))
def test_as_many_of_the_newest_turns_are_kept_as_fit(
    turns: Sequence[TurnMessages], room: float, by_server: float
) -> None:
    measured = Size(fixed=0, turns=0, scale=by_server)
    fitting = newest(turns, room, measured)
    taken = [measured.of(messages) for _, messages in reversed(turns)]
    assert sum(taken[:fitting]) <= room or fitting == 0
    assert fitting == len(turns) or sum(taken[: fitting + 1]) > room


@given(text=TEXTS, most=st.integers(-2, 100))
def test_a_clipped_text_is_a_beginning_within_its_bounds(text: str, most: int) -> None:
    kept = clipped(text, most)
    assert text_tokens(kept) <= max(0, most)
    assert kept == text or text_tokens(text) > most
    assert text.startswith(kept.removesuffix("…").rstrip() if kept != text else text)
    kept.encode()


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("one two three four", 4, "one two …"),
        ("日本語のとても長い文章です", 5, "日本語のと …"),
        ("word", 0, ""),
    ],
)
def test_examples_of_clipping(text: str, most: int, kept: str) -> None:
    assert clipped(text, most) == kept


def test_a_summary_is_begun_early_and_leaves_what_it_leaves_when_the_prompt_is_full() -> None:
    small, begun, full = (Size(fixed=500, turns=turns, scale=1.0) for turns in (700, 701, 801))
    assert [it.is_begun(1_500) for it in (small, begun, full)] == [False, True, True]
    assert [it.is_full(1_500) for it in (small, begun, full)] == [False, False, True]
    assert begun.kept(1_500) == pytest.approx(201)


@given(TURNS, st.integers(0, 3_000), st.sampled_from([0.5, 1.0, 2.0]))
def test_what_stays_of_a_history_fits_and_begins_with_a_message_of_the_user(
    turns: list[TurnMessages], room: int, scale: float
) -> None:
    history = [it for _, messages in turns for it in [UserMessage(own("Hello")), *messages]]
    kept = without_oldest(history, room, Size(fixed=0, turns=0, scale=scale))
    assert list(kept) == history[len(history) - len(kept) :]
    assert scale * tokens(kept) <= room
    assert not kept or isinstance(kept[0], UserMessage)
    if scale * tokens(history) <= room:
        assert list(kept) == history


SMALL = Picture("a", "image/jpeg", 300, 250, 1_000)
"""A picture of 100 tokens."""


def shown(*numbers: int) -> list[tuple[UUID, list[Message]]]:
    """Return turns, each with a number of pictures."""
    return [
        (UUID(int=at), [UserMessage(own("Look"), pictures=(SMALL,) * number), AssistantMessage("I see")])
        for at, number in enumerate(numbers, 1)
    ]


@pytest.mark.parametrize(
    ("room", "first"), [(PictureRoom(300), 3), (PictureRoom(1_000, number=4), 2), (PictureRoom(1_000, size=2_000), 3)]
)
def test_the_newest_pictures_that_fit_stay(room: PictureRoom, first: int) -> None:
    assert shown_from(shown(2, 2, 1, 1), UUID(int=4), room) == UUID(int=first)


def test_a_summary_is_asked_for_with_the_pictures_that_fit_together() -> None:
    assert fitting_pictures(shown(2, 2, 1, 1), PictureRoom(300)) == 1
    assert fitting_pictures(shown(2, 2, 1, 1), PictureRoom(500)) == 3
