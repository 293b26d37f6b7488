"""Sentences that may reveal a deleted memory are distinguished from those that only share a word with it."""

import pytest

from bot.database.telling import Traces, mentioned

LIVE = ["The user likes green tea"]


@pytest.mark.parametrize(
    ("deleted", "sentence", "doubtful", "repeats"),
    [
        ("The user likes tea", "The user likes tea.", True, True),
        ("The user likes tea", "They also like tea very much.", True, True),
        ("The user likes tea", "Likes tea.", True, True),
        ("The user likes tea", "The user enjoys a cup of tea every morning.", True, False),
        ("The user likes tea", "Anna likes tea ceremonies; the flight to Rome is booked.", True, False),
        ("The user likes tea", "Anna likes tea; the user's flight to Rome is booked.", True, False),
        ("The user likes tea", "They like green tea.", False, False),
        ("The user likes tea", "They like team sports.", True, False),
        ("The user is a programmer", "They made good progress with the house.", True, False),
        ("The user is a programmer", "They and others are programmers.", True, True),
        ("The user likes tea", "Anna would like to go to Rome with the user.", False, False),
        ("Alec is the user's boss", "Alec, boss, called.", True, True),
        ("Alec is the user's boss", "They report to Alec.", True, False),
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
    assert [traces.is_doubtful(it) for it in ("[id:Ab3dEf9h] is stored.", "Anna called.", "The boat leaks.")] == [
        1,
        1,
        0,
    ]


def test_half_of_the_rare_words_mention_a_memory() -> None:
    versions = ["Zanzibar is where the user hides the golden keys", "The user likes tea", "The user's name is Jo"]
    assert mentioned(versions, ["The keys of Zanzibar? Hidden!", "I like Rome."]) == {0}
    assert mentioned(versions, ["The keys are mine", "TEA, please", "I am Jo"]) == {1, 2}
