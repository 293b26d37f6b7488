"""The cost of growing numbers of memories: the start of a conversation, a search by words and embedding, an addition.

The memories are made up, and so is what they mean: vectors in clusters, as those of real texts are. The embedding
model itself is not measured.
"""

import math
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from bot.chat.prompt import system_prompt
from bot.database import conversations as stored_conversations
from bot.database.engine import Database, Transaction
from bot.database.importance import half_lives
from bot.database.memories import content_key
from bot.database.search import vectors
from bot.database.search import words as word_index
from bot.database.search.memory_search import find_memories
from bot.database.search.vectors import begin
from bot.errors import SimilarMemories
from bot.memory.block import for_prompt
from bot.memory.operations import Memories
from bot.values.changes import Addition
from bot.values.memories import Embedding, MemoryCategory, Vector
from bot.values.place import Place
from tests.bench.figures import Figure, figure
from tests.bench.postgres import OWNER
from tests.bench.search import Chatter

_MODEL: Final = "bench"
_DIMENSIONS: Final = 384
_CLUSTERS: Final = 200
_SPREAD: Final = 0.6
_WORDS: Final = 12
_MEMORY_TOKENS: Final = 4_000
_FOUND: Final = 10
_START_GOAL: Final = 150
_SEARCH_GOAL: Final = 50
_ADD_GOAL: Final = 20


class _Meanings:
    """A generator of embeddings."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._centres = [self._random() for _ in range(_CLUSTERS)]

    def one(self) -> Vector:
        """Generate an embedding near one of the clusters."""
        centre = self._chance.choice(self._centres)
        return _unit([near + _SPREAD * far for near, far in zip(centre, self._random(), strict=True)])

    def _random(self) -> Vector:
        return _unit([self._chance.gauss(0, 1) for _ in range(_DIMENSIONS)])


def _unit(vector: Sequence[float]) -> Vector:
    length = math.hypot(*vector)
    return [round(number / length, 5) for number in vector]


async def scale(url: str, sizes: Sequence[int], samples: int) -> list[Figure]:
    """Measure all three at each number of memories."""
    chatter, embeddings = Chatter(seed=2), _Meanings(random.Random(2))  # noqa: S311 - the same in every run
    database, memories = Database(url), Memories()
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await vectors.is_possible(tx)

    async def begin(tx: Transaction) -> None:
        kept, of = await for_prompt(tx, OWNER, _MEMORY_TOKENS)
        prompt = system_prompt("", kept, of)
        at = datetime.now(UTC)
        conversation = await stored_conversations.start(
            tx, OWNER, Place(1), system_prompt=prompt, tools=(), first_message_at=at
        )
        await stored_conversations.end(tx, conversation.id)

    async def look(tx: Transaction) -> None:
        await find_memories(tx, OWNER, chatter.words(8), Embedding(_MODEL, embeddings.one()), limit=_FOUND)

    async def add(tx: Transaction) -> None:
        content, embedding = _text(chatter), Embedding(_MODEL, embeddings.one())
        try:
            await memories.change(
                tx, OWNER, Addition(content=content, category=MemoryCategory.CONTEXT), embedding=embedding
            )
        except SimilarMemories:
            await memories.change(tx, OWNER, Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True))

    figures: list[Figure] = []
    for size in sizes:
        await _fill(url, database, chatter, embeddings, size)
        measured: tuple[tuple[str, int, Callable[[Transaction], Awaitable[None]]], ...] = (
            ("a conversation begins", _START_GOAL, begin),
            ("a search by words and meaning", _SEARCH_GOAL, look),
            ("a memory is added", _ADD_GOAL, add),
        )
        for name, goal, work in measured:
            taken = [await _taken(database, work) for _ in range(samples)]
            figures.append(figure(f"{name}, {size:,} memories", "ms", taken, goal=goal))
    await database.close()
    return figures


async def _taken(database: Database, work: Callable[[Transaction], Awaitable[None]]) -> float:
    began = perf_counter()
    async with database.transaction() as tx:
        await work(tx)
    return 1000 * (perf_counter() - began)


def _text(chatter: Chatter) -> str:
    return f"The user {chatter.words(_WORDS)}"[:400]


async def _fill(url: str, database: Database, chatter: Chatter, embeddings: _Meanings, size: int) -> None:
    """Fill a database up to a number of memories, with embeddings and indexes."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute("SET maintenance_work_mem = '512MB'")
        row = connection.execute("SELECT count(*) FROM agent_memories").fetchone()
        first = int(row[0]) if row else 0
        rows = list(_rows(chatter, first, size))
        _copy(connection, "agent_memories", _MEMORY_COLUMNS, (memory for memory, _ in rows))
        _copy(connection, "agent_memory_versions", _VERSION_COLUMNS, (version for _, version in rows))
        more = True
        while more:
            async with database.transaction() as tx:
                more = bool(await word_index.index_more(tx))
        connection.execute("DROP INDEX IF EXISTS idx_agent_memory_vectors_vector")
        vectors = ((memory[0], list(embeddings.one())) for memory, _ in rows)
        connection.execute("DELETE FROM agent_memory_vectors WHERE vector IS NULL")
        _copy(connection, "agent_memory_vectors", ("memory_id", "vector"), vectors)
        connection.execute(
            "INSERT INTO agent_embedding (id, model, dimensions) VALUES (1, %s, %s) ON CONFLICT DO NOTHING",
            [_MODEL, _DIMENSIONS],
        )
        async with database.transaction() as tx:
            await begin(tx, _MODEL, _DIMENSIONS)
        connection.execute("VACUUM ANALYZE")


_MEMORY_COLUMNS: Final = ("id", "bot_id", "user_id", "category", "content_key", "importance", "created_at")
_VERSION_COLUMNS: Final = ("id", "memory_id", "version_number", "content", "created_at")


def _rows(chatter: Chatter, first: int, size: int) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """Generate memories and their versions, the later ones newer."""
    now = datetime.now(UTC)
    categories = list(MemoryCategory)
    for number in range(first, size):
        at = now - timedelta(minutes=5) * (size - number)
        memory_id, content = f"b{number:07}", f"{_text(chatter)} {number}"
        category = categories[number % len(categories)].value
        key = content_key(content)
        yield (
            (memory_id, OWNER.bot_id, OWNER.user_id, category, key, half_lives(at) + 1, at),
            (chatter.id(at), memory_id, 1, content, at),
        )


def _copy(
    connection: psycopg.Connection, table: str, columns: Sequence[str], rows: Iterator[tuple[object, ...]]
) -> None:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with connection.cursor() as cursor, cursor.copy(statement) as copying:
        for row in rows:
            copying.write_row(row)
