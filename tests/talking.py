"""The adapter through which tests talk to a model, closed in the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.model.openai_model import OpenAIModel
from tests.conftest import MODEL_KEY


@asynccontextmanager
async def talking_to(url: str, **options: Any) -> AsyncIterator[OpenAIModel]:
    """Yield the adapter of the model at an address, as it is for a server that is not OpenAI's; options change it."""
    usual = {"name": "scripted", "api_key": MODEL_KEY, "at_openai": False, "first_chunk_seconds": 10}
    adapter = OpenAIModel(base_url=url, **{**usual, "chunk_seconds": 10, "retry_seconds": 0, **options})
    try:
        yield adapter
    finally:
        await adapter.close()
