"""The best match comes first: rare words, short texts, context, and agreement of several rankings."""

from bot.database.search.ranking import Fit, by_embedding_around, by_words, by_words_around, fused, rarity


def fit(
    key: str, *words: int, length: int = 10, near: float | None = None, pair: float | None = None, shown: bool = False
) -> Fit[str]:
    """Make a text that holds words."""
    return Fit(key=key, words=frozenset(words), length=length, nearness=near, with_before=pair, excluded=shown)


def best_first(scores: dict[str, float]) -> list[str]:
    """Return the keys, the one with the highest score first."""
    return sorted(scores, key=lambda key: -scores[key])


def test_a_rare_word_counts_more_than_a_common_one_and_none_counts_less_than_nothing() -> None:
    assert rarity(1, 1_000) > rarity(500, 1_000) > rarity(1_000, 1_000) > 0
    assert rarity(10, 0) > 0  # the count of all is an estimate


def test_texts_are_ranked_by_the_words_they_hold_and_a_short_one_before_a_long_one() -> None:
    weights = [5.0, 1.0]
    texts = [fit("long", 0, length=40), fit("both", 0, 1), fit("rare", 0), fit("common", 1), fit("none")]
    assert best_first(by_words(texts, weights)) == ["both", "rare", "long", "common"]


def test_a_message_is_found_by_the_words_around_it() -> None:
    run = [fit("far"), fit("question", 0, 1), fit("answer", 2), fit("later"), fit("end")]
    scores = by_words_around([run, [fit("elsewhere", 2)]], [3.0, 3.0, 1.0])
    assert best_first(scores)[:2] == ["question", "answer"]
    assert scores["answer"] > scores["elsewhere"]


def test_shown_messages_are_not_found_but_count_as_context() -> None:
    scores = by_words_around([[fit("shown", 0, shown=True), fit("behind")]], [1.0])
    assert list(scores) == ["behind"]


def test_embeddings_are_compared_alone_with_the_previous_message_and_in_context() -> None:
    near, far = [fit("a", near=0.9, pair=0.9), fit("b", near=0.8, pair=0.9)], [fit("c", near=0.8, pair=0.1)]
    assert best_first(by_embedding_around([near, far])) == ["a", "b", "c"]
    assert by_embedding_around([[fit("unknown")]]) == {}


def test_what_several_rankings_hold_high_comes_before_what_one_does() -> None:
    assert fused({"a": 9.0, "b": 8.0, "c": 1.0}, {"d": 0.9, "b": 0.8, "c": 0.1})[0] == "b"
    assert fused({}, {}) == []
