"""What is stored becomes known by its meaning in the background, whoever has stored it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.database.engine import Database
from bot.database.memories import Memories
from bot.database.search.vectors import Vectors, nearest_memories
from bot.meaning import Embedding, Meanings
from bot.messages import Meaning, MemoryCategory, Owner
from bot.model.embeddings import OpenAIEmbedder
from bot.practice.model.answer import Reply
from bot.practice.model.embeddings import of_words
from bot.practice.model.server import ModelServer
from bot.practice.serving import serve


@pytest.fixture
async def embedder() -> AsyncIterator[OpenAIEmbedder]:
    """A model that knows what texts mean."""
    async with serve(ModelServer(lambda _: Reply(text="")).app) as url:
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
                    if meanings.is_ready and len(await nearest_memories(tx, owner, tea)) == number:
                        return

    reading = asyncio.create_task(Embedding(database, Vectors(), meanings, looks_each=0.05).run())
    for number, content in enumerate(("The user likes tea", "The user grows tea", "The user sells tea"), start=1):
        async with database.transaction() as tx:
            await Memories().add(tx, owner, content=content, category=MemoryCategory.CONTEXT, is_new=True)
        await all_known(number)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def test_whoever_waits_for_more_looks_again_after_a_while_and_at_once_when_told() -> None:
    meanings = Meanings(None)
    async with asyncio.timeout(30):
        await meanings.wait_for_more(0.01)
        meanings.stored()
        await meanings.wait_for_more(600)
        await meanings.wait_for_more(0.01)
