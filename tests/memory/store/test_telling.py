"""Sentences that may reveal a deleted memory are distinguished from those that only share a word with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.memory.store.telling import FEW, Parts, Traces, mentioned

LIVE = ["The user likes green tea"]


@pytest.mark.parametrize(
    ("deleted", "sentence", "doubtful", "repeats"),
    [
        ("The user likes tea", "The user likes tea.", True, True),
        ("The user likes tea", "Likes tea.", True, True),
        ("The user likes tea", "The user enjoys a cup of tea every morning.", True, False),
        ("The user likes tea", "Anna likes tea ceremonies; the flight to Rome is booked.", True, False),
        ("The user likes tea", "They like green tea.", False, False),
        ("The user likes tea", "They like team sports.", True, False),
        ("The user is a programmer", "They and others are programmers.", True, True),
        ("Alec is the user's boss", "Alec, boss, called.", True, True),
        ("Alec is the user's boss", "The boat leaks.", False, False),
        ("用户喜欢喝茶", "用户每天早上喝茶。", True, False),
        ("用户喜欢喝茶", "用户喜欢喝茶。", True, True),
        ("🦜🦜", "Their bird is a 🦜🦜.", True, True),
    ],
)
def test_a_sentence_is_doubtful_or_even_repeats_what_is_deleted(
    deleted: str, sentence: str, *, doubtful: bool, repeats: bool
) -> None:
    traces = Traces([deleted], live=LIVE)
    assert traces.is_doubtful(sentence) == doubtful
    assert bool(traces.repeated(f"First this. {sentence}")) == repeats


def test_what_names_a_memory_is_doubtful() -> None:
    traces = Traces(["The birthday is in May"], ["Ab3dEf9h", "Anna"])
    sentences = ("[id:Ab3dEf9h] is stored.", "Anna called.", "The boat leaks.")
    assert [it for it in sentences if traces.is_doubtful(it)] == [*sentences[:2]]


def test_half_of_the_rare_words_mention_a_memory() -> None:
    versions = ["Zanzibar is where the user hides the golden keys", "The user likes tea", "The user's name is Jo"]
    assert mentioned(versions, ["The keys of Zanzibar? Hidden!", "I like Rome."]) == {0}
    assert mentioned(versions, ["The keys are mine", "TEA, please", "I am Jo"]) == {1, 2}


WORDS = st.text(st.sampled_from('ab" '), min_size=1, max_size=20)
MANY = st.lists(WORDS, min_size=FEW + 1, max_size=3 * FEW, unique=True)
TEXTS = st.text(st.sampled_from('ab" '), max_size=60)


@given(MANY, TEXTS)
def test_many_are_found_where_one_after_the_other_would_be(parts: list[str], text: str) -> None:
    assert Parts(parts).found_in(text) == {part for part in parts if part in text}


@given(MANY, TEXTS)
def test_of_many_nothing_is_left_of_what_was_replaced(parts: list[str], text: str) -> None:
    replaced = Parts(parts).replaced(text, "x")
    assert not any(part in replaced for part in parts)
    assert bool(Parts(parts).found_in(text)) == (replaced != text)
    kept = replaced.split("x")
    assert text.startswith(kept[0])
    assert text.endswith(kept[-1])


def test_text_beside_a_replacement_stays() -> None:
    numbers = [f'"the user said {number}!"' for number in range(FEW + 1)]
    text = f'- {numbers[0]} and {numbers[5]}, {numbers[5]}: not "the user said 99!"'
    assert Parts(numbers).replaced(text, "?") == '- ? and ?, ?: not "the user said 99!"'
    assert Parts(numbers[:3]).replaced(text, "?") == f'- ? and {numbers[5]}, {numbers[5]}: not "the user said 99!"'
