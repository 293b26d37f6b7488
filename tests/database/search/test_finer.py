"""Who said it, when it was said, and what a later message replaces decide among the best matches."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.database.search.conversation_search import finely_ranked
from bot.database.search.dates import periods
from bot.database.search.passages import Utterance, label
from bot.database.search.ranking import Fit, MessageKey, combined

KEYS: tuple[MessageKey, ...] = tuple((UUID(int=number), 1) for number in range(3))
FIRST, SECOND, THIRD = KEYS


def uttered(key: MessageKey, speaker: str = "", *, day: int = 1, asks: bool = False) -> Utterance:
    """Make a message of the user in May 2026."""
    return Utterance(key, by_user=True, asks=asks, speaker=speaker, said_at=datetime(2026, 5, day, 12, tzinfo=UTC))


def ranked(scores: Mapping[MessageKey, float], *spoken: Utterance, asked: str = "", words: str = "") -> list[int]:
    """Return the numbers of the messages, ranked; `words` are those of the query's two that each message holds."""
    held = dict(zip(KEYS, words.split(), strict=False))
    fits = {key: Fit(key=key, words=frozenset(map(int, held.get(key, ""))), length=5) for key in scores}
    return [key[0].int for key in finely_ranked(scores, spoken, asked, fits, 2)]


def test_messages_by_the_person_whom_the_query_names_rank_higher() -> None:
    scores, spoken = {FIRST: 1.0, SECOND: 0.8}, (uttered(FIRST, "Bob"), uttered(SECOND, "Ann Lee"))
    assert ranked(scores, *spoken, asked="What is Ann's dog called?") == [1, 0]
    assert ranked(scores, *spoken, asked="What is the dog called?") == [0, 1]
    assert ranked(scores, *spoken, asked="Did Ann or Bob buy a dog?") == [0, 1]


def test_messages_of_the_day_or_month_that_the_query_names_rank_higher() -> None:
    scores, spoken = {FIRST: 1.0, SECOND: 0.6}, (uttered(FIRST, day=1), uttered(SECOND, day=9))
    assert ranked(scores, *spoken, asked="dinner on 9 May 2026") == [1, 0]
    assert ranked(scores, *spoken, asked="dinner in May 2026") == [0, 1]


def test_a_later_statement_with_all_the_words_goes_before_the_one_that_it_replaces() -> None:
    scores, spoken = {FIRST: 1.0, SECOND: 0.9, THIRD: 0.7}, [uttered(key) for key in KEYS]
    assert ranked(scores, *spoken, words="01 1 01") == [2, 0, 1]
    assert ranked(scores, *spoken, words="0 1 0") == [0, 1, 2]  # of two words
    assert ranked({**scores, THIRD: 0.4}, *spoken, words="01 1 01") == [0, 1, 2]


def test_neither_a_question_nor_another_person_replaces_a_statement() -> None:
    scores = {FIRST: 1.0, SECOND: 0.9}
    assert ranked(scores, uttered(FIRST), uttered(SECOND, asks=True), words="01 01") == [0, 1]
    assert ranked(scores, uttered(FIRST, "Ann"), uttered(SECOND, "Bob"), words="01 01") == [0, 1]


@pytest.mark.parametrize(
    ("words", "begins", "ends"),
    [
        ("on 3 June, 2023", (2023, 6, 3), (2023, 6, 4)),
        ("in December 2023", (2023, 12, 1), (2024, 1, 1)),
        ("am 3. Juni 2023", (2023, 6, 3), (2023, 6, 4)),
        ("2023年6月3日", (2023, 6, 3), (2023, 6, 4)),
        ("2023-06", (2023, 6, 1), (2023, 7, 1)),
    ],
)
def test_days_and_months_are_read(words: str, begins: tuple[int, int, int], ends: tuple[int, int, int]) -> None:
    assert periods(words) == [(datetime(*begins, tzinfo=UTC), datetime(*ends, tzinfo=UTC))]


@pytest.mark.parametrize("words", ["", "may I go", "30 February 2023", "in May", "99 June 9999x", "2023"])
def test_nothing_else_is_taken_for_one(words: str) -> None:
    assert periods(words) == []


def test_a_label_is_a_short_name_before_a_colon() -> None:
    assert [label(it) for it in ("Ann Lee: hello", "12: hello", "no label", "http://x", "\nBob: hi")] == [
        "Ann Lee",
        "",
        "",
        "",
        "Bob",
    ]
    assert label("Anna van der Berg: hello") == "Anna van der Berg"
    assert label("mum: hello") == "mum"
    assert label("I signed the lease: the rent is 1,200 euros") == ""


def test_scores_of_words_and_embeddings_are_scaled_and_averaged() -> None:
    assert combined({"a": 4.0, "b": 2.0}, {}) == {"a": 1.0, "b": 0.5}
    assert combined({"a": 4.0, "b": 2.0}, {"b": 0.9, "c": 0.8, "d": 0.7}) == pytest.approx(
        {"a": 0.5, "b": 0.75, "c": 0.25, "d": 0.0}
    )
    assert combined({}, {}) == {}
