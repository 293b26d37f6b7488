"""Which models are asked, and how many tokens a prompt of theirs may take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from bot.errors import KeyRefused, ModelError, StartError
from bot.model.embeddings import LOCAL, Embedder, LocalEmbedder, OpenAIEmbedder
from bot.model.listing import Served, known_limit, served
from bot.model.openai_chat import OpenAIModel
from bot.settings import DEFAULT_CONTEXT_TOKENS, LEAST_CONTEXT_TOKENS, OPENAI_DEFAULT_MODEL, Settings

PRACTICE_MODEL: Final = "practice"
LIMIT_SECONDS: Final = 2.0
"""Time for a server to say how many tokens its model takes. The start waits for it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Models:
    """The models that answer, that summarise and review, and that embed, if one does; two may be one.

    `known_limit` is how many tokens the one that answers takes, as far as that is known.
    """

    answering: OpenAIModel
    reviewing: OpenAIModel
    embedding: Embedder | None = None
    known_limit: int | None = None


def context_tokens(settings: Settings, limit: int | None) -> int:
    """Return how many tokens a prompt may take, given what the model is known to take."""
    return settings.context_tokens or min(DEFAULT_CONTEXT_TOKENS, limit or DEFAULT_CONTEXT_TOKENS)


@asynccontextmanager
async def models(settings: Settings, address: str | None = None) -> AsyncIterator[Models]:
    """Yield the models that are set, asked at `address` if there is one. Raises StartError.

    Without a model in the settings, the practice model is expected at `address`. Without an address too, nothing is
    sent: such models only render requests.
    """
    name, review_name, limit = PRACTICE_MODEL, "", None
    if settings.has_model:
        name, limit = await _answering(settings)
        review_name = settings.review_model
    base_url = address or settings.openai_base_url
    model = partial(
        OpenAIModel,
        api_key=settings.api_key,
        base_url=base_url,
        at_openai=settings.has_model and settings.at_openai,
        first_chunk_seconds=settings.model_first_chunk_seconds,
        chunk_seconds=settings.model_chunk_seconds,
    )
    async with AsyncExitStack() as stack:
        answering = model(name)
        stack.push_async_callback(answering.close)
        reviewing = answering
        if review_name not in {"", name}:
            reviewing = model(review_name)
            stack.push_async_callback(reviewing.close)
        embedding = embedder(settings, base_url)
        if embedding:
            stack.push_async_callback(embedding.close)
        yield Models(answering, reviewing, embedding, limit)


def embedder(settings: Settings, base_url: str | None) -> Embedder | None:
    """Return the embedding model, if one is set. Raises StartError if it is not installed."""
    name = settings.embedding_model
    if not name:
        return None
    return LocalEmbedder() if name == LOCAL else OpenAIEmbedder(name, api_key=settings.api_key, base_url=base_url)


async def _answering(settings: Settings) -> tuple[str, int | None]:
    """Return the name of the model that answers, and how many tokens it is known to take."""
    name, listed = settings.openai_model, None
    if not settings.at_openai and not (name and settings.context_tokens):
        listed = await _listed(settings)
    if not settings.at_openai and not name:
        names = listed.models if listed else []
        if len(names) != 1:
            offered = f"has {len(names)}: {', '.join(names[:20])}" if names else "has none yet"
            raise StartError(
                f"OPENAI_MODEL is not set. Which model shall answer? {settings.openai_base_url} {offered}."
            )
        name = names[0]
    name = name or OPENAI_DEFAULT_MODEL
    limit = known_limit(name, listed)
    if settings.context_tokens is None and limit is not None and limit < LEAST_CONTEXT_TOKENS:
        log.warning(
            "the model takes so few tokens that instructions and tools fill most of them", model=name, tokens=limit
        )
    return name, limit


async def _listed(settings: Settings) -> Served | None:
    """Ask a server for its models. Where one is set, None if it doesn't tell at once, else StartError."""
    is_set = bool(settings.openai_model)
    try:
        async with asyncio.timeout(LIMIT_SECONDS if is_set else None):
            return await served(settings.api_key, settings.openai_base_url, retries=0 if is_set else 2)
    except (ModelError, TimeoutError) as error:
        if is_set:
            return None
        if isinstance(error, KeyRefused):
            raise StartError(f"OPENAI_API_KEY was refused by {settings.openai_base_url}: copy it once more.") from error
        raise StartError(
            f"OPENAI_BASE_URL can't be used, as {settings.openai_base_url} doesn't say which models it has: start that "
            "server, check the address (most end in /v1), or set OPENAI_MODEL to the name of a model it has."
        ) from error
