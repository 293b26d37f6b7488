"""Which models are asked, and how many tokens a prompt of theirs may take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from bot.errors import KeyRefused, ModelError, StartError
from bot.model.embeddings import LOCAL, Embedder, LocalEmbedder, OpenAIEmbedder
from bot.model.listing import Served, known_limit, served
from bot.model.openai_chat import OpenAIModel
from bot.settings import DEFAULT_CONTEXT_TOKENS, LEAST_CONTEXT_TOKENS, OPENAI_DEFAULT_MODEL, Settings

PRACTICE_MODEL: Final = "practice"
LIMIT_SECONDS: Final = 2.0
"""A server has so long to tell how many tokens its model takes, as the start waits for it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Models:
    """The models that answer, that summarise and review, and that know what texts mean, if one does; two may be one.

    The one that answers takes so many tokens, as far as that is known.
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
    async with AsyncExitStack() as stack:
        name, review_name, limit = PRACTICE_MODEL, "", None
        base_url = address or settings.openai_base_url
        if settings.has_model:
            name, limit = await _answering(settings)
            review_name = settings.review_model
        answering = _model(settings, name, base_url)
        stack.push_async_callback(answering.close)
        reviewing = answering
        if review_name not in {"", name}:
            reviewing = _model(settings, review_name, base_url)
            stack.push_async_callback(reviewing.close)
        embedding = embedder(settings, base_url)
        if embedding:
            stack.push_async_callback(embedding.close)
        yield Models(answering, reviewing, embedding, limit)


def _model(settings: Settings, name: str, base_url: str | None) -> OpenAIModel:
    return OpenAIModel(
        name,
        api_key=_key(settings),
        base_url=base_url,
        at_openai=settings.has_model and settings.at_openai,
        first_chunk_seconds=settings.model_first_chunk_seconds,
        chunk_seconds=settings.model_chunk_seconds,
    )


def embedder(settings: Settings, base_url: str | None) -> Embedder | None:
    """Return the model that knows what texts mean, if one is set. Raises StartError if it is not installed."""
    name = settings.embedding_model
    if not name:
        return None
    return LocalEmbedder() if name == LOCAL else OpenAIEmbedder(name, api_key=_key(settings), base_url=base_url)


async def _answering(settings: Settings) -> tuple[str, int | None]:
    """Return the name of the model that answers, and how many tokens it is known to take."""
    name, listed = settings.openai_model, None
    if not settings.at_openai and not name:
        listed = await _listed(settings)
        name = _only(settings, listed)
    elif not settings.at_openai and settings.context_tokens is None:
        listed = await _listed_at_once(settings)
    name = name or OPENAI_DEFAULT_MODEL
    limit = known_limit(name, listed)
    if settings.context_tokens is None and limit is not None and limit < LEAST_CONTEXT_TOKENS:
        log.warning(
            "the model takes so few tokens that instructions and tools fill most of them", model=name, tokens=limit
        )
    return name, limit


async def _listed(settings: Settings) -> Served:
    try:
        return await served(_key(settings), settings.openai_base_url)
    except KeyRefused as error:
        raise StartError(f"OPENAI_API_KEY was refused by {settings.openai_base_url}: copy it once more.") from error
    except ModelError as error:
        raise StartError(
            f"OPENAI_BASE_URL can't be used, as {settings.openai_base_url} doesn't say which models it has: start that "
            "server, check the address (most end in /v1), or set OPENAI_MODEL to the name of a model it has."
        ) from error


async def _listed_at_once(settings: Settings) -> Served | None:
    """Ask a server for its models; None if it doesn't tell at once, which is no reason not to start."""
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            return await served(_key(settings), settings.openai_base_url, retries=0)
    except (ModelError, TimeoutError):
        return None


def _only(settings: Settings, listed: Served) -> str:
    names = listed.models
    if len(names) != 1:
        offered = f"has {len(names)}: {', '.join(names[:20])}" if names else "has none yet"
        raise StartError(f"OPENAI_MODEL is not set. Which model shall answer? {settings.openai_base_url} {offered}.")
    return names[0]


def _key(settings: Settings) -> str:
    return settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
