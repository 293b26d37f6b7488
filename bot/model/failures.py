"""What a server's errors mean for the user."""

import json
import re
from collections.abc import Mapping
from typing import Final

import httpx2
import openai

from bot import errors
from bot.model.too_long import too_long
from bot.values import one_line

_LONGEST_WORDS = 300
_PHRASES: tuple[tuple[tuple[str, ...], type[errors.ModelError]], ...] = (
    (
        (
            *("context length", "context_length", "context size", "context window", "maximum context", "is too long"),
            "exceed_context_size_error",  # llama-server
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
        ("insufficient_quota", "exceeded your current quota", "check your plan and billing", "insufficient credits"),
        errors.QuotaExceeded,
    ),
    (("rate limit", "rate_limit"), errors.QuotaExceeded),
    (("unexpected endpoint",), errors.ServerUnreachable),  # LM Studio, with status 200, where `/v1` is missing
)
_NO_TOOLS = re.compile(
    r"(?:the |this )?(?:model )?\S+ does not support (?:tools|tool calling|function calling)\.?"  # Ollama, DeepSeek
    r"|`tool calling` is not supported with this model\.?"  # Groq
    r"|no endpoints found that support tool use\..*"  # OpenRouter
    r'|"auto" tool choice requires --enable-auto-tool-choice.*'  # vLLM
    r"|tools param requires --jinja.*"  # llama-server
)
"""The whole message of a server that takes no tools for a model; such words among others may be the user's."""
_UNSUPPORTED: Final = "unsupported_parameter"
_PASSING = (errors.ModelError, errors.ServerUnreachable, errors.ServerSilent)
_TIMEOUTS = (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError)
_SERVER_ERROR: Final = 500
_SECONDS: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_LONGEST_PAUSE_SECONDS: Final = 60.0
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
    *((kind, errors.ServerSilent) for kind in _TIMEOUTS),
    (openai.APIConnectionError, errors.ServerUnreachable),
    (httpx2.RequestError, errors.ServerUnreachable),
)


class ReportedError(Exception):
    """An error that the server tells of in an answer that began well; `status` as HTTP's, if it gives one."""

    def __init__(self, words: str, told: Mapping[str, object] | None = None) -> None:
        super().__init__(words)
        self.told = told or {}
        self.status = self.told.get("code")


FAILURES = (openai.OpenAIError, httpx2.RequestError, ReportedError, TimeoutError, ValueError, RecursionError)
"""What asking a server can raise; `understood` takes each of them."""


def understood(error: Exception) -> errors.ModelError:
    """Translate the client's errors into the situations a user can do something about.

    Servers agree on few codes, so what they say counts too: first of all that a request is too long or refused,
    which comes with many a status.
    """
    if _refuses_tools(error):
        return errors.ToolsRefused()
    said = _said(error)
    for phrases, situation in _PHRASES:
        if any(phrase in said for phrase in phrases):
            return too_long(_body(error), said) if situation is errors.ContextTooLong else situation()
    if situation_of_status := _STATUSES.get(_status(error)):
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


def retry_pause(failure: errors.ModelError, usual_seconds: float) -> float | None:
    """Return how many seconds to wait before a request that failed is made again; None if that would not help.

    It may where the server broke, or the connection to it, and where a rate limit says when (RFC 9110, Retry-After).
    """
    cause = failure.__cause__
    if isinstance(failure, errors.QuotaExceeded) and isinstance(cause, openai.RateLimitError):
        told = _SECONDS.fullmatch(cause.response.headers.get("retry-after", ""))
        return float(told[0]) if told and float(told[0]) <= _LONGEST_PAUSE_SECONDS else None
    return usual_seconds if _is_passing(failure, cause) else None


def _is_passing(failure: errors.ModelError, cause: BaseException | None) -> bool:
    """Tell whether a failure may be over in a moment; a server that took too long has had its time."""
    if type(failure) not in _PASSING or isinstance(cause, _TIMEOUTS):
        return False
    if isinstance(failure, errors.ServerUnreachable):
        return isinstance(cause, openai.APIConnectionError | httpx2.RequestError)  # or else the address is wrong
    status = _status(cause)
    is_broken = cause is None or isinstance(cause, ReportedError)  # a stream that was cut, or ended with an error
    return status >= _SERVER_ERROR if isinstance(status, int) else is_broken


def _refuses_tools(error: Exception) -> bool:
    """Tell whether a server says that it takes no tools for the model, in a field or in nothing but that sentence."""
    body = _body(error)
    if isinstance(body, Mapping) and body.get("param") == "tools" and body.get("code") == _UNSUPPORTED:
        return True
    message = body.get("message") if isinstance(body, Mapping) else body
    return _NO_TOOLS.fullmatch(one_line(str(message or "")).lower()) is not None


def _body(error: Exception) -> object:
    """Return what a server sent as an error: most an object, some a text."""
    return (error.told or str(error)) if isinstance(error, ReportedError) else getattr(error, "body", None)


def _status(error: BaseException | None) -> object:
    """Return an error's status as HTTP's, if it has one."""
    return error.status if isinstance(error, ReportedError) else getattr(error, "status_code", None)


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
    return ReportedError(f"{message or data} ({besides})", told)


def words_of(error: Exception) -> str:
    """Return what the server itself said of an error, on one line; empty if it said nothing."""
    cause = error.__cause__
    body = getattr(cause, "body", None)
    said = body.get("message") if isinstance(body, dict) else body
    return one_line(str(said or cause or ""))[:_LONGEST_WORDS]
