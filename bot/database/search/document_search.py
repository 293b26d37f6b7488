"""Search for words within one document. It is indexed as it is searched."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import text

from bot.database import documents
from bot.database.engine import Transaction
from bot.database.search.excerpts import Excerpt, excerpt, marked
from bot.database.search.ranking import Fit, by_words, rarity

_HOLDING: Final = text("""
WITH asked AS (
    SELECT CAST(language AS regconfig) AS language, agent_words_apart(:asked) AS words FROM agent_search
), looked_for AS (
    SELECT DISTINCT unnest(tsvector_to_array(
        to_tsvector(language, words) || CASE WHEN to_tsvector(language, words) = '' THEN to_tsvector('simple', words)
        ELSE '' END)) AS lexeme
    FROM asked
), queried AS (
    SELECT coalesce(array_agg(concat('''', replace(replace(lexeme, '\\', '\\\\'), '''', ''''''), '''') ORDER BY lexeme),
        '{}') AS queries
    FROM looked_for
), worded AS (
    SELECT number, label, to_tsvector(language, apart) || to_tsvector('simple', apart) AS words
    FROM asked, (
        SELECT number, label, agent_words_apart(text) AS apart FROM agent_document_parts WHERE attachment_id = :of_file
    ) AS part
)
SELECT number, label, length(worded.words) AS length, queries, ARRAY(
    SELECT place - 1 FROM unnest(queries) WITH ORDINALITY AS wanted (query, place)
    WHERE worded.words @@ CAST(query AS tsquery)
) AS held
FROM worded CROSS JOIN queried
ORDER BY number
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPart:
    """A part of a document that was found, with an excerpt."""

    number: int
    label: str
    excerpt: Excerpt


async def search(tx: Transaction, attachment_id: UUID, words: str, *, limit: int, most: int) -> list[FoundPart]:
    """Return the parts of a document that fit words best (BM25), with excerpts of at most `most` characters."""
    rows = list(await tx.connection.execute(_HOLDING, {"of_file": attachment_id, "asked": words}))
    queries: list[str] = rows[0].queries if rows else []
    fits = [Fit(key=row.number, words=frozenset(row.held), length=row.length) for row in rows]
    weights = [rarity(sum(at in fit.words for fit in fits), len(fits)) for at in range(len(queries))]
    scores = by_words(fits, weights)
    labels = {row.number: row.label for row in rows}
    best = sorted(scores, key=lambda number: (-scores[number], number))[:limit]
    found = []
    for number in best:
        (part,) = await documents.texts(tx, attachment_id, number, number)
        found.append(FoundPart(number=number, label=labels[number], excerpt=excerpt(marked(part, queries), most)))
    return found
