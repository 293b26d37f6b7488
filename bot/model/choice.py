"""The models in use, those that may answer in their place, and the size of their prompts in tokens."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import structlog

from bot.kit.errors import KeyRefused, ModelError, ServerSilent, ServerUnreachable, StartError
from bot.kit.files import Files
from bot.kit.setting_forms import FallbackModel
from bot.kit.settings import (
    DEFAULT_CONTEXT_TOKENS,
    LEAST_CONTEXT_TOKENS,
    OPENAI_DEFAULT_MODEL,
    OPENAI_URL,
    Settings,
    has_responses,
)
from bot.model.dialect import Api
from bot.model.embeddings import LOCAL, Embedder, LocalEmbedder, OpenAIEmbedder
from bot.model.listing import Served, known_limit, served
from bot.model.openai_model import OpenAIModel
from bot.model.refused_parts import Refusals
from bot.model.speech import OpenAISpeaker
from bot.model.transcription import LocalTranscriber, OpenAITranscriber, Transcriber

PRACTICE_MODEL: Final = "practice"
LIMIT_SECONDS: Final = 2.0
"""Seconds the start waits for a server's context length."""
LISTED_SECONDS: Final = 60.0
"""Seconds for which a server's list of models is kept."""
WAIT_SECONDS: Final = 4.0
"""Seconds in which a server lists its models."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Fallback:
    """A model that answers where others fail, and its context length in tokens, if that is known."""

    model: OpenAIModel
    known_limit: int | None = None


class Choices:
    """The models that may answer: one and its `fallbacks`, and with `make` any; `listed` asks the server for them."""

    def __init__(
        self,
        configured: OpenAIModel,
        make: Callable[[str], OpenAIModel] | None = None,
        listed: Callable[[], Awaitable[Served]] | None = None,
        fallbacks: Sequence[Fallback] = (),
    ) -> None:
        self.configured = configured
        self.fallbacks = fallbacks
        self._make = make
        self._listed = listed
        self._made: dict[str, OpenAIModel] = {}
        self._served_at = 0.0  # by the monotonic clock
        self.served: Served | None = None
        """The server's models as they were last listed; None if it could not be asked."""

    def named(self, name: str | None) -> OpenAIModel:
        """Return a model by its name, the configured one without."""
        if self._make is None or name is None or name == self.configured.name:
            return self.configured
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    async def refresh(self) -> None:
        """Ask the server for its models, unless it listed them in the last LISTED_SECONDS."""
        if self.served is None or time.monotonic() >= self._served_at + LISTED_SECONDS:
            self.served = await self.ask()
            self._served_at = time.monotonic()

    async def ask(self) -> Served | None:
        """Ask the server for its models; None if it doesn't list them within WAIT_SECONDS."""
        if self._listed is None:
            return None
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._listed()
        except (ModelError, TimeoutError) as error:
            log.debug("the server doesn't list its models", error=type(error).__name__)
            return None

    async def close(self) -> None:
        """Close the connections of all models but the configured one."""
        for model in self._made.values():
            await model.close()


@dataclass(frozen=True, slots=True)
class Models:
    """The models for answers, for summaries and reviews, and, if any, for embeddings, pictures, transcripts and speech.

    Users may choose another answering model among the `choices`. `known_limit` is the context length of the configured
    one in tokens, if known. `refusals` holds what their servers refuse.
    """

    answering: OpenAIModel
    reviewing: OpenAIModel
    choices: Choices | None = None
    embedding: Embedder | None = None
    known_limit: int | None = None
    vision: OpenAIModel | None = None
    transcribing: Transcriber | None = None
    speaking: OpenAISpeaker | None = None
    refusals: Refusals = field(default_factory=Refusals)


def context_tokens(settings: Settings, limit: int | None) -> int:
    """Return the budget of a prompt in tokens, given the model's known context length."""
    return settings.context_tokens or min(DEFAULT_CONTEXT_TOKENS, limit or DEFAULT_CONTEXT_TOKENS)


def context_tokens_of_other(settings: Settings, limit: int | None) -> int:
    """Return the budget of a prompt in tokens for a model that a user chose, given its known context length."""
    usual = settings.context_tokens or DEFAULT_CONTEXT_TOKENS
    return min(usual, limit or usual)


@asynccontextmanager
async def models(settings: Settings, address: str | None = None) -> AsyncIterator[Models]:
    """Yield the configured models, served at `address` if given. Raises StartError.

    If the settings name no model, the practice model is expected at `address`. Without an address, models only render
    requests.
    """
    name, review_name, limit = PRACTICE_MODEL, "", None
    if settings.has_model:
        name, limit = await _answering(settings)
        review_name = settings.review_model
    base_url, refusals = address or settings.openai_base_url, Refusals()
    model = partial(
        OpenAIModel,
        api_key=settings.api_key,
        base_url=base_url,
        at_openai=settings.has_model and settings.at_openai,
        preferred=Api.RESPONSES if settings.has_model and settings.speaks_responses else Api.CHAT,
        refusals=refusals,
        first_chunk_seconds=settings.model_first_chunk_seconds,
        chunk_seconds=settings.model_chunk_seconds,
        picture=Files(settings.files_folder).get,
    )
    answering = model(name)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(answering.close)
        fallbacks = await asyncio.gather(
            *(_fallback(settings, fallback, base_url, model) for fallback in settings.openai_fallbacks)
        )
        made = Models(
            answering,
            reviewing=answering if review_name in {"", name} else model(review_name),
            choices=Choices(answering, model, partial(served, settings.api_key, base_url, retries=0), fallbacks),
            embedding=embedder(settings, base_url),
            known_limit=limit,
            vision=None if settings.vision_model in {"", name} else model(settings.vision_model),
            transcribing=transcriber(settings, address),
            speaking=speaker(settings, address),
            refusals=refusals,
        )
        others = (made.reviewing, made.choices, made.embedding, made.vision, made.transcribing, made.speaking)
        for closing in (*(fallback.model for fallback in fallbacks), *others):
            if closing and closing is not answering:
                stack.push_async_callback(closing.close)
        yield made


def embedder(settings: Settings, base_url: str | None) -> Embedder | None:
    """Return the embedding model, or None if none is set. Raises StartError if it is not installed."""
    name = settings.embedding_model
    if not name:
        return None
    return LocalEmbedder() if name == LOCAL else OpenAIEmbedder(name, api_key=settings.api_key, base_url=base_url)


def transcriber(settings: Settings, address: str | None = None) -> Transcriber | None:
    """Return the transcription model, if any, whose server may be at an `address`. Raises StartError."""
    name, url = settings.transcription_model, settings.transcription_base_url
    if name == LOCAL or name.startswith(("/", "~", ".")):
        return LocalTranscriber(name)
    name = _audio_model(settings, address, url, name, at_openai="gpt-transcribe", elsewhere="whisper-1")
    if not name:
        return None
    base_url, seconds = url or address or settings.openai_base_url, settings.model_first_chunk_seconds
    return OpenAITranscriber(name, api_key=settings.transcription_key, base_url=base_url, seconds=seconds)


def speaker(settings: Settings, address: str | None = None) -> OpenAISpeaker | None:
    """Return the model that speaks, or None if none is set; the model's server may be reached at an `address`.

    OpenAI's models for `audio/speech` end in January 2027 (https://developers.openai.com/api/docs/deprecations).
    """
    url = settings.speech_base_url
    name = _audio_model(settings, address, url, settings.speech_model, at_openai="gpt-audio-1.5", elsewhere="tts-1")
    if not name:
        return None
    base_url = url or address or settings.openai_base_url
    return OpenAISpeaker(name, settings.speech_voice, api_key=settings.speech_key, base_url=base_url)


def _audio_model(
    settings: Settings, address: str | None, url: str | None, name: str, *, at_openai: str, elsewhere: str
) -> str:
    """Return the name of an audio model; without a `name`, its usual one `at_openai` or at a `url` of one's own."""
    if url:
        return name or elsewhere
    if not settings.has_model:
        return PRACTICE_MODEL if address else ""
    return name or (at_openai if settings.at_openai else "")


async def warn_if_unreachable(settings: Settings) -> None:
    """Log one warning if the model's server can't be reached or refuses the key: no message is answered until then."""
    try:
        if settings.has_model:
            await served(settings.api_key, settings.openai_base_url, retries=0)
    except (ServerUnreachable, ServerSilent, KeyRefused) as error:
        log.warning("the model can't answer yet", server=settings.openai_base_url or OPENAI_URL, reason=error.cause)
    except ModelError:
        return  # it is there, though it lists no models


async def _answering(settings: Settings) -> tuple[str, int | None]:
    """Return the answering model's name and its context length in tokens, if known."""
    name, listed = settings.openai_model, None
    if not settings.at_openai and not (name and settings.context_tokens):
        listed = await _listed(settings)
    if not settings.at_openai and not name:
        names = listed.models if listed else []
        if len(names) != 1:
            offered = f"has {len(names)}: {', '.join(names[:20])}" if names else "has none yet"
            raise StartError(
                f"OPENAI_MODEL is not set. Choose the model that answers: {settings.openai_base_url} {offered}."
            )
        name = names[0]
    name = name or OPENAI_DEFAULT_MODEL
    limit = known_limit(name, listed)
    if settings.context_tokens is None and limit is not None and limit < LEAST_CONTEXT_TOKENS:
        log.warning(
            "the model takes so few tokens that instructions and tools fill most of them", model=name, tokens=limit
        )
    return name, limit


async def _fallback(
    settings: Settings, wanted: FallbackModel, own_url: str | None, model: Callable[..., OpenAIModel]
) -> Fallback:
    """Return a fallback, with its context length as far as its server says so in time."""
    base_url = wanted.base_url or own_url
    own_key = settings.api_key if base_url == own_url else ""
    key = wanted.key.get_secret_value() if wanted.key else own_key
    at_openai, listed = urlsplit(base_url or OPENAI_URL).hostname == urlsplit(OPENAI_URL).hostname, None
    if not at_openai:
        with suppress(ModelError, TimeoutError):
            async with asyncio.timeout(LIMIT_SECONDS):
                listed = await served(key, base_url, retries=0)
    speaks_responses = has_responses(base_url) if wanted.base_url else settings.speaks_responses
    preferred = Api.RESPONSES if speaks_responses else Api.CHAT
    made = model(wanted.name, api_key=key, base_url=base_url, at_openai=at_openai, preferred=preferred)
    return Fallback(made, known_limit(wanted.name, listed))


async def _listed(settings: Settings) -> Served | None:
    """Ask a server for its models; None if a model is set and the server doesn't answer in time. Raises StartError."""
    is_set = bool(settings.openai_model)
    try:
        async with asyncio.timeout(LIMIT_SECONDS if is_set else None):
            return await served(settings.api_key, settings.openai_base_url, retries=0 if is_set else 2)
    except (ModelError, TimeoutError) as error:
        if is_set:
            return None
        if isinstance(error, KeyRefused):
            raise StartError(f"OPENAI_API_KEY was refused by {settings.openai_base_url}. Copy it again.") from error
        raise StartError(
            f"OPENAI_BASE_URL: {settings.openai_base_url} doesn't list its models. Start that server, check the "
            "address (most end in /v1), or set OPENAI_MODEL to one of its models."
        ) from error
