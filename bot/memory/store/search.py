"""Memory search by words, by parts of words, and by embedding, and the embeddings of memories."""

from dataclasses import dataclass
from math import log
from typing import Final

from sqlalchemy import column, text

from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.memory.store.memories import those
from bot.memory.values import Memory
from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.store.search.lexemes import MOST_CANDIDATES, Lexemes, ask_lexemes, read_lexemes
from bot.store.search.ranking import Fit, above_others, by_words, fused
from bot.turns.store.vectors import Embedded, looked_for, nearest

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


# Read first, however many the planner expects: nearly always none are pending, and there may be 100,000 memories.
_PENDING_IDS: Final = "WITH pending AS MATERIALIZED (SELECT memory_id FROM agent_memory_vectors WHERE vector IS NULL)"
MEMORIES: Final = Embedded(
    "agent_memory_vectors",
    {"vector": "idx_agent_memory_vectors_vector"},
    note=text("INSERT INTO agent_memory_vectors (memory_id) SELECT id FROM agent_memories ON CONFLICT DO NOTHING"),
    pending=text(f"""
{_PENDING_IDS}
SELECT memory.id AS memory_id, memory.content_key, ARRAY[version.content] AS texts
FROM pending
JOIN agent_memories AS memory ON memory.id = pending.memory_id
JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE memory.deleted_at IS NULL AND version.version_number = memory.version
LIMIT :most
"""),  # noqa: S608 - only our own words
    number=text(f"""
{_PENDING_IDS}
SELECT count(*) FROM pending JOIN agent_memories AS memory ON memory.id = memory_id WHERE memory.deleted_at IS NULL
"""),  # noqa: S608 - only our own words
    put=text("""
UPDATE agent_memory_vectors SET vector = CAST(:vector AS real[]) FROM agent_memories AS memory
WHERE memory_id = :memory_id AND memory.id = memory_id AND memory.content_key = :content_key
"""),
)
"""Live memories."""
_NEAREST_MEMORIES: Final = """
SELECT memory.id, 1 - ({distance}) AS nearness
FROM agent_memory_vectors AS vectors JOIN agent_memories AS memory ON memory.id = vectors.memory_id
WHERE memory.bot_id = :bot_id AND memory.user_id = :user_id AND memory.deleted_at IS NULL
AND (:category = '' OR memory.category = :category)
AND EXISTS (SELECT FROM agent_embedding WHERE model = :model)
ORDER BY {distance}
LIMIT :most
"""


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


def nearest_memories(tx: Transaction, owner: Owner, embedding: Embedding, category: str = "") -> Deferred:
    """Look for the nearest memories of an owner, perhaps of one category, when the next statement runs."""
    statement = nearest(_NEAREST_MEMORIES, "vector", len(embedding.vector), "id", "nearness")
    return tx.connection.defer(statement, {**looked_for(owner, embedding), "category": category})


async def read_nearest(tx: Transaction, nearest_ones: Deferred | None) -> dict[str, float]:
    """Return the nearest memories that were looked for, with their nearness; none if none were."""
    rows = await tx.connection.read(nearest_ones) if nearest_ones else ()
    return {row["id"]: row["nearness"] for row in rows if row["nearness"] is not None}
