"""What a server's errors mean for the user."""

import json
import re
from collections.abc import Mapping
from types import NoneType
from typing import Final

import httpx2
import openai

from bot import errors
from bot.values import one_line

_LONGEST_WORDS = 300
_SITUATIONS: Final = (
    (
        re.compile(
            r"context[ _]length|context size|context window|maximum context|is too long"
            r"|exceed_context_size_error"  # llama-server
            r"|context limit"  # Anthropic: input length and `max_tokens` exceed …
            r"|tokens exceed the configured limit"  # OpenAI: Input …
            r"|longer than the maximum model length"  # vLLM: The decoder prompt is …
            r"|max_tokens must be at least 1, got -"  # vLLM, before it had words for it
            r"|input is too large to process"  # llama-server, of a text that is to be embedded
            r"|maximum number of tokens allowed"  # Google: The input token count exceeds the …
            r"|request too large"  # OpenAI, Groq: more than may be sent in a minute, so that waiting does not help
        ),
        errors.ContextTooLong,
    ),
    (
        re.compile("content_filter|content_policy|content management policy|safety system|(?:was|been) flagged"),
        errors.ContentRefused,
    ),
    (
        re.compile(
            "insufficient_quota|exceeded your current quota|check your plan and billing|insufficient credits"
            "|rate[ _]limit"
        ),
        errors.QuotaExceeded,
    ),
    (re.compile("unexpected endpoint"), errors.ServerUnreachable),  # LM Studio, with status 200, where `/v1` is missing
)
"""What is found in a server's words, in small letters, and what it means."""
_NO_TOOLS = re.compile(
    r"(?:the |this )?(?:model )?\S+ does not support (?:tools|tool calling|function calling)\.?"  # Ollama, DeepSeek
    r"|`tool calling` is not supported with this model\.?"  # Groq
    r"|no endpoints found that support tool use\..*"  # OpenRouter
    r'|"auto" tool choice requires --enable-auto-tool-choice.*'  # vLLM
    r"|tools param requires --jinja.*"  # llama-server
)
"""The whole message of a server that takes no tools for a model; such words among others may be the user's."""
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

_COUNT = r"(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?![\d,]*\d)"
_LIMIT = re.compile(
    r"(?:n_ctx\W{1,4}"  # llama-server, where a proxy passes its answer on; LM Studio
    r"|maximum context length is "  # OpenAI, vLLM, OpenRouter, DeepSeek
    r"|configured limit of "  # OpenAI
    r"|maximum model length of "  # vLLM
    r"|available context size \("  # llama-server
    r"|context length of only "  # LM Studio
    rf"|context limit: {_COUNT} \+ {_COUNT} > "  # Anthropic
    r"|number of tokens allowed \("  # Google
    rf"|: limit (?={_COUNT}, requested )"  # Groq
    rf"|prompt is too long: {_COUNT} tokens > "  # Anthropic
    r"|too large for model with "  # Mistral
    rf")({_COUNT})"
)
_PROMPT = re.compile(
    rf"n_prompt_tokens\W{{1,4}}({_COUNT})"  # llama-server
    rf"|resulted in ({_COUNT}) tokens"  # OpenAI
    rf"|({_COUNT}) in the messages"  # OpenAI, vLLM, DeepSeek
    rf"|({_COUNT}) of text input"  # OpenRouter
    rf"|has ({_COUNT}) input tokens"  # vLLM
    rf"|\(length ({_COUNT})\)"  # vLLM
    rf"|request \(({_COUNT}) tokens\)"  # llama-server
    rf"|n_keep: ({_COUNT})"  # LM Studio
    rf"|the first ({_COUNT}) tokens"  # LM Studio
    rf"|context limit: ({_COUNT}) \+"  # Anthropic
    rf"|input token count \(({_COUNT})\)"  # Google
    rf"|, requested ({_COUNT}),"  # Groq
    rf"|prompt is too long: ({_COUNT}) tokens"  # Anthropic
    rf"|prompt contains ({_COUNT}) tokens"  # Mistral
)
_RESERVED = re.compile(rf"({_COUNT}) in the completion|context limit: {_COUNT} \+ ({_COUNT})")
"""Tokens of the limit that are kept for the answer."""
_EXCESS = re.compile(
    rf"exceeded max context length by ({_COUNT})"  # Ollama
    rf"|max_tokens must be at least 1, got -({_COUNT})"  # vLLM
)

_TIMEOUTS = (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError)
_CONNECTION = (openai.APIConnectionError, httpx2.RequestError)
_PASSING = (errors.ModelError, errors.ServerUnreachable, errors.ServerSilent)
_SERVER_ERROR: Final = 500
_SECONDS: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_LONGEST_PAUSE_SECONDS: Final = 60.0
_TELLING: Final = ("code", "type", "error", "detail", "metadata")


class ReportedError(Exception):
    """An error that the server reports in an answer that began well; it has the attributes of the client's errors."""

    def __init__(self, words: str, body: Mapping[str, object] | None = None) -> None:
        super().__init__(words)
        self.body: object = body or words
        self.status_code = body.get("code") if body else None


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
    for words, situation in _SITUATIONS:
        if words.search(said):
            return _too_long(error, said) if situation is errors.ContextTooLong else situation()
    if situation_of_status := _STATUSES.get(getattr(error, "status_code", None)):
        return situation_of_status()
    if isinstance(error, _TIMEOUTS):
        return errors.ServerSilent()
    return errors.ServerUnreachable() if isinstance(error, _CONNECTION) else errors.ModelError()


def refuses_caching(error: BaseException | None) -> bool:
    """Tell whether a server refuses what a request says of its prompt cache.

    OpenAI's words for models that don't take it: "Unsupported parameter: 'prompt_cache_options' is not supported with
    this model." and "messages[0].content[0].prompt_cache_breakpoint is not supported on this model".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    return refused and "prompt_cache_" in _said(error)


def retry_pause(failure: errors.ModelError, usual_seconds: float) -> float | None:
    """Return how many seconds to wait before a request that failed is made again; None if that would not help.

    It may where the server broke, or the connection to it, and where a rate limit says when (RFC 9110, Retry-After).
    A server that took too long has had its time.
    """
    cause = failure.__cause__
    if isinstance(failure, errors.QuotaExceeded) and isinstance(cause, openai.RateLimitError):
        told = _SECONDS.fullmatch(cause.response.headers.get("retry-after", ""))
        return float(told[0]) if told and float(told[0]) <= _LONGEST_PAUSE_SECONDS else None
    if type(failure) not in _PASSING or isinstance(cause, _TIMEOUTS):
        return None
    # A server that can't be reached for another reason has a wrong address; a stream may be cut, or end with an error.
    passing = _CONNECTION if isinstance(failure, errors.ServerUnreachable) else (ReportedError, NoneType)
    status = getattr(cause, "status_code", None)
    is_passing = status >= _SERVER_ERROR if isinstance(status, int) else isinstance(cause, passing)
    return usual_seconds if is_passing else None


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
    return ReportedError(str(told.get("message") or told.get("error_message") or data), told)


def words_of(error: Exception) -> str:
    """Return what the server itself said of an error, on one line; empty if it said nothing."""
    cause = error.__cause__
    body = getattr(cause, "body", None)
    said = body.get("message") if isinstance(body, dict) else body
    return one_line(str(said or cause or ""))[:_LONGEST_WORDS]


def _too_long(error: Exception, said: str) -> errors.ContextTooLong:
    """Return the error for a prompt that is too long, with the numbers in the refusal: first those of its fields."""
    limit = _field(error, "n_ctx") or _number(_LIMIT, said)
    reserved = _number(_RESERVED, said) or 0
    return errors.ContextTooLong(
        limit=limit - reserved if limit and limit > reserved else limit,
        prompt_tokens=_field(error, "n_prompt_tokens") or _number(_PROMPT, said),
        excess=_number(_EXCESS, said),
    )


def _field(error: Exception, name: str) -> int | None:
    body = getattr(error, "body", None)
    value = body.get(name) if isinstance(body, Mapping) else None
    return value if isinstance(value, int) and value > 0 else None


def _number(pattern: re.Pattern[str], said: str) -> int | None:
    found = pattern.search(said)
    return int(next(filter(None, found.groups())).replace(",", "")) or None if found else None


def _refuses_tools(error: Exception) -> bool:
    """Tell whether a server says that it takes no tools for the model, in a field or in nothing but that sentence."""
    body = getattr(error, "body", None)
    message = body
    if isinstance(body, Mapping):
        if body.get("param") == "tools" and body.get("code") == "unsupported_parameter":
            return True
        message = body.get("message")
    return _NO_TOOLS.fullmatch(one_line(str(message or "")).lower()) is not None


def _said(error: BaseException | None) -> str:
    """Return what a server said of an error, in small letters; the client tells but the message of most of it.

    LM Studio's error is a text; at OpenRouter its provider's own words stand in `metadata`.
    """
    body = getattr(error, "body", None)
    told = [body.get(name) for name in _TELLING] if isinstance(body, dict) else [body]
    return " ".join(str(it) for it in (getattr(error, "code", None), error, *told) if it).lower()
