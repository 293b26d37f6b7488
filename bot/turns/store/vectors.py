"""Embeddings of stored texts by one model: stored as plain numbers, searched with pgvector's HNSW index.

https://github.com/pgvector/pgvector: the indexes are on expressions, as half-precision vectors, compared by cosine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import TextClause, TextualSelect, column, text

from bot.kit.owner import Owner
from bot.kit.vectors import Embedding, Vector
from bot.store.check import IS_POSSIBLE
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

_MAKE: Final = text("CREATE EXTENSION IF NOT EXISTS vector")
_KNOWN: Final = text("SELECT model, dimensions FROM agent_embedding")
_KNOW: Final = text(
    "INSERT INTO agent_embedding (id, model, dimensions) VALUES (1, :model, :dimensions) "
    "ON CONFLICT (id) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions"
)
_FORGET: Final = text("DELETE FROM agent_embedding")
_WORDS: Final = (
    "left(concat_ws(chr(10), {0}.source -> 'quote' ->> 'text', coalesce({0}.text, {0}.content)), "
    f"{_MOST_CHARACTERS})"
)
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
class Embedded:
    """Stored texts that are embedded: the `table` of their vectors, whose columns of these have `indexes` of a name.

    `note` adds the rows of texts that have none. Of those without vectors, `pending` selects at most `most`, with their
    `texts`, one for each vector; `number` counts them. `put` stores their vectors.
    """

    table: str
    indexes: Mapping[str, str]
    note: TextClause
    pending: TextClause
    number: TextClause
    put: TextClause


MESSAGES: Final = Embedded(
    "agent_message_vectors",
    {
        "vector": "idx_agent_message_vectors_vector",
        "with_before": "idx_agent_message_vectors_with_before",
    },
    note=text(
        "INSERT INTO agent_message_vectors (turn_id, position) SELECT turn_id, position FROM agent_words "
        "ON CONFLICT DO NOTHING"
    ),
    pending=text(f"""
SELECT pending.turn_id, pending.position, ARRAY[
    {_WORDS.format("message")}, concat_ws(chr(10), nullif(before.words, ''), {_WORDS.format("message")})
] AS texts
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
"""),  # noqa: S608 - only our own words
    number=text("SELECT count(*) FROM agent_message_vectors WHERE vector IS NULL"),
    put=text("""
UPDATE agent_message_vectors SET vector = CAST(:vector AS real[]), with_before = CAST(:with_before AS real[])
WHERE turn_id = :turn_id AND position = :position
"""),
)
"""Messages, each alone and after the message before it; the newest first."""


@dataclass(frozen=True, slots=True)
class Pending:
    """Texts to embed of something that is `of` a kind; `place` identifies its row."""

    of: Embedded
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


async def begin(tx: Transaction, model: str, dimensions: int, stored: Sequence[Embedded]) -> None:
    """Set the embedding model; vectors of another one are dropped, and all `stored` texts become pending."""
    if await known(tx) != (model, dimensions):
        # Deleted rows would still be in the index, with vectors of another length.
        await tx.connection.execute(text(f"TRUNCATE {', '.join(it.table for it in stored)}"))
        indexes = (name for it in stored for name in it.indexes.values())
        await tx.connection.execute(text(f"DROP INDEX IF EXISTS {', '.join(indexes)}"))
        await tx.connection.execute(_KNOW, {"model": model, "dimensions": dimensions})
        for it in stored:
            await tx.connection.execute(it.note)
    for it in stored:
        for vector, name in it.indexes.items():
            indexed = f"(CAST({vector} AS halfvec({dimensions}))) halfvec_cosine_ops"
            await tx.connection.execute(text(f"CREATE INDEX IF NOT EXISTS {name} ON {it.table} USING hnsw ({indexed})"))


async def end(tx: Transaction) -> None:
    """Unset the embedding model; vectors are dropped when one is set again."""
    await tx.connection.execute(_FORGET)


async def pending(tx: Transaction, stored: Sequence[Embedded], most: int) -> list[Pending]:
    """Return texts without vectors, all of one kind: the first of those that are `stored`."""
    for it in stored:
        rows = (await tx.connection.execute(it.pending, {"most": most})).mappings().all()
        if rows:
            return [Pending(it, {name: row[name] for name in row if name != "texts"}, row["texts"]) for row in rows]
    return []


async def number_pending(tx: Transaction, stored: Sequence[Embedded]) -> int:
    """Return how many texts have no vectors."""
    return sum([int(await tx.connection.scalar(it.number)) for it in stored])


async def put(tx: Transaction, read: Sequence[tuple[Pending, Sequence[Vector]]]) -> None:
    """Store the vectors of texts, except of one changed meanwhile."""
    for text_read, found in read:
        its = text_read.of
        await tx.connection.execute(
            its.put, {**text_read.place, **dict(zip(its.indexes, map(list, found), strict=True))}
        )


async def nearest_messages(tx: Transaction, owner: Owner, embedding: Embedding) -> list[MessageKey]:
    """Return the nearest messages of an owner, alone or with the message before."""
    found: list[MessageKey] = []
    for vector in ("vector", "with_before"):
        statement = nearest(_NEAREST_MESSAGES, vector, len(embedding.vector), "turn_id", "position")
        rows = await tx.connection.fetch(statement, looked_for(owner, embedding))
        found += [(row["turn_id"], row["position"]) for row in rows]
    return found


@lru_cache
def nearest(sql: str, vector: str, dimensions: int, *columns: str) -> TextualSelect:
    """Return a query for the nearest, whose `{distance}` is that of the `vector` of `vectors`."""
    return text(sql.format(distance=distance(vector, dimensions))).columns(*map(column, columns))


def distance(vector: str, dimensions: int) -> str:
    """Return the distance between a `vector` of `vectors` and `wanted`, as in the column's index."""
    return f"CAST(vectors.{vector} AS halfvec({dimensions})) <=> CAST(:wanted AS halfvec({dimensions}))"


def literal(embedding: Embedding) -> str:
    """Return a vector in pgvector's format."""
    return str(list(embedding.vector))


def looked_for(owner: Owner, embedding: Embedding) -> dict[str, object]:
    """Return the parameters of such a query."""
    return {**owner.columns, "model": embedding.model, "wanted": literal(embedding), "most": NEAREST}
