"""Memory search by words, by parts of words, and by embedding."""

from dataclasses import dataclass
from math import log
from typing import Final

from sqlalchemy import column, text

from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.memory.store.memories import those
from bot.memory.store.vectors import nearest_memories, read_nearest
from bot.memory.values.memories import Memory
from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.store.search.lexemes import MOST_CANDIDATES, Lexemes, ask_lexemes, read_lexemes
from bot.store.search.ranking import Fit, above_others, by_words, fused

ENOUGH: Final = 3
"""Fewest matches by whole words; below, parts of words are searched, too."""
ABOVE_OTHERS: Final = 0.2
"""Least nearness above that of others at which an embedding stands out."""

_HOLDING: Final = text("""
SELECT memory_id, length(words) AS length, ARRAY(
           SELECT place - 1 FROM unnest(CAST(:queries AS tsquery[])) WITH ORDINALITY AS wanted (query, place)
           WHERE words @@ query
       ) AS words
FROM agent_memory_words JOIN agent_memories AS memory ON memory.id = memory_id
WHERE words @@ CAST(:fitting AS tsquery) AND bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL
AND (:category = '' OR category = :category)
LIMIT :most
""").columns(column("memory_id"), column("length"), column("words"))
_HOLDING_PARTS: Final = text("""
SELECT memory.id
FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL AND (:category = '' OR category = :category)
AND version_number = memory.version AND (
    SELECT bool_and(strpos(lower(concat_ws(' ', subject, content)), lower(part)) > 0)
    FROM unnest(CAST(:parts AS text[])) AS part
)
ORDER BY version.created_at DESC, memory.id
LIMIT :most
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMatch:
    """How well a memory matches.

    `rarity` is the rarity of the query's words in it, from 0 to 1 (words in a single memory). `nearness` is the cosine
    similarity of its embedding, and `above_others` its distance above the median of the other near memories, from 0 to
    1. Both are 0 without an embedding.
    """

    memory_id: str
    rarity: float
    nearness: float
    above_others: float


@dataclass(frozen=True, slots=True)
class Comparing:
    """A comparison of words, and of their embedding if known, with memories; it begins when the next statement runs."""

    _owner: Owner
    _category: str
    _lexemes: Deferred
    _nearest: Deferred | None

    async def found(self, tx: Transaction) -> tuple[Lexemes, list[Fit[str]], dict[str, float]]:
        """Return the words' lexemes, the memories that hold one which selects candidates, and the nearest ones.

        Those come with their nearness.
        """
        lexemes = await read_lexemes(tx, self._lexemes)
        holding = await _holding(tx, self._owner, lexemes, self._category)
        return lexemes, holding, await read_nearest(tx, self._nearest)


def compare_with_next(
    tx: Transaction, owner: Owner, words: str, embedding: Embedding | None, category: str = "", light: str = ""
) -> Comparing:
    """Begin to compare words, also `light` ones, and their embedding with the owner's live memories.

    These may be of one category.
    """
    nearest = nearest_memories(tx, owner, embedding, category) if embedding else None
    return Comparing(owner, category, ask_lexemes(tx, "agent_memory_words", words, light), nearest)


async def match_memories(
    tx: Transaction,
    owner: Owner,
    words: str,
    embedding: Embedding | None,
    *,
    limit: int,
    category: str = "",
    parts_of_words: bool = False,
    begun: Comparing | None = None,
) -> list[MemoryMatch]:
    """Return which of the owner's live memories, perhaps of one category, match words or their embedding best.

    Their comparison may have `begun`.
    """
    comparing = begun or compare_with_next(tx, owner, words, embedding, category)
    lexemes, texts, near = await comparing.found(tx)
    worded = by_words(texts, lexemes.weights)
    newest_first: dict[str, float] = {}
    if parts_of_words and len(worded) < ENOUGH:
        values = {**owner.columns, "parts": one_line(words).split(), "category": category, "most": limit}
        parts = await tx.connection.scalars(_HOLDING_PARTS, values)
        newest_first = {memory_id: -place for place, memory_id in enumerate(parts)}
    above = above_others(near)
    weights = lexemes.weights
    rarities = {text.key: sum(weights[word] for word in text.words) for text in texts}
    return [
        MemoryMatch(
            memory_id=memory_id,
            rarity=min(1.0, rarities.get(memory_id, 0.0) / log(2 + lexemes.texts)),
            nearness=near.get(memory_id, 0.0),
            above_others=max(0.0, above.get(memory_id, 0.0)),
        )
        for memory_id in fused(worded, newest_first, near)[:limit]
    ]


async def find_memories(
    tx: Transaction, owner: Owner, words: str, embedding: Embedding | None, *, limit: int
) -> list[Memory]:
    """Return the owner's live memories that match words, parts of words or their embedding best."""
    matches = await match_memories(tx, owner, words, embedding, limit=limit, parts_of_words=True)
    return await those(tx, owner, [it.memory_id for it in matches])


async def _holding(tx: Transaction, owner: Owner, lexemes: Lexemes, category: str) -> list[Fit[str]]:
    if not lexemes.queries:
        return []
    looked_for = {
        **owner.columns,
        "queries": lexemes.queries,
        "fitting": " | ".join(lexemes.fitting),
        "category": category,
        "most": MOST_CANDIDATES,
    }
    rows = await tx.connection.fetch(_HOLDING, looked_for)
    return [Fit(key=row["memory_id"], words=frozenset(row["words"]), length=row["length"]) for row in rows]
