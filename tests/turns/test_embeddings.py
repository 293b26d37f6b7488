"""Stored texts are embedded in the background, whoever stored them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.app.features import EMBEDDED
from bot.kit.background import background
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.memory import imports
from bot.memory.operations import Memories
from bot.memory.store.search import nearest_memories, read_nearest
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.model.embeddings import OpenAIEmbedder
from bot.model.values import AssistantMessage
from bot.store.engine import Database, Transaction
from bot.turns.embeddings import Embeddings
from bot.turns.store import turns as stored_turns
from bot.turns.store import vectors
from bot.turns.store import words as word_index
from bot.turns.values.turns import TurnState
from practice.model.answer import Reply
from practice.model.embeddings import of_words
from practice.model.server import ModelServer
from practice.serving import serve
from tests.memory.telegram.conversing import started


@pytest.fixture
def server() -> ModelServer:
    """A server that knows what texts mean."""
    return ModelServer(lambda _: Reply(text=""))


@pytest.fixture
async def embedder(server: ModelServer) -> AsyncIterator[OpenAIEmbedder]:
    """The model of the embeddings."""
    async with serve(server.app) as url:
        embedder = OpenAIEmbedder("any", api_key="sk-tests", base_url=f"{url}/v1")
        yield embedder
        await embedder.close()


async def nearest(tx: Transaction, owner: Owner, embedding: Embedding) -> dict[str, float]:
    """Return the nearest memories with their nearness."""
    return await read_nearest(tx, nearest_memories(tx, owner, embedding))


async def all_read(database: Database, embeddings: Embeddings) -> None:
    """Wait until it is known what all memories mean."""
    async with asyncio.timeout(30):
        while True:
            async with database.transaction() as tx:
                if embeddings.dimensions and not await vectors.pending(tx, EMBEDDED, 1):
                    return


async def teach(database: Database, owner: Owner, *contents: str) -> None:
    """Have something remembered."""
    async with database.transaction() as tx:
        for content in contents:
            await Memories().change(tx, owner, Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True))


@pytest.mark.parametrize(("accepted", "nearness"), [(100, 1.0), (50, 0.0)])
async def test_a_text_that_is_refused_is_cut_and_keeps_no_other_waiting(
    database: Database, owner: Owner, server: ModelServer, embedder: OpenAIEmbedder, accepted: int, nearness: float
) -> None:
    server.embedded_characters = accepted
    embeddings = Embeddings(database, embedder, EMBEDDED)
    await teach(database, owner, "The user likes tea", "Tea, " * 80)
    async with background(embeddings.keep_up()):
        await all_read(database, embeddings)
    async with database.transaction() as tx:
        near = await nearest(tx, owner, Embedding("any", of_words("tea")))
    assert sorted(near.values()) == [pytest.approx(it, abs=0.01) for it in sorted((nearness, 0.5))]


async def test_vectors_of_a_new_length_cause_a_new_embedding_of_everything(
    database: Database, owner: Owner, server: ModelServer, embedder: OpenAIEmbedder
) -> None:
    embeddings = Embeddings(database, embedder, EMBEDDED)
    await teach(database, owner, "The user likes tea", "The user grows tea")
    database.events[vectors.TO_EMBED].clear()  # what is stored is read at first; then it rests
    async with background(embeddings.keep_up()):
        await all_read(database, embeddings)
        server.embed = lambda _: (0.0, 1.0, 0.0)
        assert await embeddings.of("tea") is None
        await all_read(database, embeddings)
        assert embeddings.dimensions == 3
        embedding = await embeddings.of("tea")
        assert embedding is not None
        async with database.transaction() as tx:
            assert list((await nearest(tx, owner, embedding)).values()) == [1.0, 1.0]


async def test_what_is_stored_is_embedded_at_once_when_its_transaction_commits_whatever_stored_it(
    database: Database, owner: Owner, server: ModelServer, embedder: OpenAIEmbedder
) -> None:
    memories, embeddings = Memories(), Embeddings(database, embedder, EMBEDDED)
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    async with background(embeddings.keep_up()):
        await all_read(database, embeddings)
        async with database.transaction() as tx:
            added = (
                await memories.change(
                    tx, owner, Addition(content="The user likes tea", category=MemoryCategory.CONTEXT)
                )
            ).memory
        await server.wait_for_embedded("The user likes tea")
        async with database.transaction() as tx:
            await memories.change(tx, owner, MemoryUpdate(memory_id=added.id, content="The user likes coffee"))
        await server.wait_for_embedded("The user likes coffee")
        async with database.transaction() as tx:
            proposal = Addition(category=MemoryCategory.CONTEXT, subject="", content="The user lives in Ghent")
            offer = await imports.offer(tx, memories, owner, [proposal], "a file")
            await imports.confirm(tx, memories, owner, offer.id or "")
        await server.wait_for_embedded("The user lives in Ghent")
        async with database.transaction() as tx:
            conversation = await started(tx, owner)
            turn = await stored_turns.begin(tx, conversation.id)
            await stored_turns.append(tx, turn.id, [AssistantMessage("Hello")])
            await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
        await server.wait_for_embedded("Hello")


async def test_many_texts_to_search_with_are_embedded_in_batches_one_after_the_other(
    database: Database, server: ModelServer, embedder: OpenAIEmbedder
) -> None:
    embeddings = Embeddings(database, embedder, EMBEDDED)
    texts = [f"Message {number}" for number in range(100)]
    async with background(embeddings.keep_up()):
        await all_read(database, embeddings)
        server.embedded.clear()
        known = await embeddings.of_all([*texts, " ", "Message 7"], within=60)
    assert [text for batch in server.embedded for text in batch] == texts
    assert len(server.embedded) == 4
    assert [embedding is not None for embedding in known] == [True] * 100 + [False, True]
