"""The memories that hold words which are looked for."""

from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, text

from bot.database.engine import Transaction
from bot.database.search.lexemes import MOST_CANDIDATES, Lexemes
from bot.database.search.ranking import Fit
from bot.values import Owner

_HOLDING: Final = """
SELECT memory_id, length(words) AS length, ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words
FROM agent_memory_words JOIN agent_memories AS memory ON memory.id = memory_id
WHERE words @@ CAST(:fitting AS tsquery) AND bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
AND (:category = '' OR category = :category)
LIMIT :most
"""

_GROUPED: Final = "SELECT words, array_agg(memory_id) AS memory_ids FROM ({holding}) AS held GROUP BY words"
_QUERIES: Final = bindparam("queries", type_=ARRAY(Text))
_EACH: Final = text(_HOLDING).bindparams(_QUERIES)
_BY_WORDS: Final = text(_GROUPED.format(holding=_HOLDING)).bindparams(_QUERIES)


async def memories_holding(tx: Transaction, owner: Owner, lexemes: Lexemes, category: str = "") -> list[Fit[str]]:
    """Return an owner's live memories, perhaps of one category, that hold words that count, by their ids."""
    if not lexemes.words:
        return []
    rows = await tx.connection.execute(_EACH, _looked_for(owner, lexemes, category))
    return [Fit(key=row.memory_id, words=frozenset(row.words), length=row.length) for row in rows]


async def memories_by_words(tx: Transaction, owner: Owner, lexemes: Lexemes) -> dict[frozenset[int], list[str]]:
    """Return the ids of an owner's live memories that hold words that count, by which of the words they hold."""
    if not lexemes.words:
        return {}
    rows = await tx.connection.execute(_BY_WORDS, _looked_for(owner, lexemes))
    return {frozenset(row.words): row.memory_ids for row in rows}


def _looked_for(owner: Owner, lexemes: Lexemes, category: str = "") -> dict[str, object]:
    return {
        **owner.columns,
        "queries": lexemes.queries,
        "fitting": " | ".join(lexemes.queries[: lexemes.fitting]),
        "category": category,
        "most": MOST_CANDIDATES,
    }
