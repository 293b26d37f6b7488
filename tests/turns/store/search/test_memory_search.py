"""Memories are found by their words, by parts of them, and by what they mean: the owner's own, that are not deleted."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.app.features import EMBEDDED, INDEXED
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding, Vector
from bot.memory.operations import Memories
from bot.memory.store.search import MemoryMatch, find_memories, match_memories
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.store.engine import Database
from bot.turns.store import vectors
from bot.turns.store import words as word_index
from tests.turns.store.search.test_words import index_all
from tests.waiting import until_waiting

memories = Memories()
TAUGHT = {
    "Anna is the user's sister and lives in Ghent": MemoryCategory.PERSON,
    "Tom works at the harbour in Ghent": MemoryCategory.PERSON,
    "The user prefers green tea": MemoryCategory.PREFERENCE,
    "Backt zum Geburtstag Geburtstagskuchen mit Kirschen": MemoryCategory.CONTEXT,
    "The user's boat is called Wavedancer": MemoryCategory.CONTEXT,
}


@pytest.fixture(autouse=True)
async def taught(database: Database, owner: Owner) -> dict[str, str]:
    """The ids of what was taught, by its text."""
    ids: dict[str, str] = {}
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        for content, category in TAUGHT.items():
            wanted = Addition(content=content, category=category)
            ids[content] = (await memories.change(tx, owner, wanted)).memory.id
    return ids


async def found(
    database: Database,
    owner: Owner,
    asked: str,
    embedding: Embedding | None = None,
    *,
    category: str = "",
    limit: int = 3,
) -> list[MemoryMatch]:
    """Search the memories."""
    async with database.transaction() as tx:
        return await match_memories(tx, owner, asked, embedding, limit=limit, category=category, parts_of_words=True)


async def texts(database: Database, owner: Owner, asked: str, embedding: Embedding | None = None) -> list[str]:
    """Return what is found, in words."""
    async with database.transaction() as tx:
        return [it.content for it in await find_memories(tx, owner, asked, embedding, limit=3)]


async def test_a_memory_is_found_by_any_of_its_words_the_rare_ones_first(database: Database, owner: Owner) -> None:
    assert await texts(database, owner, "Where in Ghent does Anna live?") == [
        "Anna is the user's sister and lives in Ghent",
        "Tom works at the harbour in Ghent",
    ]
    (boat,) = await found(database, owner, "wavedancer")
    assert boat.rarity > 0.5
    assert boat.nearness == boat.above_others == 0
    assert await found(database, owner, "Ghent", category="context") == []
    assert len(await found(database, owner, "Ghent", category="person")) == 2


async def test_a_part_of_a_word_is_enough_where_no_word_fits(database: Database, owner: Owner) -> None:
    assert await texts(database, owner, "kuchen") == ["Backt zum Geburtstag Geburtstagskuchen mit Kirschen"]
    assert await texts(database, owner, "KIRSCH burtstag") == ["Backt zum Geburtstag Geburtstagskuchen mit Kirschen"]
    assert await texts(database, owner, "100%") == []
    for odd in ("", "  ", "'", "\\", "the", "a & b | !c", "x" * 5000, "%_"):
        await texts(database, owner, odd)  # is no error
    street = "Wohnt in der Hauptstraße 5 mit Γιώργος"
    async with database.transaction() as tx:
        await memories.change(tx, owner, Addition(content=street, category=MemoryCategory.CONTEXT))
    assert await texts(database, owner, "STRAßE") == await texts(database, owner, "ώργος") == [street]


async def test_a_name_that_is_mere_grammar_elsewhere_is_found(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        await memories.change(tx, owner, Addition(content="Will was born in May", category=MemoryCategory.PERSON))
    await index_all(database)
    assert await texts(database, owner, "When was our Will born?") == ["Will was born in May"]
    (will,) = await found(database, owner, "Has Will a job?")
    assert will.rarity > 0
    assert await texts(database, owner, "What job will it be?") == []


async def reword(database: Database, owner: Owner, memory_id: str, content: str, subject: str | None = None) -> None:
    """Give a memory another version."""
    async with database.transaction() as tx:
        await memories.change(tx, owner, MemoryUpdate(memory_id=memory_id, content=content, subject=subject))


async def test_neither_others_memories_deleted_ones_nor_old_versions_are_found(
    database: Database, owner: Owner, taught: dict[str, str]
) -> None:
    memory_id = taught["The user prefers green tea"]
    assert await found(database, replace(owner, user_id=owner.user_id + 1), "tea") == []
    async with database.transaction() as tx:
        await memories.forget(tx, owner, memory_id)
    assert await found(database, owner, "green tea") == []
    async with database.transaction() as tx:
        await memories.restore(tx, owner, memory_id)
    assert await texts(database, owner, "green tea") == ["The user prefers green tea"]
    await reword(database, owner, memory_id, "The user prefers black coffee", "breakfast")
    assert await texts(database, owner, "tea") == []
    for asked in ("coffees", "coffee", "breakfast"):
        assert await texts(database, owner, asked) == ["The user prefers black coffee"]


async def test_a_memory_that_gets_another_version_while_it_is_indexed_is_found_by_that(
    database: Database, owner: Owner, taught: dict[str, str]
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "german", INDEXED)

    async def index() -> None:
        async with database.transaction() as tx:
            assert await word_index.index_more(tx, INDEXED)

    async with database.transaction() as tx:
        await memories.change(
            tx, owner, MemoryUpdate(memory_id=taught["The user prefers green tea"], content="The user prefers coffee")
        )
        indexing = asyncio.create_task(index())
        await until_waiting(tx)
    await indexing
    assert await texts(database, owner, "coffee") == ["The user prefers coffee"]
    assert await texts(database, owner, "tea") == []


async def know(database: Database, meant: dict[str, Vector]) -> None:
    """Let a model know what texts mean."""
    async with database.transaction() as tx:
        assert await vectors.is_possible(tx)
        await vectors.begin(tx, "tests", 3, EMBEDDED)
        pending = await vectors.pending(tx, EMBEDDED, 100)
        await vectors.put(tx, [(it, [meant[it.texts[0]]]) for it in pending if it.texts[0] in meant])


async def test_a_memory_is_found_by_its_embedding(database: Database, owner: Owner) -> None:
    tea, boat = "The user prefers green tea", "The user's boat is called Wavedancer"
    others = dict.fromkeys(TAUGHT, (0.0, 1.0, 0.1))
    await know(database, {**others, tea: (1.0, 0.0, 0.0), boat: (0.7, 0.7, 0.0)})
    like_tea = Embedding("tests", (0.99, 0.1, 0.0))
    near = await found(database, owner, "Getränk", like_tea)
    assert (await texts(database, owner, "Getränk", like_tea))[:2] == [tea, boat]
    assert near[0].nearness > 0.9
    assert (await texts(database, owner, "kuchen", like_tea))[0].startswith("Backt")  # a part of a word
    assert near[0].above_others > near[1].above_others > 0
    assert await found(database, owner, "Getränk", Embedding("another model", (0.99, 0.1, 0.0))) == []


async def test_a_language_change_keeps_the_embeddings(database: Database, owner: Owner) -> None:
    await know(database, dict.fromkeys(TAUGHT, (1.0, 0.0, 0.0)))
    async with database.transaction() as tx:
        await word_index.begin(tx, "english", INDEXED)  # as at a restart
    assert (await found(database, owner, "wavedancer"))[0].rarity > 0.5
    async with database.transaction() as tx:
        await word_index.begin(tx, "german", INDEXED)
    async with database.transaction() as tx:
        assert await word_index.index_more(tx, INDEXED)
    assert (await found(database, owner, "wavedancer"))[0].rarity > 0.5
    async with database.transaction() as tx:
        assert await vectors.pending(tx, EMBEDDED, 1) == []


async def test_a_new_version_has_no_embedding_until_it_is_computed_and_another_model_begins_anew(
    database: Database, owner: Owner, taught: dict[str, str]
) -> None:
    await know(database, dict.fromkeys(TAUGHT, (1.0, 0.0, 0.0)))
    async with database.transaction() as tx:
        await vectors.begin(tx, "tests", 3, EMBEDDED)
        assert await vectors.pending(tx, EMBEDDED, 100) == []
    await reword(database, owner, taught["The user prefers green tea"], "The user prefers black coffee")
    async with database.transaction() as tx:
        (pending,) = await vectors.pending(tx, EMBEDDED, 100)
        assert pending.texts == ["The user prefers black coffee"]
        former = replace(pending, place={**pending.place, "content_key": "of before"})
        await vectors.put(tx, [(former, [(0.0, 1.0, 0.0)])])
        assert await vectors.pending(tx, EMBEDDED, 100) == [pending]
        await vectors.put(tx, [(pending, [(0.0, 1.0, 0.0)])])
        assert await vectors.pending(tx, EMBEDDED, 100) == []
        await vectors.begin(tx, "another", 5, EMBEDDED)
        assert len(await vectors.pending(tx, EMBEDDED, 100)) == len(TAUGHT)
        assert await vectors.known(tx) == ("another", 5)
    assert await found(database, owner, "Getränk", Embedding("tests", (1.0, 0.0, 0.0))) == []


async def test_a_role_that_may_not_make_pgvector_goes_without(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.connection.execute(text("DROP EXTENSION IF EXISTS vector"))
        await tx.connection.execute(text("CREATE ROLE modest"))
        await tx.connection.execute(text("SET LOCAL ROLE modest"))
        assert not await vectors.is_possible(tx)
        await tx.connection.execute(text("RESET ROLE"))
        await tx.connection.execute(text("DROP ROLE modest"))
        assert await vectors.is_possible(tx)
