"""Translation of a server's errors into what the user can act on."""

import json
import re
from collections.abc import Mapping
from types import NoneType
from typing import Final

import httpx2
import openai

from bot import errors
from bot.values.text import one_line

_LONGEST_WORDS = 300
_SITUATIONS: Final = (
    (
        re.compile(
            r"context[ _]length|context size|context window|maximum context|is too long"
            r"|exceed_context_size_error"  # llama-server
            r"|context limit"  # Anthropic: input length and `max_tokens` exceed …
            r"|tokens exceed the configured limit"  # OpenAI: Input …
            r"|longer than the maximum model length"  # vLLM: The decoder prompt is …
            r"|max_tokens must be at least 1, got -"  # older vLLM
            r"|input is too large to process"  # llama-server, for a text to embed
            r"|maximum number of tokens allowed"  # Google: The input token count exceeds the …
            r"|request too large"  # OpenAI, Groq: above the limit per minute, so waiting does not help
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
    (re.compile("unexpected endpoint"), errors.ServerUnreachable),  # LM Studio, with status 200, if `/v1` is missing
)
"""Patterns in a server's lower-cased message, and the errors they stand for."""
_NO_TOOLS = re.compile(
    r"(?:the |this )?(?:model )?\S+ does not support (?:tools|tool calling|function calling)\.?"  # Ollama, DeepSeek
    r"|`tool calling` is not supported with this model\.?"  # Groq
    r"|no endpoints found that support tool use\..*"  # OpenRouter
    r'|"auto" tool choice requires --enable-auto-tool-choice.*'  # vLLM
    r"|tools param requires --jinja.*"  # llama-server
)
"""Whole messages of servers that refuse tools. A part of a message does not count: it may quote the user."""
_NO_PICTURES = re.compile(
    r"(?:the |this )?(?:model )?\S+ does not support (?:images?|image inputs?|vision)\.?"
    r"|image[_ ]url is only supported by certain models\.?"  # OpenAI
    r"|invalid content type\. image_url is only supported by certain models\.?"  # OpenAI
    r"|no endpoints found that support image input\.?.*"  # OpenRouter
    r"|\S+ is not a multimodal model.*"  # vLLM
    r"|at most 0 image\(s\) may be provided in one (?:request|prompt)\.?.*"  # vLLM
    r"|image input is not supported.*"  # llama-server: hint: if this is unexpected, you may need to provide the mmproj
    r"|messages?(?:\[\d+\])?\.content must be a string\.?"  # Groq
)
"""Whole messages of servers that refuse pictures."""
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
    r"(?:n_ctx\W{1,4}"  # llama-server behind a proxy; LM Studio
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
"""Tokens of the limit reserved for the answer."""
_EXCESS = re.compile(
    rf"exceeded max context length by ({_COUNT})"  # Ollama
    rf"|max_tokens must be at least 1, got -({_COUNT})"  # vLLM
)

_TIMEOUTS = (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError)
_CONNECTION = (openai.APIConnectionError, httpx2.RequestError)
_TEMPORARY = (errors.ModelError, errors.ServerUnreachable, errors.ServerSilent)
_SERVER_ERROR: Final = 500
_SECONDS: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_LONGEST_PAUSE_SECONDS: Final = 60.0
_DETAILS: Final = ("code", "type", "error", "detail", "metadata")


class ReportedError(Exception):
    """An error reported in an answer with status 200; it has the attributes of the client's errors."""

    def __init__(self, words: str, body: Mapping[str, object] | None = None) -> None:
        super().__init__(words)
        self.body: object = body or words
        self.status_code = body.get("code") if body else None


FAILURES = (openai.OpenAIError, httpx2.RequestError, ReportedError, TimeoutError, ValueError, RecursionError)
"""Exceptions that a request can raise, each with a translation by `translated`."""


def translated(error: Exception) -> errors.ModelError:
    """Translate the client's errors into situations a user can act on.

    Servers agree on few codes, so their messages count too, first those about a prompt that is too long or refused.
    """
    if _refuses_tools(error):
        return errors.ToolsRefused()
    if _NO_PICTURES.fullmatch(_message(error)):
        return errors.PicturesRefused()
    message = _messages(error)
    for pattern, situation in _SITUATIONS:
        if pattern.search(message):
            return _too_long(error, message) if situation is errors.ContextTooLong else situation()
    if situation_of_status := _STATUSES.get(getattr(error, "status_code", None)):
        return situation_of_status()
    if isinstance(error, _TIMEOUTS):
        return errors.ServerSilent()
    return errors.ServerUnreachable() if isinstance(error, _CONNECTION) else errors.ModelError()


def refuses_caching(error: BaseException | None) -> bool:
    """Tell whether a server refuses the prompt-cache fields of a request.

    OpenAI's messages are "Unsupported parameter: 'prompt_cache_options' is not supported with this model." and
    "messages[0].content[0].prompt_cache_breakpoint is not supported on this model".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    return refused and "prompt_cache_" in _messages(error)


def refuses_effort(error: BaseException | None) -> bool:
    """Tell whether a server refuses the reasoning effort of a request.

    The messages are OpenAI's "Unsupported parameter: 'reasoning_effort' is not supported with this model.", Groq's
    "`reasoning_effort` is not supported with this model", and Ollama's ""llama3.2" does not support thinking".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    return refused and re.search("reasoning|does not support thinking", _messages(error)) is not None


def wants_reasoning(error: BaseException | None) -> bool:
    """Tell whether a server refuses a request because calls lack the reasoning before them.

    The messages are DeepSeek's "The `reasoning_content` in the thinking mode must be passed back to the API." and
    Kimi's "thinking is enabled but reasoning_content is missing in assistant tool call message at index 3".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    wanted = re.search("reasoning_content.*(passed back|missing)", _messages(error), re.DOTALL) if refused else None
    return wanted is not None


def refuses_reasoning(error: BaseException | None) -> bool:
    """Tell whether a server refuses the reasoning in a request's messages, since it knows no such field.

    The messages are OpenAI's "Unknown parameter: 'messages[2].reasoning_content'." and Groq's "'messages.2' : for
    'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]".
    """
    refused = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
    return refused and re.search(r"messages.*\breasoning(_content|_details)?\b", _messages(error)) is not None


def retry_pause(failure: errors.ModelError, usual_seconds: float) -> float | None:
    """Return the seconds to wait before a failed request is retried, or None if a retry would not help.

    Server errors, broken connections and rate limits with a time (RFC 9110, Retry-After) are retried, timeouts are not.
    """
    cause = failure.__cause__
    if isinstance(failure, errors.QuotaExceeded) and isinstance(cause, openai.RateLimitError):
        pause = _SECONDS.fullmatch(cause.response.headers.get("retry-after", ""))
        return float(pause[0]) if pause and float(pause[0]) <= _LONGEST_PAUSE_SECONDS else None
    if type(failure) not in _TEMPORARY or isinstance(cause, _TIMEOUTS):
        return None
    # Other connection errors mean a wrong address. A stream may be cut, or end with an error.
    temporary = _CONNECTION if isinstance(failure, errors.ServerUnreachable) else (ReportedError, NoneType)
    status = getattr(cause, "status_code", None)
    is_temporary = status >= _SERVER_ERROR if isinstance(status, int) else isinstance(cause, temporary)
    return usual_seconds if is_temporary else None


def is_error(answer: Mapping[str, object]) -> bool:
    """Tell whether an answer with status 200 is an error, in any of the servers' formats.

    `{"error": {"message", "code"}}` (OpenAI, OpenRouter, llama-server, vLLM), `{"error": "…"}` (Ollama, LM Studio),
    `{"object": "error", "message", "code"}` (older vLLM), `{"error_message": "…"}` (Venice).
    """
    return bool(answer.get("error") or answer.get("error_message")) or answer.get("object") == "error"


def reported_in(data: str) -> ReportedError:
    """Return the error described by a server's message, JSON or not."""
    try:
        error = json.loads(data)
    except ValueError:
        return ReportedError(data)
    error = error.get("error", error) if isinstance(error, dict) else error
    if not isinstance(error, dict):
        return ReportedError(str(error))
    return ReportedError(str(error.get("message") or error.get("error_message") or data), error)


def words_of(error: Exception) -> str:
    """Return the server's own message for an error, on one line; empty if there is none.

    Its code, type and details follow in parentheses.
    """
    cause = error.__cause__
    body = getattr(cause, "body", None)
    message = body.get("message") if isinstance(body, dict) else body
    details = [str(body[name]) for name in _DETAILS if body.get(name)] if isinstance(body, dict) and message else []
    words = f"{message} ({', '.join(details)})" if details else str(message or cause or "")
    return one_line(words)[:_LONGEST_WORDS]


def _too_long(error: Exception, message: str) -> errors.ContextTooLong:
    """Return the error for a prompt that is too long, with the numbers of the refusal; its fields come first."""
    limit = _field(error, "n_ctx") or _number(_LIMIT, message)
    reserved = _number(_RESERVED, message) or 0
    return errors.ContextTooLong(
        limit=limit - reserved if limit and limit > reserved else limit,
        prompt_tokens=_field(error, "n_prompt_tokens") or _number(_PROMPT, message),
        excess=_number(_EXCESS, message),
    )


def _field(error: Exception, name: str) -> int | None:
    body = getattr(error, "body", None)
    value = body.get(name) if isinstance(body, Mapping) else None
    return value if isinstance(value, int) and value > 0 else None


def _number(pattern: re.Pattern[str], message: str) -> int | None:
    found = pattern.search(message)
    return int(next(filter(None, found.groups())).replace(",", "")) or None if found else None


def _refuses_tools(error: Exception) -> bool:
    """Tell whether a server refuses tools for the model, by a field or by its whole message."""
    body = getattr(error, "body", None)
    if isinstance(body, Mapping) and (body.get("param"), body.get("code")) == ("tools", "unsupported_parameter"):
        return True
    return _NO_TOOLS.fullmatch(_message(error)) is not None


def _message(error: Exception) -> str:
    """Return a server's own message for an error in lower case, on one line."""
    body = getattr(error, "body", None)
    return one_line(str((body.get("message") if isinstance(body, Mapping) else body) or "")).lower()


def _messages(error: BaseException | None) -> str:
    """Return a server's messages for an error in lower case.

    LM Studio's error is a text. OpenRouter puts its provider's message into `metadata`.
    """
    body = getattr(error, "body", None)
    parts = [body.get(name) for name in _DETAILS] if isinstance(body, dict) else [body]
    return " ".join(str(it) for it in (getattr(error, "code", None), error, *parts) if it).lower()
