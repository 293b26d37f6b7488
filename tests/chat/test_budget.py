"""Estimates of a prompt's tokens, and what fits into a budget."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.budget import (
    FULL,
    Size,
    TurnMessages,
    by_turn,
    clipped,
    first_texts,
    newest,
    size,
    size_as_counted,
    tokens,
    without_oldest,
)
from bot.tokens import text_tokens, tools_tokens
from bot.values.calls import ToolCall
from bot.values.changes import Change, ChangeKind
from bot.values.conversations import ToolSpec
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage

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


@pytest.mark.parametrize(("text", "expected"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("日本", 2), ("🙂", 1)])
def test_four_bytes_are_taken_for_a_token(text: str, expected: int) -> None:
    assert text_tokens(text) == expected


CHANGE = Change(
    kind=ChangeKind.ADDED,
    memory_id="a1b2c3d4",
    version=1,
    subject=None,
    former_version=1,
    former_subject=None,
    content="not sent",
)


def test_all_that_is_sent_of_a_message_counts() -> None:
    call = ToolCall("c1", "add_to_memory", '{"content": "tea"}')
    assert tokens([UserMessage("12345678", "1234")]) == 4 + 3
    assert tokens([AssistantMessage("1234", (call, call))]) == 4 + text_tokens(
        "1234" + 2 * (call.name + call.arguments)
    )
    assert tokens([ToolResult("c1", "1234", CHANGE)]) == 4 + 1
    assert tokens([]) == 0


def test_a_tools_name_description_and_parameters_count() -> None:
    tool = ToolSpec.of("note", "Take a note.", {"type": "object"})
    assert tools_tokens([tool, tool]) == 2 * text_tokens('note Take a note. {"type":"object"}')
    assert tools_tokens([]) == 0


def test_a_prompt_is_as_large_as_its_parts() -> None:
    measured = size(1_000, "s" * 400, [UserMessage("u" * 360)])
    assert (measured.fixed, measured.turns, measured.total, measured.scale) == (1_000, 100 + 94, 1_194, 1.0)


def test_a_prompt_is_measured_as_the_server_counts() -> None:
    messages = [UserMessage("u" * 784)]
    measured = size_as_counted(600, "s" * 800, tokens(messages), tokens([AssistantMessage("a" * 384)]), 1_500)
    assert (measured.scale, measured.fixed, measured.total) == (1.5, 900, 1_500 + 150)
    assert measured.of(messages) == 300


@pytest.mark.parametrize(("counted", "expected"), [(0, 1.0), (1, 0.25), (1_000_000, 4.0)])
def test_a_strange_count_is_believed_only_so_far(counted: int, expected: float) -> None:
    assert size_as_counted(1_000, "", 0, 0, counted).scale == expected


@given(fixed=st.integers(1, 10_000), summary=TEXTS, messages=st.lists(MESSAGES, max_size=8), data=st.data())
def test_what_the_server_counted_is_what_is_measured(
    fixed: int, summary: str, messages: list[Message], data: st.DataObject
) -> None:
    estimate = size(fixed, summary, messages)
    assert estimate.total == fixed + text_tokens(summary) + tokens(messages)
    counted = data.draw(st.integers(-(-estimate.total // 4), 4 * estimate.total))
    measured = size_as_counted(fixed, summary, tokens(messages), 0, counted)
    assert abs(measured.total - counted) <= 1
    assert size(fixed, summary, messages, measured.scale) == measured
    later = tokens([UserMessage("more to it")])
    assert size_as_counted(fixed, summary, tokens(messages), later, counted).total > measured.total


@pytest.mark.parametrize(("turns", "full"), [(800, False), (801, True)])
def test_a_prompt_is_full_when_its_turns_take_four_fifths_of_what_the_rest_leaves_them(turns: int, full: bool) -> None:  # noqa: FBT001 - what is expected
    measured = size(9_000, "", [UserMessage("u" * 4 * (turns - 4))])
    assert measured.turns == turns
    assert measured.is_full(10_000) is full
    assert FULL == 0.8


def test_messages_are_grouped_by_turn_in_their_order() -> None:
    first, second = UUID(int=1), UUID(int=2)
    one, two, three = UserMessage("1"), AssistantMessage("2"), UserMessage("3")
    assert by_turn([(first, one), (first, two), (second, three)]) == [(first, [one, two]), (second, [three])]
    assert by_turn([]) == []


@given(turns=TURNS, room=st.floats(-10, 2_000), by_server=st.floats(0.25, 4))
def test_as_many_of_the_newest_turns_are_kept_as_fit(
    turns: Sequence[TurnMessages], room: float, by_server: float
) -> None:
    measured = size(500, "", [], by_server)
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


@given(words=st.lists(st.text("abcé", min_size=1, max_size=5), min_size=1), most=st.integers(6, 60))
def test_a_text_is_clipped_between_its_words(words: list[str], most: int) -> None:
    kept = clipped(" ".join(words), most)
    assert kept.removesuffix(" …").split() == words[: len(kept.removesuffix(" …").split())]


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("one two three", 4, "one two three"),
        ("one two three four", 4, "one two …"),
        ("first line\nsecond line", 4, "first line …"),
        ("日本語のとても長い文章です", 5, "日本語のと …"),
        ("So: 日本語のとても長い文章です", 8, "So: 日本語のとても長 …"),
        ("word", 0, ""),
        ("", 3, ""),
    ],
)
def test_examples_of_clipping(text: str, most: int, kept: str) -> None:
    assert clipped(text, most) == kept


@given(text=st.text("日本語", min_size=20, max_size=80), most=st.integers(5, 14))
def test_most_of_what_fits_is_kept_of_a_language_without_spaces(text: str, most: int) -> None:
    kept = clipped(text, most)
    assert text_tokens(kept) >= most - 2


@pytest.mark.parametrize(
    ("turns", "is_begun", "is_full", "kept"),
    [(700, False, False, 200), (701, True, False, 201), (801, True, True, 300)],
)
def test_a_summary_is_begun_early_and_leaves_what_it_leaves_when_the_prompt_is_full(
    turns: int, kept: int, *, is_begun: bool, is_full: bool
) -> None:
    prompt = Size(fixed=500, turns=turns, scale=1.0)
    assert (prompt.is_begun(1_500), prompt.is_full(1_500)) == (is_begun, is_full)
    assert prompt.kept(1_500) == pytest.approx(kept)


def test_texts_are_taken_while_there_is_room() -> None:
    assert first_texts(["abcd", "efgh", "i"], 2) == ["abcd", "efgh"]
    assert first_texts(["abcdefghijkl", "i"], 2) == []


@given(TURNS, st.integers(0, 3_000), st.sampled_from([0.5, 1.0, 2.0]))
def test_what_stays_of_a_history_fits_and_begins_with_a_message_of_the_user(
    turns: list[TurnMessages], room: int, scale: float
) -> None:
    history = [it for _, messages in turns for it in [UserMessage("Hello"), *messages]]
    kept = without_oldest(history, room, Size(fixed=0, turns=0, scale=scale))
    assert list(kept) == history[len(history) - len(kept) :]
    assert scale * tokens(kept) <= room
    assert not kept or isinstance(kept[0], UserMessage)
    if scale * tokens(history) <= room:
        assert list(kept) == history
