"""BM25 over single messages, with the same stems as the search (Robertson and Zaragoza, 2009)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from sqlalchemy import text

from bot.database.engine import Transaction
from bot.database.search.ranking import SATURATION, SHORTNESS

_STEMS: Final = text("""
SELECT ARRAY(
    SELECT lexeme FROM unnest(to_tsvector('english', agent_words_apart(words))) AS stem, unnest(positions)
) AS stems
FROM unnest(CAST(:texts AS text[])) WITH ORDINALITY AS texts (words, place) ORDER BY place
""")


async def stems(tx: Transaction, texts: Sequence[str]) -> list[list[str]]:
    """Return the stems of each text without stop words, each as often as it occurs."""
    return [list(row) for row in await tx.connection.scalars(_STEMS, {"texts": list(texts)})]


@dataclass(frozen=True, slots=True)
class Bm25:
    """The stems of each text by its id."""

    texts: Mapping[str, Sequence[str]]

    def ranked(self, asked: Sequence[str]) -> list[str]:
        """Return the ids of the texts that hold a stem of the query, the best first."""
        average = sum(map(len, self.texts.values())) / len(self.texts)
        holding = Counter(stem for held in self.texts.values() for stem in set(held))
        weights = {it: log(1 + (len(self.texts) - holding[it] + 0.5) / (holding[it] + 0.5)) for it in set(asked)}
        scores = {id_: _score(held, weights, average) for id_, held in self.texts.items()}
        return sorted((id_ for id_ in scores if scores[id_]), key=lambda id_: -scores[id_])


def _score(held: Sequence[str], weights: Mapping[str, float], average: float) -> float:
    damping = SATURATION * (1 - SHORTNESS + SHORTNESS * len(held) / average)
    times = Counter(held)
    return sum(weight * times[it] * (SATURATION + 1) / (times[it] + damping) for it, weight in weights.items())
