"""The full-text index of memories. Works in the caller's transaction."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import text

from bot.memory.store.beginnings import INDEXED as BEGINNINGS
from bot.store.engine import Transaction
from bot.turns.store.vectors import TO_EMBED
from bot.turns.store.words import Indexed

_INDEX_MEMORIES: Final = text(f"""
WITH stored AS (
    SELECT memory.id AS memory_id, concat_ws(' ', memory.subject, version.content) AS text
    FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
    WHERE memory.id = ANY(CAST(:memory_ids AS text[])) AND version.version_number = memory.version
), begun AS (
    INSERT INTO agent_memory_beginnings (memory_id, words) {BEGINNINGS} AND memory.id = ANY(CAST(:memory_ids AS text[]))
    ON CONFLICT (memory_id) DO UPDATE SET words = excluded.words WHERE :changed
), noted AS (
    INSERT INTO agent_memory_vectors (memory_id) SELECT memory_id FROM stored CROSS JOIN agent_embedding
    ON CONFLICT (memory_id) DO UPDATE SET vector = NULL WHERE :changed
)
INSERT INTO agent_memory_words (memory_id, words)
SELECT memory_id, to_tsvector(CAST(language AS regconfig), words) || to_tsvector('simple', words)
FROM stored CROSS JOIN agent_search, agent_words_apart(text) AS words
ON CONFLICT (memory_id) DO UPDATE SET words = excluded.words WHERE :changed
""")  # noqa: S608 - only our own words


async def index_memories(tx: Transaction, memory_ids: Sequence[str], *, changed: bool = True) -> None:
    """Index the present versions of memories; before the language is set, only the beginnings of their words.

    Unless `changed`, memories already indexed are skipped.
    """
    await tx.connection.execute(_INDEX_MEMORIES, {"memory_ids": list(memory_ids), "changed": changed})
    tx.after_commit(tx.events[TO_EMBED].set)


INDEXED: Final = Indexed(
    "agent_memories", "agent_memory_words", "memory_id", partial(index_memories, changed=False), at_once=500
)
"""Memories for the index of all texts."""
