"""Recall, gain and intervals have the values that are known by hand."""

from math import log2

import pytest

from tests.bench.recall.bm25 import Bm25
from tests.bench.recall.measures import interval, ndcg, ranks_above, recall, recall_any

FOUND = ["a", "x", "b", "y"]


def test_recall_is_the_share_of_what_is_wanted() -> None:
    assert [recall(FOUND, {"a", "b"}, first) for first in (1, 2, 3)] == [0.5, 0.5, 1.0]
    assert [recall_any(FOUND, {"b", "c"}, first) for first in (2, 3)] == [0.0, 1.0]


def test_gain_is_a_share_of_the_best_possible_one() -> None:
    assert ndcg(["a", "b"], {"a", "b"}, 10) == 1
    assert ndcg(FOUND, {"a", "b"}, 10) == pytest.approx((1 + 1 / log2(4)) / (1 + 1 / log2(3)))
    assert ndcg(FOUND, {"a", "b", "c"}, 1) == 1
    assert ndcg(FOUND, {"c"}, 10) == 0


def test_a_later_statement_ranks_above_if_it_is_found_first() -> None:
    assert ranks_above(FOUND, {"a"}, {"b"})
    assert ranks_above(FOUND, {"b"}, {"c"})
    assert not ranks_above(FOUND, {"b"}, {"a"})
    assert not ranks_above(FOUND, {"c"}, {"d"})


def test_the_interval_holds_the_mean_difference_and_is_the_same_each_time() -> None:
    ours, theirs = [1.0, 1.0, 0.0, 1.0] * 25, [0.0, 1.0, 0.0, 1.0] * 25
    least, most = interval(ours, theirs)
    assert 0.15 < least < 0.25 < most < 0.35
    assert interval(ours, theirs) == (least, most)
    assert interval(ours, ours) == (0, 0)


def test_bm25_prefers_rare_words_and_short_texts() -> None:
    texts = {"long": ["boat", "red", "sea", "sun"], "short": ["boat"], "rare": ["anchor", "sea"], "none": ["sun"]}
    assert Bm25(texts).ranked(["boat", "anchor"]) == ["rare", "short", "long"]
