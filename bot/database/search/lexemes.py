"""The words that are looked for, as an index knows them, and what each of them counts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from bot.database.engine import Transaction
from bot.database.search.ranking import rarity

MOST_CHARACTERS_ASKED: Final = 500
MOST_CANDIDATES: Final = 1_000
"""Texts compared that hold one of the words, about."""
_MOST_WORDS: Final = 12
"""Rarest words that decide which of them is best."""
_MOST_COUNTED: Final = 1_000
"""A word that is in more texts than this counts as if it were in so many, until PostgreSQL has counted it itself."""
_AMID_SENTENCE: Final = re.compile(r"(?<=[^\s.!?:][ \t])[^\W\d_]{2,}")

# Of frequent words PostgreSQL knows how frequent they are: https://www.postgresql.org/docs/18/view-pg-stats.html.
_READ: Final = """
WITH asked AS (
    SELECT is_done,
           tsvector_to_array(to_tsvector(CAST(language AS regconfig), agent_words_apart(:asked))) AS in_language,
           tsvector_to_array(to_tsvector('simple', agent_words_apart(:asked))) AS as_they_stand,
           ARRAY(
               SELECT name FROM unnest(tsvector_to_array(to_tsvector('simple', agent_words_apart(:names)))) AS name
               WHERE to_tsvector(CAST(language AS regconfig), name) = ''
           ) AS names
    FROM agent_search
), looked_for AS (
    SELECT DISTINCT unnest(
        CASE WHEN cardinality(in_language) = 0 THEN as_they_stand
             WHEN is_done THEN in_language || names
             ELSE in_language || as_they_stand END
    ) AS lexeme
    FROM asked
), frequent AS (
    SELECT lexeme, frequency
    FROM pg_stats, unnest(CAST(CAST(most_common_elems AS text) AS text[]), most_common_elem_freqs)
        AS counted (lexeme, frequency)
    WHERE schemaname = current_schema() AND tablename = '{table}' AND attname = 'words'
), size AS (
    SELECT CASE WHEN reltuples > 0 THEN CAST(reltuples AS bigint) ELSE (SELECT count(*) FROM {table}) END AS texts
    FROM pg_class
    WHERE oid = CAST('{table}' AS regclass)
)
SELECT lexeme, texts, coalesce(CAST(frequency * texts AS bigint), (
    SELECT count(*) FROM (
        SELECT FROM {table}
        WHERE words @@ CAST(concat('''', replace(replace(lexeme, '\\', '\\\\'), '''', ''''''), '''') AS tsquery)
        LIMIT {most_counted}
    ) AS holding
)) AS found
FROM looked_for CROSS JOIN size LEFT JOIN frequent USING (lexeme)
"""


def lexeme_query(lexeme: str) -> str:
    """Return the query (tsquery) for a word as an index knows it."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexemes:
    """Words as an index knows them, the rarest first; each was `found` in about so many of all `texts` of the index.

    The first `fitting` of them lead to candidates. How many of those looked for are `unknown`, stands apart.
    """

    words: Sequence[str]
    found: Sequence[int]
    fitting: int
    texts: int
    unknown: int

    @property
    def weights(self) -> list[float]:
        """What each word counts."""
        return [rarity(found, self.texts) for found in self.found]

    @property
    def queries(self) -> list[str]:
        """A query for each word."""
        return [lexeme_query(word) for word in self.words]

    @property
    def weight_of(self) -> Mapping[int, float]:
        """What each word counts, by its number."""
        return dict(enumerate(self.weights))


class LexemeReader:
    """Reads what is looked for in the column `words` (tsvector) of a table. Works in the caller's transaction."""

    def __init__(self, table: str) -> None:
        self._read = text(_READ.format(table=table, most_counted=_MOST_COUNTED))

    async def read(self, tx: Transaction, asked: str) -> Lexemes:
        """Return the words that count; none if nothing is looked for, or nothing is indexed.

        Mere grammar counts only where there is nothing else, or if it is written as a name amid a sentence: Will, May.
        """
        looked_for = asked[:MOST_CHARACTERS_ASKED]
        names = [word for word in _AMID_SENTENCE.findall(looked_for) if word[0].isupper()]
        values = {"asked": looked_for, "names": " ".join(names)}
        rows = list(await tx.connection.execute(self._read, values))
        rarest = sorted((row.found, row.lexeme) for row in rows if row.found)[:_MOST_WORDS]
        texts = max((row.texts for row in rows), default=0)
        fitting = candidates = 0
        for found, _ in rarest:
            candidates += found
            fitting += candidates <= MOST_CANDIDATES or not fitting
        return Lexemes(
            words=[word for _, word in rarest],
            found=[found for found, _ in rarest],
            fitting=fitting,
            texts=texts,
            unknown=sum(not row.found for row in rows),
        )
