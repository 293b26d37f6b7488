"""The model and its server."""

import asyncio
from typing import Final

from bot import errors
from bot.command_line.doctor.report import Finding, Mark, Tell, shown
from bot.command_line.doctor.surroundings import Clocks
from bot.model.check import calls_a_tool, speak
from bot.model.choice import context_tokens
from bot.model.failures import words_of
from bot.model.listing import Served, known_limit, served
from bot.model.openai_chat import OpenAIModel
from bot.settings import LEAST_CONTEXT_TOKENS, OPENAI_DEFAULT_MODEL, OPENAI_URL, Settings

ANSWER_SECONDS: Final = 60.0
"""The model's time for each question, and for each part of its answer: one that is being loaded takes long."""
_MODELS_NAMED: Final = 5


async def model(settings: Settings, clocks: Clocks, tell: Tell) -> None:
    """Look at the model: whether it is reached and served, whether it streams, calls tools, and counts its tokens."""
    if not settings.has_model:
        tell(Finding(Mark.OK, "model", "the practice model: neither OPENAI_API_KEY nor OPENAI_BASE_URL is set"))
        return
    address = shown(settings.openai_base_url or OPENAI_URL)
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    seen = None
    try:
        seen = await served(key, settings.openai_base_url)
    except (errors.KeyRefused, errors.QuotaExceeded, errors.ServerUnreachable, errors.ServerSilent) as error:
        _give_up(Finding(Mark.PROBLEM, "model", failure(error, address, "")), tell)
        return
    except errors.ModelError as error:
        if not settings.openai_model and not settings.at_openai:
            way_out = "check OPENAI_BASE_URL (most end in /v1), or set OPENAI_MODEL"
            said = _said(error)
            _give_up(
                Finding(Mark.PROBLEM, "model", f"{address} doesn't say which models it has{said}: {way_out}"), tell
            )
            return
    if seen:
        clocks.compare("the model server's", seen.date)
    name = settings.openai_model or (OPENAI_DEFAULT_MODEL if settings.at_openai else _only(seen))
    if not name:
        found = f"OPENAI_MODEL is not set, and {address} has {_models(seen)}"
        _give_up(Finding(Mark.PROBLEM, "model", f"{found}: set it to one of a model that can call tools"), tell)
        return
    tell(_listed(name, seen, address))
    if settings.review_model:
        tell(_review_model(settings.review_model, seen, address))
    tell(_budget(settings, known_limit(name, seen)))
    await _questions(settings, name, address, tell)


def _only(seen: Served | None) -> str:
    return seen.models[0] if seen and len(seen.models) == 1 else ""


def _models(seen: Served | None) -> str:
    names = seen.models if seen else ()
    more = f" and {len(names) - _MODELS_NAMED} more" if len(names) > _MODELS_NAMED else ""
    return f"{', '.join(names[:_MODELS_NAMED])}{more}" if names else "no model yet"


def _listed(name: str, seen: Served | None, address: str) -> Finding:
    if seen is None:
        return Finding(Mark.OK, "model", f"{name} at {address}, which doesn't list its models")
    if name in seen.models:
        return Finding(Mark.OK, "model", f"{name} at {address}")
    # Ollama takes a name without its tag, others take aliases: the answer decides.
    found = f"{name} is not among what {address} lists ({_models(seen)})"
    return Finding(Mark.WARNING, "model", f"{found}: check OPENAI_MODEL, unless it answers below")


def _review_model(name: str, seen: Served | None, address: str) -> Finding:
    if seen is None or name in seen.models:
        return Finding(Mark.OK, "summaries", f"{name} writes them")
    found = f"{name} is not among what {address} lists ({_models(seen)})"
    return Finding(Mark.WARNING, "summaries", f"{found}: check REVIEW_MODEL, or leave it out")


def _budget(settings: Settings, limit: int | None) -> Finding:
    """Tell how many tokens a prompt may take, and why."""
    tokens = context_tokens(settings, limit)
    found = f"a prompt takes up to {tokens:,} tokens"
    if limit is not None and tokens > limit:
        way_out = "lower CONTEXT_TOKENS, or let its server run it with more"
        return Finding(Mark.WARNING, "context", f"{found}, but the model no more than {limit:,}: {way_out}")
    if tokens < LEAST_CONTEXT_TOKENS:
        way_out = "instructions and tools fill most of them: let its server run the model with more"
        return Finding(Mark.WARNING, "context", f"{found}, as the model does: {way_out}")
    return Finding(Mark.OK, "context", f"{found}, {_why(settings, limit, tokens)}")


def _why(settings: Settings, limit: int | None, tokens: int) -> str:
    if settings.context_tokens:
        return "as CONTEXT_TOKENS says"
    if tokens == limit:
        return "as the model does"
    if limit is None and not settings.at_openai:
        return "as its server doesn't say how many the model takes: if fewer, set CONTEXT_TOKENS"
    return "unless CONTEXT_TOKENS says otherwise"


def _give_up(finding: Finding, tell: Tell) -> None:
    tell(finding)
    for subject in ("context", "streaming", "tools", "usage"):
        tell(Finding(Mark.SKIPPED, subject, "not asked, as the model can't be"))


async def _questions(settings: Settings, name: str, address: str, tell: Tell) -> None:
    """Ask through the bot's own adapter."""
    adapter = OpenAIModel(
        name,
        api_key=settings.openai_api_key.get_secret_value() if settings.openai_api_key else "",
        base_url=settings.openai_base_url,
        at_openai=settings.at_openai,
        first_chunk_seconds=min(settings.model_first_chunk_seconds, ANSWER_SECONDS),
        chunk_seconds=min(settings.model_chunk_seconds, ANSWER_SECONDS),
    )
    try:
        await _ask(adapter, address, tell)
    finally:
        await adapter.close()


async def _ask(adapter: OpenAIModel, address: str, tell: Tell) -> None:
    try:
        async with asyncio.timeout(2 * ANSWER_SECONDS):
            spoken = await speak(adapter)
    except (errors.ModelError, TimeoutError) as error:
        tell(Finding(Mark.PROBLEM, "streaming", failure(error, address, adapter.name)))
        for subject in ("tools", "usage"):
            tell(Finding(Mark.SKIPPED, subject, "not asked, as the model didn't answer"))
        return
    if spoken.grew:
        tell(Finding(Mark.OK, "streaming", "its answer arrived piece by piece"))
    else:
        way_out = "look for a proxy that holds it back; the bot works, but shows no answer as it grows"
        tell(Finding(Mark.WARNING, "streaming", f"its answer came all at once: {way_out}"))
    tell(await _tools(adapter, address))
    counted = f"{spoken.usage.input_tokens} tokens in, {spoken.usage.output_tokens} out for the first question"
    tell(Finding(Mark.OK, "usage", counted if spoken.usage.input_tokens else "it counts no tokens: they are estimated"))


async def _tools(adapter: OpenAIModel, address: str) -> Finding:
    way_out = "it can't store or change memories, but /memory add works; set OPENAI_MODEL to one that can call tools"
    try:
        async with asyncio.timeout(2 * ANSWER_SECONDS):
            called = await calls_a_tool(adapter)
    except (errors.ModelError, TimeoutError) as error:
        return Finding(Mark.WARNING, "tools", f"asked to call one, {failure(error, address, adapter.name)}")
    if called:
        return Finding(Mark.OK, "tools", "it called the one it was asked to")
    why = "it didn't call the one it was asked to" if adapter.takes_tools else "its server takes none for this model"
    return Finding(Mark.WARNING, "tools", f"{why}: {way_out}")


def failure(error: errors.ModelError | TimeoutError, address: str, name: str, *, setting: str = "OPENAI_MODEL") -> str:
    """Tell what went wrong with the server of the model that a setting names, and what to do."""
    match error:
        case errors.KeyRefused():
            return f"{address} refused the key: copy OPENAI_API_KEY once more"
        case errors.QuotaExceeded():
            return f"{address} says that the quota or rate limit is used up: check your plan there"
        case errors.UnknownModel():
            return f"{address} doesn't know the model {name}: check {setting}, and that OPENAI_BASE_URL is right"
        case errors.ServerUnreachable():
            ours = "check this machine's connection"
            theirs = "check that it runs, and OPENAI_BASE_URL (most end in /v1)"
            return f"{address} can't be reached: {ours if address == OPENAI_URL else theirs}"
        case errors.ServerSilent() | TimeoutError():
            return f"{address} gave no whole answer in time: it may be loading the model; try once more in a minute"
        case _:
            return f"{address} failed{_said(error)}: look into its log"


def _said(error: Exception) -> str:
    words = words_of(error)
    return f" ({words})" if words else ""
