"""The models, and their servers."""

import asyncio
from base64 import b85decode
from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import Final

from bot.cli.doctor.report import Setup, bare_address
from bot.cli.onboarding.servers import ANSWER_SECONDS, calls_a_tool, counts_to_ten, explained
from bot.kit.errors import (
    KeyRefused,
    ModelError,
    NotHeard,
    NotSpoken,
    QuotaExceeded,
    ServerSilent,
    ServerUnreachable,
    StartError,
)
from bot.kit.findings import Finding, ok, problem, warning
from bot.kit.language import date
from bot.kit.settings import LEAST_CONTEXT_TOKENS, OPENAI_URL, Settings
from bot.model.choice import context_tokens, embedder, models, speaker, transcriber
from bot.model.embeddings import LOCAL
from bot.model.listing import Served, known_limit, served
from bot.model.openai_model import OpenAIModel
from bot.model.speech import OpenAISpeaker
from bot.model.transcription import Transcriber
from bot.turns.store.vectors import MOST_DIMENSIONS

_MODELS_NAMED: Final = 5
_SILENCE: Final = b85decode(
    "PiJRS00IC2000000003100000004w+*(3oIPjGc}NM&JU0RaF2fV%(y0000_XJ=CY0000000000009610096103{RtIsqb2aCLK3VP|s)0001R"
    "a$#e1X=7yp000060000~NmNWlJx^z6Qvd{jy8r+H00001000020002#R5Qjh0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC"
    "0|NsC0|NsC0|WT~{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?"
    "`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?"
)
"""A second of silence in Ogg Opus."""


async def model(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the server has the model, and whether it streams, calls tools and counts tokens."""
    settings = setup.settings
    if not settings.has_model:
        yield ok("model", "practice model (neither OPENAI_API_KEY nor OPENAI_BASE_URL is set)")
        return
    address = _server_address(settings)
    listed = await _listed(setup, address)
    async with models(settings.model_copy(update={"embedding_model": ""})) as chosen:
        name, other = chosen.answering.name, settings.review_model
        for subject, each, setting in (("model", name, "OPENAI_MODEL"), ("summaries", other, "REVIEW_MODEL")):
            if each and listed and each not in listed.models:  # it may still work: Ollama takes a name without its tag
                yield warning(subject, f"{address} lists {_first_names(listed)}, but not {each}. Check {setting}.")
            elif each:
                yield ok(subject, f"{each} at {address}")
        for finding in _shutdowns(settings, name, listed):
            yield finding
        yield _budget(settings, known_limit(name, listed))
        async for finding in _test_answers(chosen.answering, address):
            yield finding


async def embedding(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the embedding model answers, if one is set, and whether its vectors can be stored."""
    settings, name = setup.settings, setup.settings.embedding_model
    if name and name != LOCAL and not settings.has_model:
        yield ok("embeddings", f"{name}, replaced by the practice model")
    elif asked := embedder(settings, settings.openai_base_url):
        way_out = "Until EMBEDDING_MODEL works, search goes by words only."
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                (vector,) = await asked.embed(["What do you remember?"], are_queries=True)
        except (ModelError, TimeoutError) as error:
            yield warning("embeddings", f"{name}: {_failure(error, _server_address(settings))} {way_out}")
            return
        finally:
            await asked.close()
        found = f"{name}, {len(vector):,} dimensions"
        if len(vector) > MOST_DIMENSIONS:
            found = f"{found}, but at most {MOST_DIMENSIONS:,} can be stored. Choose another model."
            yield warning("embeddings", f"{found} {way_out}")
        else:
            yield ok("embeddings", found)


def _server_address(settings: Settings) -> str:
    """Return the address of the model's server."""
    return bare_address(settings.openai_base_url or OPENAI_URL)


def _failure(error: Exception, address: str) -> str:
    """Return what went wrong at the model's server, and which setting to check."""
    return explained(error, address, key="OPENAI_API_KEY", address="OPENAI_BASE_URL")


async def _listed(setup: Setup, address: str) -> Served | None:
    """Return the server's models, or None if it doesn't list them. Raises StartError if it doesn't answer."""
    try:
        listed = await served(setup.settings.api_key, setup.settings.openai_base_url)
    except (KeyRefused, QuotaExceeded, ServerUnreachable, ServerSilent) as error:
        raise StartError(_failure(error, address)) from error
    except ModelError:
        return None
    setup.compare_clocks("the model server's", listed.date)
    return listed


def _first_names(listed: Served) -> str:
    more = len(listed.models) - _MODELS_NAMED
    named = ", ".join(listed.models[:_MODELS_NAMED]) or "no models"
    return f"{named} and {more} more" if more > 0 else named


def _shutdowns(settings: Settings, name: str, listed: Served | None) -> Sequence[Finding]:
    """Return a warning for each model in use that its provider is to shut down, the answering one by its `name`."""
    days = listed.shutdown_dates if listed else {}
    in_use = (
        ("model", name, "OPENAI_MODEL"),
        ("summaries", settings.review_model, "REVIEW_MODEL"),
        ("pictures", settings.vision_model, "VISION_MODEL"),
        ("embeddings", settings.embedding_model, "EMBEDDING_MODEL"),
        ("transcripts", "" if settings.transcription_base_url else settings.transcription_model, "TRANSCRIPTION_MODEL"),
        ("speech", "" if settings.speech_base_url else settings.speech_model, "SPEECH_MODEL"),
    )
    return [
        warning(subject, f"{each} is shut down by its provider on {date(days[each])}. Set {setting} to another model.")
        for subject, each, setting in in_use
        if each in days
    ]


def _budget(settings: Settings, limit: int | None) -> Finding:
    """Return the size of a prompt, and the reason for it."""
    tokens = context_tokens(settings, limit)
    found = f"prompts of up to {tokens:,} tokens"
    if limit is not None and tokens > limit:
        way_out = "Lower CONTEXT_TOKENS, or run the model with a larger context."
        return warning("context", f"{found}, but the model takes at most {limit:,}. {way_out}")
    if tokens < LEAST_CONTEXT_TOKENS:
        way_out = "Instructions and tools fill most of it. Run the model with a larger context."
        return warning("context", f"{found}, the model's limit. {way_out}")
    if settings.context_tokens:
        reason = "set by CONTEXT_TOKENS"
    elif limit:
        reason = "the model's limit" if tokens == limit else "the default"
    else:
        reason = "the default: the server reports no limit. If the model takes fewer, set CONTEXT_TOKENS."
    return ok("context", f"{found}, {reason}")


async def _test_answers(adapter: OpenAIModel, address: str) -> AsyncIterator[Finding]:
    """Ask two questions, as the bot does."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            grew, usage = await counts_to_ten(adapter)
    except (ModelError, TimeoutError) as error:
        yield problem("streaming", _failure(error, address))
        return
    if grew:
        yield ok("streaming", "the answer arrived in pieces")
    else:
        way_out = "The bot works, but shows no answers while they are written. Check for a proxy that buffers them."
        yield warning("streaming", f"the answer arrived all at once. {way_out}")
    yield await _test_tools(adapter, address)
    tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
    yield ok("usage", tokens if usage.input_tokens else "estimated: the server counts no tokens")


async def _test_tools(adapter: OpenAIModel, address: str) -> Finding:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            if await calls_a_tool(adapter):
                return ok("tools", "the model called a tool")
    except (ModelError, TimeoutError) as error:
        return warning("tools", _failure(error, address))
    why = "the model didn't call a tool" if adapter.takes_tools else "the server takes no tools for this model"
    way_out = "It can't store or change memories, but /memory add works. Set OPENAI_MODEL to one that can call tools."
    return warning("tools", f"{why}. {way_out}")


async def voice(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the models that transcribe and speak answer, as far as they are set."""
    settings = setup.settings
    if heard := transcriber(settings):
        yield await _answers("transcripts", heard, heard.transcribe(_SILENCE), heard.name)
    if spoken := speaker(settings):
        voice = f"{spoken.name}, voice {settings.speech_voice}"
        yield await _answers("speech", spoken, spoken.speak("Hello."), voice)


async def _answers(subject: str, asked: Transcriber | OpenAISpeaker, answer: Awaitable[object], found: str) -> Finding:
    """Wait for an answer, close what was asked, and return what was found, or what went wrong."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await answer
    except (NotHeard, NotSpoken, TimeoutError) as error:
        why = str(error).partition(" Your recording")[0] or "it gave no answer in time"
        return warning(subject, f"{asked.name}: {why}")
    finally:
        await asked.close()
    return ok(subject, found)
