"""What texts mean, as vectors of one model: kept as plain numbers, and searched with pgvector's HNSW index.

https://github.com/pgvector/pgvector: the indexes are on expressions, as half-precision vectors, compared by cosine.

Works in the caller's transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import ARRAY, REAL, TextClause, bindparam, text

from bot.database.engine import Transaction
from bot.database.search.surroundings import MessageKey, literal
from bot.values import Embedding, Owner, Vector

MOST_DIMENSIONS: Final = 4_000
"""A vector has at most so many numbers: longer ones can't be indexed (pgvector, "HNSW")."""
NEAREST: Final = 50
"""Nearest texts that are compared."""
_MOST_CHARACTERS: Final = 2_000
"""Most characters of a message embedded: models read a few hundred words."""

_INDEXES: Final = {
    "idx_agent_memory_vectors_vector": ("agent_memory_vectors", "vector"),
    "idx_agent_message_vectors_vector": ("agent_message_vectors", "vector"),
    "idx_agent_message_vectors_with_before": ("agent_message_vectors", "with_before"),
}
_INDEX: Final = (
    "CREATE INDEX IF NOT EXISTS {name} ON {table} "
    "USING hnsw ((CAST({column} AS halfvec({dimensions}))) halfvec_cosine_ops)"
)
_DROP: Final = "DROP INDEX IF EXISTS {name}"
IS_POSSIBLE: Final = text("""
SELECT coalesce(bool_or(
    installed OR (
        NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AND (
            current_setting('is_superuser') = 'on'
            OR (trusted AND has_database_privilege(current_database(), 'CREATE'))
        )
    )
), false)
FROM pg_available_extension_versions
WHERE name = 'vector' AND CAST(string_to_array(substring(version FROM '^[0-9.]+[0-9]'), '.') AS integer[]) >= '{0,7}'
""")
"""Tells whether pgvector is there, or can be made, with half-precision vectors, which it has since 0.7."""
_MAKE: Final = text("CREATE EXTENSION IF NOT EXISTS vector")
_KNOWN: Final = text("SELECT model, dimensions FROM agent_embedding")
_KNOW: Final = text(
    "INSERT INTO agent_embedding (id, model, dimensions) VALUES (1, :model, :dimensions) "
    "ON CONFLICT (id) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions"
)
_FORGET: Final = text("DELETE FROM agent_embedding")
_EMPTY: Final = text("TRUNCATE agent_memory_vectors, agent_message_vectors")
"""Rows that were only deleted would still be indexed, in vectors of another length."""
_NOTE_ALL: Final = (
    text("INSERT INTO agent_memory_vectors (memory_id) SELECT id FROM agent_memories ON CONFLICT DO NOTHING"),
    text(
        "INSERT INTO agent_message_vectors (turn_id, position) SELECT turn_id, position FROM agent_words "
        "ON CONFLICT DO NOTHING"
    ),
)
_PENDING_MEMORIES: Final = text("""
SELECT memory.id, memory.content_key, version.content
FROM agent_memory_vectors AS pending
JOIN agent_memories AS memory ON memory.id = pending.memory_id
JOIN agent_memory_versions AS version ON version.memory_id = memory.id
WHERE pending.vector IS NULL AND memory.deleted_at IS NULL AND version.version_number = memory.version
LIMIT :most
""")
_PUT_MEMORY: Final = text("""
UPDATE agent_memory_vectors SET vector = :vector FROM agent_memories AS memory
WHERE memory_id = :id AND memory.id = memory_id AND memory.content_key = :content_key
""").bindparams(bindparam("vector", type_=ARRAY(REAL)))
_PENDING_MESSAGES: Final = text("""
SELECT pending.turn_id, pending.position,
       left(concat_ws(chr(10), message.source #>> '{quote,text}', coalesce(message.text, message.content)), :longest)
       AS words, before.words AS words_before
FROM (
    SELECT turn_id, position FROM agent_message_vectors WHERE vector IS NULL
    ORDER BY turn_id DESC, position DESC LIMIT :most
) AS pending
JOIN agent_messages AS message USING (turn_id, position)
JOIN agent_turns AS turn ON turn.id = pending.turn_id
LEFT JOIN LATERAL (
    SELECT left(
        concat_ws(chr(10), earlier.source #>> '{quote,text}', coalesce(earlier.text, earlier.content)), :longest
    ) AS words
    FROM agent_turns AS other
    JOIN agent_words AS words ON words.turn_id = other.id
    JOIN agent_messages AS earlier ON earlier.turn_id = words.turn_id AND earlier.position = words.position
    WHERE other.conversation_id = turn.conversation_id AND other.id <= pending.turn_id
    AND (words.turn_id, words.position) < (pending.turn_id, pending.position)
    ORDER BY other.id DESC, words.position DESC LIMIT 1
) AS before ON true
""")
_PUT_MESSAGE: Final = text(
    "UPDATE agent_message_vectors SET vector = :vector, with_before = :with_before "
    "WHERE turn_id = :turn_id AND position = :position"
).bindparams(bindparam("vector", type_=ARRAY(REAL)), bindparam("with_before", type_=ARRAY(REAL)))
_NEAREST_MEMORIES: Final = """
SELECT memory.id, 1 - (CAST(vectors.vector AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions})))
       AS nearness
FROM agent_memory_vectors AS vectors JOIN agent_memories AS memory ON memory.id = vectors.memory_id
WHERE memory.bot_id = :bot_id AND memory.user_id = :user_id AND memory.deleted_at IS NULL
AND (:category = '' OR memory.category = :category)
AND EXISTS (SELECT FROM agent_embedding WHERE model = :model)
ORDER BY CAST(vectors.vector AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions}))
LIMIT :most
"""
_NEAREST_MESSAGES: Final = """
SELECT vectors.turn_id, vectors.position
FROM agent_message_vectors AS vectors
JOIN agent_turns AS turn ON turn.id = vectors.turn_id
JOIN agent_conversations AS conversation ON conversation.id = turn.conversation_id
WHERE conversation.bot_id = :bot_id AND conversation.user_id = :user_id
AND EXISTS (SELECT FROM agent_embedding WHERE model = :model)
ORDER BY CAST(vectors.{column} AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions}))
LIMIT :most
"""


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """A memory whose meaning is not known yet, as it reads by its key."""

    id: str
    content_key: str
    content: str


@dataclass(frozen=True, slots=True)
class PendingMessage:
    """A message whose meaning is not known yet, alone and with what was said before it."""

    key: MessageKey
    words: str
    with_before: str


async def is_possible(tx: Transaction) -> bool:
    """See to it that pgvector is there; False if the server doesn't have it, or our role may not make it."""
    if not await tx.connection.scalar(IS_POSSIBLE):
        return False
    await tx.connection.execute(_MAKE)
    return True


async def known(tx: Transaction) -> tuple[str, int] | None:
    """Return the model that vectors are made with, and how many numbers one has; None if there is no model."""
    row = (await tx.connection.execute(_KNOWN)).one_or_none()
    return (row.model, row.dimensions) if row else None


async def begin(tx: Transaction, model: str, dimensions: int) -> None:
    """Make vectors with a model from now on, and bit by bit those of all that is stored; others are let go of."""
    if await known(tx) != (model, dimensions):
        for statement in (_EMPTY, *(text(_DROP.format(name=name)) for name in _INDEXES)):
            await tx.connection.execute(statement)
        await tx.connection.execute(_KNOW, {"model": model, "dimensions": dimensions})
        for statement in _NOTE_ALL:
            await tx.connection.execute(statement)
    for name, (table, column) in _INDEXES.items():
        made = _INDEX.format(name=name, table=table, column=column, dimensions=dimensions)
        await tx.connection.execute(text(made))


async def end(tx: Transaction) -> None:
    """Make no vectors any more; those that were made are let go of when that begins again."""
    await tx.connection.execute(_FORGET)


async def pending_memories(tx: Transaction, most: int) -> list[PendingMemory]:
    """Return some memories whose meaning is not known."""
    rows = await tx.connection.execute(_PENDING_MEMORIES, {"most": most})
    return [PendingMemory(row.id, row.content_key, row.content) for row in rows]


async def pending_messages(tx: Transaction, most: int) -> list[PendingMessage]:
    """Return some messages whose meaning is not known, the newest ones."""
    rows = await tx.connection.execute(_PENDING_MESSAGES, {"most": most, "longest": _MOST_CHARACTERS})
    return [
        PendingMessage(
            (row.turn_id, row.position),
            row.words,
            "\n".join(filter(None, (row.words_before, row.words))),
        )
        for row in rows
    ]


async def put_memories(tx: Transaction, meant: Mapping[PendingMemory, Vector]) -> None:
    """Keep what memories mean, unless they read otherwise by now."""
    for memory, vector in meant.items():
        values = {"id": memory.id, "content_key": memory.content_key, "vector": list(vector)}
        await tx.connection.execute(_PUT_MEMORY, values)


async def put_messages(tx: Transaction, meant: Mapping[PendingMessage, tuple[Vector, Vector]]) -> None:
    """Keep what messages mean, alone and with what was before."""
    for message, (alone, with_before) in meant.items():
        turn_id, position = message.key
        values = {"turn_id": turn_id, "position": position, "vector": list(alone), "with_before": list(with_before)}
        await tx.connection.execute(_PUT_MESSAGE, values)


async def nearest_memories(tx: Transaction, owner: Owner, embedding: Embedding, category: str = "") -> dict[str, float]:
    """Return the memories of an owner, perhaps of one category, that come nearest in meaning, and how near."""
    found = await tx.connection.execute(
        _statement(_NEAREST_MEMORIES, len(embedding.vector)), {**_looked_for(owner, embedding), "category": category}
    )
    return {row.id: row.nearness for row in found if row.nearness is not None}


async def nearest_messages(tx: Transaction, owner: Owner, embedding: Embedding) -> list[MessageKey]:
    """Return the messages of an owner that come nearest in meaning, alone or with what was before."""
    found: dict[MessageKey, None] = {}
    for column in ("vector", "with_before"):
        statement = _statement(_NEAREST_MESSAGES, len(embedding.vector), column)
        rows = await tx.connection.execute(statement, _looked_for(owner, embedding))
        found |= {(row.turn_id, row.position): None for row in rows}
    return list(found)


@lru_cache
def _statement(sql: str, dimensions: int, column: str = "") -> TextClause:
    return text(sql.format(dimensions=dimensions, column=column))


def _looked_for(owner: Owner, embedding: Embedding) -> dict[str, object]:
    return {**owner.columns, "model": embedding.model, "wanted": literal(embedding.vector), "most": NEAREST}
