"""Models offered by a server, and their context lengths."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import httpx2

from bot.model.failures import FAILURES, ReportedError, translated
from bot.model.openai_chat import client

_SECONDS: Final = 10.0
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

    @property
    def models(self) -> Sequence[str]:
        """Their names, in the server's order."""
        return list(self.limits)


def known_limit(model: str, served: Served | None) -> int | None:
    """Return a model's context length in tokens, from its server or from the table of OpenAI's older models."""
    limits = served.limits if served else {}
    only = next(iter(limits.values())) if len(limits) == 1 else None  # some servers answer to any name
    known = next((tokens for pattern, tokens in _OLDER if pattern.fullmatch(model)), None)
    return limits.get(model, only) or known


async def served(api_key: str, base_url: str | None, *, retries: int = 2) -> Served:
    """Ask a server, by default OpenAI's own, for its models. Raises ModelError."""
    async with client(api_key, base_url, timeout=_SECONDS, retries=retries) as server:
        try:
            response = await server.get("/models", cast_to=httpx2.Response)
            return Served(_limits(response.text), response.headers.get("date", ""))
        except FAILURES as error:
            raise translated(error) from error


def _limits(text: str) -> dict[str, int | None]:
    """Parse a list of models. Raises ReportedError for anything else: LM Studio answers any path with status 200."""
    listed = json.loads(text)
    models = listed.get("data") if isinstance(listed, dict) else listed  # Together sends the bare list
    if not isinstance(models, list):
        raise ReportedError(text)
    entries = [entry for entry in models if isinstance(entry, dict)]
    return {entry["id"]: _limit(entry) for entry in entries if isinstance(entry.get("id"), str)}


def _limit(entry: Mapping[str, object]) -> int | None:
    values = (_at(entry, place) for place in _PLACES)
    return next((int(tokens) for tokens in values if isinstance(tokens, int | float) and tokens >= 1), None)


def _at(value: object, place: Sequence[str]) -> object:
    for name in place:
        value = value.get(name) if isinstance(value, dict) else None
    return value
