"""What a server's errors mean for the user."""

import json
from collections.abc import Mapping

import httpx2
import openai

from bot import errors
from bot.messages import one_line

_LONGEST_WORDS = 300
_WORDINGS: tuple[tuple[tuple[str, ...], type[errors.ModelError]], ...] = (
    (
        (
            *("context length", "context_length", "context size", "context window", "maximum context", "is too long"),
            "context limit",  # Anthropic: input length and `max_tokens` exceed …
            "tokens exceed the configured limit",  # OpenAI: Input …
            "longer than the maximum model length",  # vLLM: The decoder prompt is …
            "max_tokens must be at least 1, got -",  # vLLM, before it had words for it
            "input is too large to process",  # llama-server, of a text that is to be embedded
            "maximum number of tokens allowed",  # Google: The input token count exceeds the …
            "request too large",  # OpenAI, Groq: more than may be sent in a minute, so that waiting does not help
        ),
        errors.ContextTooLong,
    ),
    (
        (
            "content_filter",
            "content_policy",
            "content management policy",
            "safety system",
            "was flagged",
            "been flagged",
        ),
        errors.ContentRefused,
    ),
    (
        (
            "not support tools",
            "not support function calling",
            "tool calling` is not supported",  # Groq
            "support tool use",  # OpenRouter: no endpoints found that …
            "--enable-auto-tool-choice",  # vLLM: … requires …
            "requires --jinja",  # llama-server: tools param …
        ),
        errors.ToolsRefused,
    ),
    (
        ("insufficient_quota", "exceeded your current quota", "check your plan and billing", "insufficient credits"),
        errors.QuotaExceeded,
    ),
    (("rate limit", "rate_limit"), errors.QuotaExceeded),
    (("unexpected endpoint",), errors.ServerUnreachable),  # LM Studio, with status 200, where `/v1` is missing
)
_TELLING = ("type", "error", "detail", "metadata")
_STATUSES: Mapping[object, type[errors.ModelError]] = {
    401: errors.KeyRefused,
    402: errors.QuotaExceeded,
    403: errors.KeyRefused,
    404: errors.UnknownModel,
    408: errors.ServerSilent,
    413: errors.ContextTooLong,
    429: errors.QuotaExceeded,
    504: errors.ServerSilent,
}
_KINDS: tuple[tuple[type[Exception], type[errors.ModelError]], ...] = (
    (openai.APITimeoutError, errors.ServerSilent),
    (httpx2.TimeoutException, errors.ServerSilent),
    (TimeoutError, errors.ServerSilent),
    (openai.APIConnectionError, errors.ServerUnreachable),
    (httpx2.RequestError, errors.ServerUnreachable),
)


class ReportedError(Exception):
    """An error that the server tells of in an answer that began well; `status` as HTTP's, if it gives one."""

    def __init__(self, words: str, status: object = None) -> None:
        super().__init__(words)
        self.status = status


FAILURES = (openai.OpenAIError, httpx2.RequestError, ReportedError, TimeoutError, ValueError, RecursionError)
"""What asking a server can raise; `understood` takes each of them."""


def understood(error: Exception) -> errors.ModelError:
    """Translate the client's errors into the situations a user can do something about.

    Servers agree on few codes, so what they say counts too: first of all that a request is too long or refused,
    which comes with many a status.
    """
    said = _said(error)
    for wordings, situation in _WORDINGS:
        if any(wording in said for wording in wordings):
            return situation()
    status = error.status if isinstance(error, ReportedError) else getattr(error, "status_code", None)
    if situation_of_status := _STATUSES.get(status):
        return situation_of_status()
    for kind, situation in _KINDS:
        if isinstance(error, kind):
            return situation()
    return errors.ModelError()


def refuses_caching(error: Exception) -> bool:
    """Tell whether a server refuses what a request says of its prompt cache.

    OpenAI's words for models that don't take it: "Unsupported parameter: 'prompt_cache_options' is not supported with
    this model." and "messages[0].content[0].prompt_cache_breakpoint is not supported on this model".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    return refused and "prompt_cache_" in _said(error)


def _said(error: Exception) -> str:
    """Return what a server said of an error, in small letters; the client tells but the message of most of it.

    LM Studio's error is a text; at OpenRouter its provider's own words stand in `metadata`.
    """
    body = getattr(error, "body", None)
    told = [body.get(name) for name in _TELLING] if isinstance(body, dict) else [body]
    return " ".join(str(it) for it in (getattr(error, "code", None), error, *told) if it).lower()


def is_error(answer: Mapping[str, object]) -> bool:
    """Tell whether what a server sent with status 200 is an error, in any of the shapes servers give it.

    `{"error": {"message", "code"}}` (OpenAI, OpenRouter, llama-server, vLLM), `{"error": "…"}` (Ollama, LM Studio),
    `{"object": "error", "message", "code"}` (older vLLM), `{"error_message": "…"}` (Venice).
    """
    return bool(answer.get("error") or answer.get("error_message")) or answer.get("object") == "error"


def reported_in(data: str) -> ReportedError:
    """Return the error that a server's words tell of, JSON or not."""
    try:
        told = json.loads(data)
    except ValueError:
        return ReportedError(data)
    told = told.get("error", told) if isinstance(told, dict) else told
    if not isinstance(told, dict):
        return ReportedError(str(told))
    message = told.get("message") or told.get("error_message")
    besides = ", ".join(str(told[name]) for name in ("code", *_TELLING) if told.get(name))
    return ReportedError(f"{message or data} ({besides})", told.get("code"))


def words_of(error: Exception) -> str:
    """Return what the server itself said of an error, on one line; empty if it said nothing."""
    cause = error.__cause__
    body = getattr(cause, "body", None)
    said = body.get("message") if isinstance(body, dict) else body
    return one_line(str(said or cause or ""))[:_LONGEST_WORDS]
