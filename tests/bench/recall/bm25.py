"""BM25 over single messages, with the same stems as the search (Robertson and Zaragoza, 2009)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Final

from sqlalchemy import text

from bot.store.engine import Transaction
from bot.store.search.ranking import SATURATION, SHORTNESS

_STEMS: Final = text("""
SELECT ARRAY(
    SELECT lexeme FROM unnest(to_tsvector('english', agent_words_apart(words))) AS stem, unnest(positions)
) AS stems
FROM unnest(CAST(:texts AS text[])) WITH ORDINALITY AS texts (words, place) ORDER BY place
""")


async def stems(tx: Transaction, texts: Sequence[str]) -> list[list[str]]:
    """Return the stems of each text without stop words, each as often as it occurs."""
    return [list(row) for row in await tx.connection.scalars(_STEMS, {"texts": list(texts)})]


def ranked(texts: Mapping[str, Sequence[str]], asked: Sequence[str]) -> list[str]:
    """Return the ids of the texts that hold a stem of the query, the best first; the texts are their stems."""
    average = sum(map(len, texts.values())) / len(texts)
    holding = Counter(stem for held in texts.values() for stem in set(held))
    weights = {it: log(1 + (len(texts) - holding[it] + 0.5) / (holding[it] + 0.5)) for it in set(asked)}
    scores: dict[str, float] = {}
    for id_, held in texts.items():
        times, damping = Counter(held), SATURATION * (1 - SHORTNESS + SHORTNESS * len(held) / average)
        scores[id_] = sum(weights[it] * times[it] * (SATURATION + 1) / (times[it] + damping) for it in weights)
    return sorted(filter(scores.__getitem__, scores), key=lambda id_: -scores[id_])
