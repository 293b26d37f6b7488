"""Ranking of texts by words and embeddings. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import median
from typing import Final, Generic, TypeAlias, TypeVar
from uuid import UUID

SATURATION: Final = 1.2
SHORTNESS: Final = 0.75
"""BM25's k1 and b (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond")."""
EVENNESS: Final = 10
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher): the larger, the less a first place weighs."""
BEFORE: Final = 1
AROUND: Final = 2
"""Messages on each side of a message's context window."""

MessageKey: TypeAlias = tuple[UUID, int]
"""A message's turn and its position in it."""
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit(Generic[Key]):
    """How well a text matches a query: the indexes of the query's words in it, its length, and its nearness.

    `nearness` is the cosine similarity of its embedding and the query's, and `with_before` that of its embedding
    together with the text before it. Both are None without a vector. An `excluded` text is context of others only.
    """

    key: Key
    words: frozenset[int]
    length: int
    nearness: float | None = None
    with_before: float | None = None
    excluded: bool = False


def rarity(found: float, of: float) -> float:
    """Return the weight of a word in `found` of all texts (BM25's inverse document frequency)."""
    return log(1 + (max(of, found) - found + 0.5) / (found + 0.5))


def by_words(texts: Sequence[Fit[Key]], weights: Sequence[float]) -> dict[Key, float]:
    """Return the score of each text with a word, without context."""
    average = _average(texts)
    return {text.key: _bm25([text], weights, average) for text in texts if text.words}


def by_words_around(runs: Sequence[Sequence[Fit[Key]]], weights: Sequence[float]) -> dict[Key, float]:
    """Return the score of each message in runs of consecutive ones, by its words and those of its context."""
    average = _average([message for run in runs for message in run])

    def score(run: Sequence[Fit[Key]], at: int) -> float:
        alone = _bm25(run[at : at + 1], weights, average)
        with_before = _bm25(run[max(0, at - BEFORE) : at + 1], weights, average * (1 + BEFORE))
        return alone + with_before + _bm25(_amid(run, at), weights, average * (1 + 2 * AROUND))

    return _scored(runs, score)


def by_embedding_around(runs: Iterable[Sequence[Fit[Key]]]) -> dict[Key, float]:
    """Return the nearness of each message's embedding in runs of consecutive ones."""

    def score(run: Sequence[Fit[Key]], at: int) -> float:
        message = run[at]
        if message.nearness is None:
            return 0
        amid = [near.with_before for near in _amid(run, at) if near.with_before is not None]
        return message.nearness + (message.with_before or 0) + (sum(amid) / len(amid) if amid else 0)

    return _scored(runs, score)


def nearest(nearness: Mapping[Key, float]) -> set[Key]:
    """Return the nearest texts: at least half as far above the median as the nearest one."""
    if not nearness:
        return set()
    enough = (median(nearness.values()) + max(nearness.values())) / 2
    return {key for key, near in nearness.items() if near >= enough}


def above_others(nearness: Mapping[Key, float]) -> dict[Key, float]:
    """Return each text's nearness above the median of the others, up to 1; empty without others."""
    above: dict[Key, float] = {}
    for key, near in nearness.items():
        others = [other for other_key, other in nearness.items() if other_key != key]
        if others and (usual := median(others)) < 1:
            above[key] = (near - usual) / (1 - usual)
    return above


def fused(*rankings: Mapping[Key, float]) -> list[Key]:
    """Return all ranked texts by reciprocal rank fusion, the best first."""
    scores = defaultdict[Key, float](float)
    for ranking in rankings:
        for rank, key in enumerate(best_first(ranking), start=1):
            scores[key] += 1 / (EVENNESS + rank)
    return best_first(scores)


def combined(words: Mapping[Key, float], embeddings: Mapping[Key, float]) -> dict[Key, float]:
    """Return the mean of both scores, scaled to the range from 0 to 1; that of the words if there are no embeddings.

    Unlike ranks, the mean keeps how far apart texts are (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for
    Hybrid Retrieval", 2023). Nearness has no natural zero, so the least of the compared texts is one.
    """
    best = max(words.values(), default=1.0)
    scaled = {key: score / best for key, score in words.items()}
    if not embeddings:
        return scaled
    least, nearest_one = min(embeddings.values()), max(embeddings.values())
    spread = nearest_one - least or 1.0
    near = {key: (score - least) / spread for key, score in embeddings.items()}
    return {key: (scaled.get(key, 0.0) + near.get(key, 0.0)) / 2 for key in {**scaled, **near}}


def latest_first(found: Sequence[Key], replaces: Callable[[Key, Key], bool]) -> list[Key]:
    """Return texts in their order, but each before those that it replaces."""
    ordered: list[Key] = []
    for key in found:
        place = next((at for at, other in enumerate(ordered) if replaces(key, other)), len(ordered))
        ordered.insert(place, key)
    return ordered


def best_first(scores: Mapping[Key, float]) -> list[Key]:
    """Return texts by their scores, the best first."""
    return sorted(scores, key=lambda key: scores[key], reverse=True)


def _scored(runs: Iterable[Sequence[Fit[Key]]], score: Callable[[Sequence[Fit[Key]], int], float]) -> dict[Key, float]:
    """Score the messages of each run, without excluded ones and those that score 0."""
    scores = {message.key: score(run, at) for run in runs for at, message in enumerate(run) if not message.excluded}
    return {key: value for key, value in scores.items() if value > 0}


def _amid(run: Sequence[Fit[Key]], at: int) -> Sequence[Fit[Key]]:
    return run[max(0, at - AROUND) : at + AROUND + 1]


def _bm25(span: Sequence[Fit[Key]], weights: Sequence[float], average: float) -> float:
    """Score texts as one (BM25)."""
    damping = SATURATION * (1 - SHORTNESS + SHORTNESS * sum(text.length for text in span) / average)
    times = Counter(word for text in span for word in text.words)
    return sum(weights[word] * count * (SATURATION + 1) / (count + damping) for word, count in times.items())


def _average(texts: Sequence[Fit[Key]]) -> float:
    return sum(text.length for text in texts) / len(texts) if texts else 1
