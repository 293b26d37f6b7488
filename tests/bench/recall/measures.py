"""How good rankings are: recall, normalised discounted cumulative gain, and the interval of a difference. Pure."""

import random
from collections.abc import Collection, Sequence
from math import log2
from statistics import fmean
from typing import Final

_RESAMPLES: Final = 2_000
_SEED: Final = 1


def recall(found: Sequence[str], wanted: Collection[str], first: int) -> float:
    """Return the share of what is wanted among the first ones found."""
    return len(set(found[:first]) & set(wanted)) / len(set(wanted))


def recall_any(found: Sequence[str], wanted: Collection[str], first: int) -> float:
    """Return 1 if anything that is wanted is among the first ones found, else 0."""
    return float(not set(found[:first]).isdisjoint(wanted))


def ndcg(found: Sequence[str], wanted: Collection[str], first: int) -> float:
    """Return the discounted gain of the first ones found, as a share of the highest possible one.

    All that is wanted is worth the same (Järvelin and Kekäläinen, 2002).
    """
    gained = sum(1 / log2(place + 2) for place, each in enumerate(found[:first]) if each in wanted)
    return gained / sum(1 / log2(place + 2) for place in range(min(first, len(set(wanted)))))


def ranks_above(found: Sequence[str], later: Collection[str], earlier: Collection[str]) -> bool:
    """Return whether the best of the later ones is found, and before any of the earlier ones."""
    first = next((each for each in found if each in later or each in earlier), None)
    return first in later


def interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean difference of pairs, by a percentile bootstrap with a fixed seed."""
    differences = [one - other for one, other in zip(ours, theirs, strict=True)]
    chance = random.Random(_SEED)  # noqa: S311 - the same resamples in every run
    means = sorted(fmean(chance.choices(differences, k=len(differences))) for _ in range(_RESAMPLES))
    return means[round(0.025 * (_RESAMPLES - 1))], means[round(0.975 * (_RESAMPLES - 1))]
