"""How well texts fit what is looked for, and in which order they come. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import median
from typing import Final, Generic, TypeVar

SATURATION: Final = 1.2
SHORTNESS: Final = 0.75
"""BM25's k1 and b (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond")."""
EVENNESS: Final = 10
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher): the larger, the less a first place counts."""
BEFORE: Final = 1
AROUND: Final = 2
"""A message is read alone, with the one before it, and amid two before and two behind it."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit(Generic[Key]):
    """How a text fits: which of the words looked for are in it, how long it is, and how near it comes in meaning.

    Its nearness is the cosine of the angle between its vector and the one looked for; that of `with_before` is its and
    the text's before it together. Both are None where no vector is known. What is `shown` to who asks is found by
    nobody, yet it stands around others.
    """

    key: Key
    words: frozenset[int]
    length: int
    nearness: float | None = None
    with_before: float | None = None
    is_shown: bool = False


def rarity(found: float, of: float) -> float:
    """Return what a word counts that so many texts of all hold (BM25's inverse document frequency)."""
    return log(1 + (max(of, found) - found + 0.5) / (found + 0.5))


def by_words(texts: Sequence[Fit[Key]], weights: Mapping[int, float]) -> dict[Key, float]:
    """Return what each text that holds a word scores, each taken for itself."""
    average = _average(texts)
    scores = {text.key: _bm25([text], weights, average) for text in texts}
    return {key: score for key, score in scores.items() if score > 0}


def by_words_around(runs: Iterable[Sequence[Fit[Key]]], weights: Mapping[int, float]) -> dict[Key, float]:
    """Return what each message scores, in runs of messages that follow each other, by its words and those around it."""
    known = list(runs)
    average = _average([message for run in known for message in run])

    def score(run: Sequence[Fit[Key]], at: int) -> float:
        spans = (run[at : at + 1], run[max(0, at - BEFORE) : at + 1], _amid(run, at))
        return sum(
            _bm25(span, weights, average * full)
            for span, full in zip(spans, (1, 1 + BEFORE, 1 + 2 * AROUND), strict=True)
        )

    return _scored(known, score)


def by_meaning_around(runs: Iterable[Sequence[Fit[Key]]]) -> dict[Key, float]:
    """Return how near each message comes in meaning, in runs of messages that follow each other."""

    def score(run: Sequence[Fit[Key]], at: int) -> float:
        message = run[at]
        if message.nearness is None:
            return 0
        amid = [near.with_before for near in _amid(run, at) if near.with_before is not None]
        return message.nearness + (message.with_before or 0) + (sum(amid) / len(amid) if amid else 0)

    return _scored(runs, score)


def nearest(nearness: Mapping[Key, float]) -> set[Key]:
    """Return what comes nearest in meaning: at least half as far above the median as the very nearest."""
    if not nearness:
        return set()
    usual = median(nearness.values())
    enough = (usual + max(nearness.values())) / 2
    return {key for key, near in nearness.items() if near >= enough}


def fused(*rankings: Mapping[Key, float]) -> list[Key]:
    """Return all that was ranked, the best first: what stands high in several rankings before what does in one."""
    scores = defaultdict[Key, float](float)
    for ranking in rankings:
        for rank, key in enumerate(_best_first(ranking), start=1):
            scores[key] += 1 / (EVENNESS + rank)
    return _best_first(scores)


def _best_first(scores: Mapping[Key, float]) -> list[Key]:
    return sorted(scores, key=lambda key: scores[key], reverse=True)


def _scored(runs: Iterable[Sequence[Fit[Key]]], score: Callable[[Sequence[Fit[Key]], int], float]) -> dict[Key, float]:
    """Score the messages of each run but for those that are shown, and leave out what scores nothing."""
    scores = {message.key: score(run, at) for run in runs for at, message in enumerate(run) if not message.is_shown}
    return {key: value for key, value in scores.items() if value > 0}


def _amid(run: Sequence[Fit[Key]], at: int) -> Sequence[Fit[Key]]:
    return run[max(0, at - AROUND) : at + AROUND + 1]


def _bm25(span: Sequence[Fit[Key]], weights: Mapping[int, float], average: float) -> float:
    """Score texts that are taken as one: a word that stands in several of them counts more, but ever less."""
    damping = SATURATION * (1 - SHORTNESS + SHORTNESS * sum(text.length for text in span) / average)
    times = Counter(word for text in span for word in text.words)
    return sum(weights[word] * count * (SATURATION + 1) / (count + damping) for word, count in times.items())


def _average(texts: Sequence[Fit[Key]]) -> float:
    return sum(text.length for text in texts) / len(texts) if texts else 1
