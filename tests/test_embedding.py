"""What is stored becomes known by its meaning in the background, whoever has stored it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.database.engine import Database
from bot.database.memories import Memories
from bot.database.search.vectors import Vectors, nearest_memories
from bot.meaning import Embedding, Meanings, embedded
from bot.messages import Meaning, MemoryCategory, Owner
from bot.model.embeddings import OpenAIEmbedder
from bot.practice.model.answer import Reply
from bot.practice.model.embeddings import of_words
from bot.practice.model.server import ModelServer
from bot.practice.serving import serve


@pytest.fixture
def server() -> ModelServer:
    """A server that knows what texts mean."""
    return ModelServer(lambda _: Reply(text=""))


@pytest.fixture
async def embedder(server: ModelServer) -> AsyncIterator[OpenAIEmbedder]:
    """A model behind it."""
    async with serve(server.app) as url:
        embedder = OpenAIEmbedder("any", api_key="sk-tests", base_url=f"{url}/v1")
        yield embedder
        await embedder.close()


async def test_what_another_process_stores_is_read_as_well(
    database: Database, owner: Owner, embedder: OpenAIEmbedder
) -> None:
    meanings = Meanings(embedder)

    async def all_known(number: int) -> None:
        async with asyncio.timeout(30):
            while True:
                async with database.transaction() as tx:
                    tea = Meaning("any", of_words("tea"))
                    if meanings.dimensions and len(await nearest_memories(tx, owner, tea)) == number:
                        return

    reading = asyncio.create_task(Embedding(database, Vectors(), meanings, looks_each=0.05).run())
    for number, content in enumerate(("The user likes tea", "The user grows tea", "The user sells tea"), start=1):
        async with database.transaction() as tx:
            await Memories().add(tx, owner, content=content, category=MemoryCategory.CONTEXT, is_new=True)
        await all_known(number)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def all_read(database: Database, meanings: Meanings) -> None:
    """Wait until it is known what all memories mean."""
    async with asyncio.timeout(30):
        while True:
            async with database.transaction() as tx:
                if meanings.dimensions and not await Vectors().pending_memories(tx, 1):
                    return


async def teach(database: Database, owner: Owner, *contents: str) -> None:
    """Have something remembered."""
    async with database.transaction() as tx:
        for content in contents:
            await Memories().add(tx, owner, content=content, category=MemoryCategory.CONTEXT, is_new=True)


@pytest.mark.parametrize(("accepted", "nearness"), [(100, 1.0), (50, 0.0)])
async def test_a_text_that_is_refused_is_cut_and_keeps_no_other_waiting(
    database: Database, owner: Owner, server: ModelServer, embedder: OpenAIEmbedder, accepted: int, nearness: float
) -> None:
    server.embedded_characters = accepted
    meanings = Meanings(embedder)
    await teach(database, owner, "The user likes tea", "Tea, " * 80)
    async with embedded(database, meanings):
        await all_read(database, meanings)
    async with database.transaction() as tx:
        near = await nearest_memories(tx, owner, Meaning("any", of_words("tea")))
    assert sorted(near.values()) == [pytest.approx(it, abs=0.01) for it in sorted((nearness, 0.5))]


async def test_a_model_whose_vectors_have_another_length_by_now_reads_all_of_it_anew(
    database: Database, owner: Owner, server: ModelServer, embedder: OpenAIEmbedder
) -> None:
    meanings = Meanings(embedder)
    await teach(database, owner, "The user likes tea")
    async with embedded(database, meanings):
        await all_read(database, meanings)
        server.embed = lambda _: (0.0, 1.0, 0.0)
        assert await meanings.of("tea") is None
        await all_read(database, meanings)
        assert meanings.dimensions == 3
        meaning = await meanings.of("tea")
        assert meaning is not None
        async with database.transaction() as tx:
            assert list((await nearest_memories(tx, owner, meaning)).values()) == [1.0]


async def test_whoever_waits_for_more_looks_again_after_a_while_and_at_once_when_told() -> None:
    meanings = Meanings(None)
    async with asyncio.timeout(30):
        await meanings.wait_for_more(0.01)
        meanings.stored()
        await meanings.wait_for_more(600)
        await meanings.wait_for_more(0.01)
