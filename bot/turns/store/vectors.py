"""Embeddings of stored texts by one model: stored as plain numbers, searched with pgvector's HNSW index.

https://github.com/pgvector/pgvector: the indexes are on expressions, as half-precision vectors, compared by cosine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import TextualSelect, column, text

from bot.kit.owner import Owner
from bot.kit.vectors import Embedding, Vector
from bot.store.check import IS_POSSIBLE
from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.store.search.ranking import MessageKey

TO_EMBED: Final = "texts to embed"
"""The event of a commit that stored texts without an embedding."""
MOST_DIMENSIONS: Final = 4_000
"""Most dimensions of a vector; longer ones can't be indexed (pgvector, "HNSW")."""
NEAREST: Final = 50
"""Most nearest texts compared."""
_MOST_CHARACTERS: Final = 2_000
"""Most characters embedded of a message; models read a few hundred words."""

_INDEXES: Final = {
    "idx_agent_memory_vectors_vector": ("agent_memory_vectors", "vector"),
    "idx_agent_message_vectors_vector": ("agent_message_vectors", "vector"),
    "idx_agent_message_vectors_with_before": ("agent_message_vectors", "with_before"),
}
_MAKE: Final = text("CREATE EXTENSION IF NOT EXISTS vector")
_KNOWN: Final = text("SELECT model, dimensions FROM agent_embedding")
_KNOW: Final = text(
    "INSERT INTO agent_embedding (id, model, dimensions) VALUES (1, :model, :dimensions) "
    "ON CONFLICT (id) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions"
)
_FORGET: Final = text("DELETE FROM agent_embedding")
# Deleted rows would still be in the index, with vectors of another length.
_EMPTY: Final = text("TRUNCATE agent_memory_vectors, agent_message_vectors")
_DROP_INDEXES: Final = text(f"DROP INDEX IF EXISTS {', '.join(_INDEXES)}")
_NOTE_ALL: Final = (
    text("INSERT INTO agent_memory_vectors (memory_id) SELECT id FROM agent_memories ON CONFLICT DO NOTHING"),
    text(
        "INSERT INTO agent_message_vectors (turn_id, position) SELECT turn_id, position FROM agent_words "
        "ON CONFLICT DO NOTHING"
    ),
)
# Read first, however many the planner expects: nearly always none are pending, and there may be 100,000 memories.
_PENDING_IDS: Final = "WITH pending AS MATERIALIZED (SELECT memory_id FROM agent_memory_vectors WHERE vector IS NULL)"
_PENDING_MEMORIES: Final = text(f"""
{_PENDING_IDS}
SELECT memory.id AS memory_id, memory.content_key, version.content
FROM pending
JOIN agent_memories AS memory ON memory.id = pending.memory_id
JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE memory.deleted_at IS NULL AND version.version_number = memory.version
LIMIT :most
""")  # noqa: S608 - only our own words
_PENDING: Final = text(f"""
{_PENDING_IDS}
SELECT (SELECT count(*) FROM pending JOIN agent_memories AS memory ON memory.id = memory_id
        WHERE memory.deleted_at IS NULL)
     + (SELECT count(*) FROM agent_message_vectors WHERE vector IS NULL)
""")  # noqa: S608 - only our own words
_PUT_MEMORY: Final = text("""
UPDATE agent_memory_vectors SET vector = CAST(:vector AS real[]) FROM agent_memories AS memory
WHERE memory_id = :memory_id AND memory.id = memory_id AND memory.content_key = :content_key
""")
_WORDS: Final = "left(concat_ws(chr(10), {0}.source -> 'quote' ->> 'text', coalesce({0}.text, {0}.content)), :longest)"
_PENDING_MESSAGES: Final = text(f"""
SELECT pending.turn_id, pending.position, {_WORDS.format("message")} AS words,
       concat_ws(chr(10), nullif(before.words, ''), {_WORDS.format("message")}) AS with_before
FROM (
    SELECT turn_id, position FROM agent_message_vectors WHERE vector IS NULL
    ORDER BY turn_id DESC, position DESC LIMIT :most
) AS pending
JOIN agent_messages AS message USING (turn_id, position)
JOIN agent_turns AS turn ON turn.id = pending.turn_id
LEFT JOIN LATERAL (
    SELECT {_WORDS.format("earlier")} AS words
    FROM agent_turns AS other
    JOIN agent_words AS words ON words.turn_id = other.id
    JOIN agent_messages AS earlier ON earlier.turn_id = words.turn_id AND earlier.position = words.position
    WHERE other.conversation_id = turn.conversation_id AND other.id <= pending.turn_id
    AND (words.turn_id, words.position) < (pending.turn_id, pending.position)
    ORDER BY other.id DESC, words.position DESC LIMIT 1
) AS before ON true
""")  # noqa: S608 - only our own words
_PUT_MESSAGE: Final = text("""
UPDATE agent_message_vectors SET vector = CAST(:vector AS real[]), with_before = CAST(:with_before AS real[])
WHERE turn_id = :turn_id AND position = :position
""")
_NEAREST_MEMORIES: Final = """
SELECT memory.id, 1 - ({distance}) AS nearness
FROM agent_memory_vectors AS vectors JOIN agent_memories AS memory ON memory.id = vectors.memory_id
WHERE memory.bot_id = :bot_id AND memory.user_id = :user_id AND memory.deleted_at IS NULL
AND (:category = '' OR memory.category = :category)
AND EXISTS (SELECT FROM agent_embedding WHERE model = :model)
ORDER BY {distance}
LIMIT :most
"""
_NEAREST_MESSAGES: Final = """
SELECT vectors.turn_id, vectors.position
FROM agent_message_vectors AS vectors
JOIN agent_turns AS turn ON turn.id = vectors.turn_id
JOIN agent_conversations AS conversation ON conversation.id = turn.conversation_id
WHERE conversation.bot_id = :bot_id AND conversation.user_id = :user_id
AND EXISTS (SELECT FROM agent_embedding WHERE model = :model)
ORDER BY {distance}
LIMIT :most
"""


@dataclass(frozen=True, slots=True)
class Pending:
    """A memory's text to embed, or a message's, alone and after the message before it; `place` identifies its row."""

    place: Mapping[str, object]
    texts: Sequence[str]


async def is_possible(tx: Transaction) -> bool:
    """Ensure that pgvector is there; False if the server doesn't have it, or our role may not make it."""
    if not await tx.connection.scalar(IS_POSSIBLE):
        return False
    await tx.connection.execute(_MAKE)
    return True


async def known(tx: Transaction) -> tuple[str, int] | None:
    """Return the embedding model and its dimensions, or None."""
    row = (await tx.connection.execute(_KNOWN)).one_or_none()
    return (row.model, row.dimensions) if row else None


async def begin(tx: Transaction, model: str, dimensions: int) -> None:
    """Set the embedding model; vectors of another one are dropped, and all stored texts become pending."""
    if await known(tx) != (model, dimensions):
        await tx.connection.execute(_EMPTY)
        await tx.connection.execute(_DROP_INDEXES)
        await tx.connection.execute(_KNOW, {"model": model, "dimensions": dimensions})
        for statement in _NOTE_ALL:
            await tx.connection.execute(statement)
    for name, (table, vector) in _INDEXES.items():
        indexed = f"(CAST({vector} AS halfvec({dimensions}))) halfvec_cosine_ops"
        await tx.connection.execute(text(f"CREATE INDEX IF NOT EXISTS {name} ON {table} USING hnsw ({indexed})"))


async def end(tx: Transaction) -> None:
    """Unset the embedding model; vectors are dropped when one is set again."""
    await tx.connection.execute(_FORGET)


async def pending(tx: Transaction, most: int) -> list[Pending]:
    """Return texts without vectors: memories first, then messages, newest first."""
    rows = await tx.connection.execute(_PENDING_MEMORIES, {"most": most})
    memories = [Pending({"memory_id": row.memory_id, "content_key": row.content_key}, [row.content]) for row in rows]
    if memories:
        return memories
    rows = await tx.connection.execute(_PENDING_MESSAGES, {"most": most, "longest": _MOST_CHARACTERS})
    return [Pending({"turn_id": row.turn_id, "position": row.position}, [row.words, row.with_before]) for row in rows]


async def number_pending(tx: Transaction) -> int:
    """Return how many texts have no vectors."""
    return int(await tx.connection.scalar(_PENDING))


async def put(tx: Transaction, read: Sequence[tuple[Pending, Sequence[Vector]]]) -> None:
    """Store the vectors of texts, except of a memory changed meanwhile."""
    for text_read, found in read:
        statement = _PUT_MEMORY if len(found) == 1 else _PUT_MESSAGE
        columns = dict(zip(("vector", "with_before"), map(list, found), strict=False))
        await tx.connection.execute(statement, {**text_read.place, **columns})


def nearest_memories(tx: Transaction, owner: Owner, embedding: Embedding, category: str = "") -> Deferred:
    """Look for the nearest memories of an owner, perhaps of one category, when the next statement runs."""
    statement = _nearest(_NEAREST_MEMORIES, "vector", len(embedding.vector), "id", "nearness")
    return tx.connection.defer(statement, {**_looked_for(owner, embedding), "category": category})


async def read_nearest(tx: Transaction, looked_for: Deferred | None) -> dict[str, float]:
    """Return the nearest memories that were looked for, with their nearness; none if none were."""
    rows = await tx.connection.read(looked_for) if looked_for else ()
    return {row["id"]: row["nearness"] for row in rows if row["nearness"] is not None}


async def nearest_messages(tx: Transaction, owner: Owner, embedding: Embedding) -> list[MessageKey]:
    """Return the nearest messages of an owner, alone or with the message before."""
    found: list[MessageKey] = []
    for vector in ("vector", "with_before"):
        statement = _nearest(_NEAREST_MESSAGES, vector, len(embedding.vector), "turn_id", "position")
        rows = await tx.connection.fetch(statement, _looked_for(owner, embedding))
        found += [(row["turn_id"], row["position"]) for row in rows]
    return found


@lru_cache
def _nearest(sql: str, vector: str, dimensions: int, *columns: str) -> TextualSelect:
    return text(sql.format(distance=distance(vector, dimensions))).columns(*map(column, columns))


def distance(vector: str, dimensions: int) -> str:
    """Return the distance between a `vector` of `vectors` and `wanted`, as in the column's index."""
    return f"CAST(vectors.{vector} AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions}))"


def literal(embedding: Embedding) -> str:
    """Return a vector in pgvector's format."""
    return str(list(embedding.vector))


def _looked_for(owner: Owner, embedding: Embedding) -> dict[str, object]:
    return {**owner.columns, "model": embedding.model, "wanted": literal(embedding), "most": NEAREST}
