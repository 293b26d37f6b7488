"""Models offered by a server, and their context lengths."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date as Date  # noqa: N812 - `date` is a field of what is served
from typing import Final

import httpx2

from bot.model.failures import FAILURES, ReportedError, translated
from bot.model.openai_model import client

_PLACES: Final = (
    ("max_model_len",),  # vLLM
    ("meta", "n_ctx"),  # llama-server: what it runs with
    ("meta", "n_ctx_train"),
    ("top_provider", "context_length"),  # OpenRouter: of the provider it prefers
    ("context_length",),  # OpenRouter, Together
    ("loaded_context_length",),  # LM Studio: what it runs with
    ("max_context_length",),
    ("context_window",),  # Groq
)
"""Places of the context length in a model's entry. The first one found counts."""
_OTHER_WORK: Final = re.compile(
    r"embed|whisper|transcri|\btts|speech|dall-e|sora|image|audio|realtime|rerank|moderation|guard|babbage|davinci",
    re.IGNORECASE,
)
_OLDER: Final = (
    (re.compile(r"(?:ft:)?gpt-4(?:-\d{4})?(?::.*)?"), 8_192),
    (re.compile(r"(?:ft:)?gpt-3\.5-turbo(?:-\d{4})?(?::.*)?"), 16_385),
)
"""Context lengths in tokens of OpenAI's older models (https://platform.openai.com/docs/models)."""


@dataclass(frozen=True, slots=True)
class Served:
    """The models of a server with their context lengths in tokens (None: unknown), and its answer's Date header."""

    limits: Mapping[str, int | None]
    date: str = ""
    calls_tools: Mapping[str, bool] = field(default_factory=dict)
    """Whether a model calls tools, as far as the server says."""
    shutdown_dates: Mapping[str, Date] = field(default_factory=dict)
    """The days on which models are shut down, as far as the server says."""

    @property
    def models(self) -> Sequence[str]:
        """Their names, in the server's order."""
        return list(self.limits)

    @property
    def chat_models(self) -> Sequence[str]:
        """The names of those that chat, as far as a name tells."""
        return [model for model in self.limits if not _OTHER_WORK.search(model)]


def known_limit(model: str, served: Served | None) -> int | None:
    """Return a model's context length in tokens, from its server or from the table of OpenAI's older models."""
    limits = served.limits if served else {}
    only = next(iter(limits.values())) if len(limits) == 1 else None  # some servers answer to any name
    known = next((tokens for pattern, tokens in _OLDER if pattern.fullmatch(model)), None)
    return limits.get(model, only) or known


async def served(api_key: str, base_url: str | None, *, retries: int = 2) -> Served:
    """Ask a server, by default OpenAI's own, for its models. Raises ModelError."""
    async with client(api_key, base_url, timeout=10.0, retries=retries) as server:
        try:
            response = await server.get("/models", cast_to=httpx2.Response)
            entries = {str(entry["id"]): entry for entry in _entries(response.text)}
        except FAILURES as error:
            raise translated(error) from error
    return Served(
        limits={model: _limit(entry) for model, entry in entries.items()},
        date=response.headers.get("date", ""),
        calls_tools={model: calls for model, it in entries.items() if (calls := _calls_tools(it)) is not None},
        shutdown_dates={model: day for model, entry in entries.items() if (day := _shutdown_date(entry))},
    )


def _entries(text: str) -> list[dict[str, object]]:
    """Parse a list of models. Raises ReportedError for anything else: LM Studio answers any path with status 200."""
    listed = json.loads(text)
    models = listed.get("data") if isinstance(listed, dict) else listed  # Together sends the bare list
    if not isinstance(models, list):
        raise ReportedError(text)
    return [entry for entry in models if isinstance(entry, dict) and isinstance(entry.get("id"), str)]


def _calls_tools(entry: Mapping[str, object]) -> bool | None:
    """Return whether a model calls tools: OpenRouter and Mistral say so; None where the server doesn't."""
    if isinstance(parameters := entry.get("supported_parameters"), list):
        return "tools" in parameters
    capabilities = entry.get("capabilities")
    if isinstance(capabilities, dict) and isinstance(calls := capabilities.get("function_calling"), bool):
        return calls
    return None


def _shutdown_date(entry: Mapping[str, object]) -> Date | None:
    """Return the day on which a model is shut down: OpenAI says so, in the form YYYY-MM-DD."""
    with suppress(ValueError):
        return Date.fromisoformat(str(entry.get("shutdown_date")))
    return None


def _limit(entry: Mapping[str, object]) -> int | None:
    values = (_at(entry, place) for place in _PLACES)
    return next((int(tokens) for tokens in values if isinstance(tokens, int | float) and tokens >= 1), None)


def _at(value: object, place: Sequence[str]) -> object:
    for name in place:
        value = value.get(name) if isinstance(value, dict) else None
    return value
