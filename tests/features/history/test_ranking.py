"""The best match comes first: by rare words, short texts, context, several rankings, who said it, and when."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.features.history.store.dates import periods
from bot.features.history.store.passages import QUESTION_PLACES, Utterance, asks, label, statements_first
from bot.features.history.store.search import finely_ranked
from bot.store.search.ranking import (
    Fit,
    MessageKey,
    best_first,
    by_embedding_around,
    by_words,
    by_words_around,
    combined,
    fused,
    rarity,
)

KEYS: tuple[MessageKey, ...] = tuple((UUID(int=number), 1) for number in range(3))
FIRST, SECOND, THIRD = KEYS


def fit(
    key: str, *words: int, length: int = 10, near: float | None = None, pair: float | None = None, shown: bool = False
) -> Fit[str]:
    """Make a text that holds words."""
    return Fit(key=key, words=frozenset(words), length=length, nearness=near, with_before=pair, excluded=shown)


def test_rare_words_count_more_than_common_ones_and_short_texts_more_than_long_ones() -> None:
    assert rarity(1, 1_000) > rarity(500, 1_000) > rarity(1_000, 1_000) > 0
    assert rarity(10, 0) > 0  # the count of all is an estimate
    texts = [fit("long", 0, length=40), fit("both", 0, 1), fit("rare", 0), fit("common", 1), fit("none")]
    assert best_first(by_words(texts, [5.0, 1.0])) == ["both", "rare", "long", "common"]


def test_a_message_is_found_by_the_words_around_it_and_one_that_is_shown_only_counts_as_context() -> None:
    run = [fit("far"), fit("question", 0, 1), fit("answer", 2), fit("later"), fit("end")]
    scores = by_words_around([run, [fit("elsewhere", 2)]], [3.0, 3.0, 1.0])
    assert best_first(scores)[:2] == ["question", "answer"]
    assert scores["answer"] > scores["elsewhere"]
    assert list(by_words_around([[fit("shown", 0, shown=True), fit("behind")]], [1.0])) == ["behind"]


def test_embeddings_are_compared_alone_with_the_previous_message_and_in_context() -> None:
    near, far = [fit("a", near=0.9, pair=0.9), fit("b", near=0.8, pair=0.9)], [fit("c", near=0.8, pair=0.1)]
    assert best_first(by_embedding_around([near, far])) == ["a", "b", "c"]
    assert by_embedding_around([[fit("unknown")]]) == {}


def test_rankings_are_fused_by_place_and_scores_scaled_and_averaged() -> None:
    assert fused({"a": 9.0, "b": 8.0, "c": 1.0}, {"d": 0.9, "b": 0.8, "c": 0.1})[0] == "b"
    assert fused({}, {}) == []
    assert combined({"a": 4.0, "b": 2.0}, {}) == {"a": 1.0, "b": 0.5}
    assert combined({"a": 4.0, "b": 2.0}, {"b": 0.9, "c": 0.8, "d": 0.7}) == pytest.approx(
        {"a": 0.5, "b": 0.75, "c": 0.25, "d": 0.0}
    )


def uttered(key: MessageKey, speaker: str = "", *, day: int = 1, asks: bool = False) -> Utterance:
    """Make a message of the user in May 2026."""
    return Utterance(key, by_user=True, asks=asks, speaker=speaker, said_at=datetime(2026, 5, day, 12, tzinfo=UTC))


def ranked(scores: Mapping[MessageKey, float], *spoken: Utterance, asked: str = "", words: str = "") -> list[int]:
    """Return the numbers of the messages, ranked; `words` are those of the query's two that each message holds."""
    held = dict(zip(KEYS, words.split(), strict=False))
    fits = {key: Fit(key=key, words=frozenset(map(int, held.get(key, ""))), length=5) for key in scores}
    return [key[0].int for key in finely_ranked(scores, spoken, asked, fits, 2)]


def test_messages_of_the_person_the_day_or_the_month_that_the_query_names_rank_higher() -> None:
    scores, spoken = {FIRST: 1.0, SECOND: 0.8}, (uttered(FIRST, "Bob"), uttered(SECOND, "Ann Lee"))
    assert ranked(scores, *spoken, asked="What is Ann's dog called?") == [1, 0]
    assert ranked(scores, *spoken, asked="What is the dog called?") == [0, 1]
    assert ranked(scores, *spoken, asked="Did Ann or Bob buy a dog?") == [0, 1]
    scores, spoken = {FIRST: 1.0, SECOND: 0.6}, (uttered(FIRST, day=1), uttered(SECOND, day=9))
    assert ranked(scores, *spoken, asked="dinner on 9 May 2026") == [1, 0]
    assert ranked(scores, *spoken, asked="dinner in May 2026") == [0, 1]


def test_a_later_statement_with_all_the_words_goes_before_the_one_that_it_replaces() -> None:
    scores, spoken = {FIRST: 1.0, SECOND: 0.9, THIRD: 0.7}, [uttered(key) for key in KEYS]
    assert ranked(scores, *spoken, words="01 1 01") == [2, 0, 1]
    assert ranked(scores, *spoken, words="0 1 0") == [0, 1, 2]  # of two words
    assert ranked({**scores, THIRD: 0.4}, *spoken, words="01 1 01") == [0, 1, 2]
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


def test_nothing_else_is_taken_for_a_day_or_month() -> None:
    assert [it for it in ("", "may I go", "30 February 2023", "in May", "99 June 9999x", "2023") if periods(it)] == []


def test_a_label_is_a_short_name_before_a_colon() -> None:
    labelled = ("Ann Lee: hello", "Anna van der Berg: hello", "\nBob: hi", "mum: hello")
    assert [label(it) for it in labelled] == ["Ann Lee", "Anna van der Berg", "Bob", "mum"]
    others = ("12: hello", "no label", "http://x", "I signed the lease: the rent is 1,200 euros")
    assert [label(it) for it in others] == [""] * len(others)


def test_what_mostly_asks_is_a_question_and_comes_after_a_number_of_statements() -> None:
    dentist = "What was Anna's dentist called?"
    assert all(map(asks, (dentist, f"Hello! {dentist}", "“Is it so?”", "彼は誰ですか\uff1f")))
    told = "Anna's dentist is Dr. Weiss."
    assert not any(map(asks, ("", told, f"{told} Do you know him?", "Who knows? I know.")))
    question, *statements = [(UUID(int=number), 1) for number in range(QUESTION_PLACES + 2)]
    found = statements_first([question, *statements], [Utterance(question, by_user=True, asks=True)])
    assert found == [*statements[:QUESTION_PLACES], question, *statements[QUESTION_PLACES:]]
