"""Lexemes of a query, and their weights."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from sqlalchemy import TextualSelect, column, text

from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.store.search.excerpts import UNPARTED_FROM
from bot.store.search.ranking import rarity

MOST_CHARACTERS_ASKED: Final = 500
MOST_CANDIDATES: Final = 1_000
"""Approximate number of compared texts that hold one of the words."""
_MOST_WORDS: Final = 12
"""Rarest words used for ranking."""
_MOST_COUNTED: Final = 1_000
"""Most texts counted per word without PostgreSQL's statistics."""
_AMID_SENTENCE: Final = re.compile(r"(?<=[^\s.!?:][ \t])[^\W\d_]{2,}")

# PostgreSQL has the frequencies of common words: https://www.postgresql.org/docs/18/view-pg-stats.html.
_READ: Final = """
WITH asked AS (
    SELECT is_done,
           tsvector_to_array(to_tsvector(CAST(language AS regconfig), agent_words_apart(:light))) AS light,
           tsvector_to_array(to_tsvector(CAST(language AS regconfig), agent_words_apart(:asked))) AS in_language,
           tsvector_to_array(to_tsvector('simple', agent_words_apart(:asked))) AS as_they_stand,
           ARRAY(
               SELECT name FROM unnest(tsvector_to_array(to_tsvector('simple', agent_words_apart(:names)))) AS name
               WHERE to_tsvector(CAST(language AS regconfig), name) = ''
           ) AS names
    FROM agent_search
), looked_for AS (
    SELECT lexeme, bool_or(is_light) AS is_light
    FROM asked, LATERAL (
        SELECT unnest(light) AS lexeme, true AS is_light
        UNION ALL
        SELECT unnest(
            CASE WHEN cardinality(in_language) = 0 THEN as_they_stand
                 WHEN is_done THEN in_language || names
                 ELSE in_language || as_they_stand END
        ), false
    ) AS each
    GROUP BY lexeme
), queried AS (
    SELECT lexeme, is_light,
           concat('''', replace(replace(lexeme, '\\', '\\\\'), '''', ''''''), '''') AS query
    FROM looked_for
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
SELECT lexeme, query, is_light, texts, coalesce(CAST(frequency * texts AS bigint), (
    SELECT count(*) FROM (
        SELECT FROM {table} WHERE words @@ CAST(query AS tsquery) LIMIT {most_counted}
    ) AS holding
)) AS found
FROM queried CROSS JOIN size LEFT JOIN frequent USING (lexeme)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexemes:
    """A query (tsquery) per word, rarest first, and the approximate number of all `texts` that hold it (`found`).

    The `fitting` ones select candidates. `unknown` is the number of words that no text holds, without `light` ones.
    These, by their indexes in `found`, tell only whether other words are about the same.
    """

    queries: Sequence[str]
    found: Sequence[int]
    fitting: Sequence[str]
    texts: int
    unknown: float
    light: frozenset[int] = frozenset()

    @property
    def weights(self) -> list[float]:
        """Weights of the words."""
        return [rarity(found, self.texts) for found in self.found]


@lru_cache
def _statement(table: str) -> TextualSelect:
    read = text(_READ.format(table=table, most_counted=_MOST_COUNTED))
    return read.columns(column("lexeme"), column("query"), column("is_light"), column("texts"), column("found"))


def ask_lexemes(tx: Transaction, table: str, asked: str, light: str = "") -> Deferred:
    """Look for the query's lexemes in the column `words` (tsvector) of a table when the next statement runs.

    Those of `light` words come with them.
    """
    looked_for = asked[:MOST_CHARACTERS_ASKED]
    names = [word for word in _AMID_SENTENCE.findall(looked_for) if word[0].isupper()]
    return tx.connection.defer(_statement(table), {"asked": looked_for, "light": light, "names": " ".join(names)})


async def read_lexemes(tx: Transaction, asked: Deferred) -> Lexemes:
    """Return the lexemes that were looked for; none if nothing is indexed.

    Stop words count only without other words, or if written like a name within a sentence: Will, May.
    """
    rows = await tx.connection.read(asked)
    known = sorted((row for row in rows if row["found"]), key=lambda row: (row["found"], row["lexeme"]))
    rarest = known[:_MOST_WORDS]
    queries = [row["query"] for row in rarest]
    candidates = accumulate(row["found"] for row in rarest)
    return Lexemes(
        queries=queries,
        found=[row["found"] for row in rarest],
        fitting=queries[: max(1, sum(number <= MOST_CANDIDATES for number in candidates))],
        texts=max((row["texts"] for row in rows), default=0),
        unknown=sum(
            0.5 if row["lexeme"] >= UNPARTED_FROM else 1  # in languages without spaces, one word makes several pairs
            for row in rows
            if not row["found"] and not row["is_light"]
        ),
        light=frozenset(at for at, row in enumerate(rarest) if row["is_light"]),
    )
