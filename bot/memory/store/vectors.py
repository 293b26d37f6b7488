"""Embeddings of memories. Works in the caller's transaction."""

from typing import Final

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.turns.store.vectors import Embedded, looked_for, nearest

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


def nearest_memories(tx: Transaction, owner: Owner, embedding: Embedding, category: str = "") -> Deferred:
    """Look for the nearest memories of an owner, perhaps of one category, when the next statement runs."""
    statement = nearest(_NEAREST_MEMORIES, "vector", len(embedding.vector), "id", "nearness")
    return tx.connection.defer(statement, {**looked_for(owner, embedding), "category": category})


async def read_nearest(tx: Transaction, nearest_ones: Deferred | None) -> dict[str, float]:
    """Return the nearest memories that were looked for, with their nearness; none if none were."""
    rows = await tx.connection.read(nearest_ones) if nearest_ones else ()
    return {row["id"]: row["nearness"] for row in rows if row["nearness"] is not None}
