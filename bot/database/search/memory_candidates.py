"""The memories that hold words which are looked for."""

from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, text

from bot.database.engine import Transaction
from bot.database.search.lexemes import MOST_CANDIDATES, Lexemes
from bot.database.search.ranking import Fit
from bot.messages import Owner

_HOLDING: Final = text("""
SELECT memory_id, length(words) AS length, ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words
FROM agent_memory_words JOIN agent_memories AS memory ON memory.id = memory_id
WHERE words @@ CAST(:fitting AS tsquery) AND bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
AND (:category = '' OR category = :category)
LIMIT :most
""").bindparams(bindparam("queries", type_=ARRAY(Text)))


async def memories_holding(tx: Transaction, owner: Owner, lexemes: Lexemes, category: str = "") -> list[Fit[str]]:
    """Return an owner's live memories, perhaps of one category, that hold words that count, by their ids."""
    if not lexemes.words:
        return []
    values = {
        **owner.columns,
        "queries": lexemes.queries,
        "fitting": " | ".join(lexemes.queries[: lexemes.fitting]),
        "category": category,
        "most": MOST_CANDIDATES,
    }
    rows = await tx.connection.execute(_HOLDING, values)
    return [Fit(key=row.memory_id, words=frozenset(row.words), length=row.length) for row in rows]
