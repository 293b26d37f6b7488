"""The words of memories, as they are searched: indexed with each version, and anew when the language changes."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, String, bindparam, text

from bot.database.engine import Transaction

MEMORIES_AT_ONCE: Final = 500
"""Memories indexed in one short transaction."""

# What a model is to be asked about is noted in the same statement (`bot.database.search.vectors`).
_INDEX: Final = """
WITH worded AS (
    SELECT memory.id AS memory_id, agent_words_apart(concat_ws(' ', memory.subject, version.content)) AS words
    FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
    WHERE {which} AND version.version_number = memory.version
), noted AS (
    INSERT INTO agent_memory_vectors (memory_id) SELECT memory_id FROM worded CROSS JOIN agent_embedding
    ON CONFLICT (memory_id) {embedding}
)
INSERT INTO agent_memory_words (memory_id, words)
SELECT memory_id, to_tsvector(CAST(language AS regconfig), words) || to_tsvector('simple', words)
FROM worded CROSS JOIN agent_search
ON CONFLICT (memory_id) {words}
"""
_INDEX_THESE: Final = text(
    _INDEX.format(
        which="memory.id = ANY(:memory_ids)",
        embedding="DO UPDATE SET vector = NULL",
        words="DO UPDATE SET words = excluded.words",
    )
).bindparams(bindparam("memory_ids", type_=ARRAY(String)))
_INDEX_SOME: Final = text(
    _INDEX.format(
        which="memory.id IN (SELECT id FROM agent_memories WHERE NOT EXISTS "
        "(SELECT FROM agent_memory_words WHERE memory_id = id) ORDER BY id LIMIT :most FOR KEY SHARE)",
        embedding="DO NOTHING",
        words="DO NOTHING",
    )
)
"""Whoever indexes a memory meanwhile has given it a newer version."""
_BEGIN_ANEW: Final = text("DELETE FROM agent_memory_words")


async def index_memories(tx: Transaction, memory_ids: Sequence[str]) -> None:
    """Index memories as they read now. Until it is known in which language, nothing is done."""
    await tx.connection.execute(_INDEX_THESE, {"memory_ids": list(memory_ids)})
    tx.leaves_texts_to_embed = True


async def index_more_memories(tx: Transaction) -> bool:
    """Index some memories that are not indexed yet; tell whether there may be more."""
    indexed = await tx.connection.execute(_INDEX_SOME, {"most": MEMORIES_AT_ONCE})
    tx.leaves_texts_to_embed |= indexed.rowcount > 0
    return indexed.rowcount > 0


async def index_anew(tx: Transaction) -> None:
    """Let all memories be indexed once more."""
    await tx.connection.execute(_BEGIN_ANEW)
