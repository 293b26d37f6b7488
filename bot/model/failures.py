"""Translation of a server's errors into what the user can act on."""

import json
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import NoneType
from typing import Final

import httpx2
import openai

from bot.kit import errors
from bot.kit.backoff import Retry
from bot.kit.text import one_line

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
        ),
        errors.ContextTooLong,
    ),
    (
        re.compile("content_filter|content_policy|content management policy|safety system|(?:was|been) flagged"),
        errors.ContentRefused,
    ),
    (
        re.compile("insufficient[_ ](?:quota|credits|balance)|billing_hard_limit_reached|credit balance is too low"),
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
_STATUSES: Mapping[object, type[errors.ModelError]] = {
    401: errors.KeyRefused,
    402: errors.QuotaExceeded,
    403: errors.KeyRefused,
    404: errors.UnknownModel,
    408: errors.ServerSilent,
    413: errors.RequestTooLarge,
    504: errors.ServerSilent,
}
_PER_MINUTE = re.compile(r"tokens per min|\(tpm\)")
_BURST = re.compile(r"rate[ _]limit|too many requests|resource_exhausted|tokens per min|requests per min")
_OR_QUOTA = re.compile("exceeded your current quota|check your plan and billing")
"""OpenAI's words for a used up quota; Google's for a burst as well, which says when it is over."""
_TOO_MANY = 429
_NOT_FOUND = 404
_OF_PAGES: Mapping[object, type[errors.ModelError]] = {_TOO_MANY: errors.RateLimited, 413: errors.RequestTooLarge}
_NO_API = re.compile(r"\s*(?:<|error code: \d{4}\b)", re.IGNORECASE)
"""Beginnings of answers that a proxy or Cloudflare gives in place of the API: a page, or the code of one."""

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
    rf"|: limit (?={_COUNT}, requested )"  # OpenAI, Groq: per minute
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
    rf"|, requested ({_COUNT})[,.]"  # OpenAI, Groq
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
_NUMBER: Final = r"\d{1,9}(?:\.\d{1,9})?"
_SECONDS: Final = re.compile(_NUMBER, re.ASCII)
_DELAY: Final = re.compile(rf"retrydelay\W{{1,5}}({_NUMBER})s")  # Google
_IN_WORDS: Final = re.compile(
    rf"(?:again in|retry in|retry after) (?:(\d{{1,4}})h)?(?:(\d{{1,4}})m(?!s))?(?:({_NUMBER}) ?(ms|s|m|h))?"
)
"""OpenAI, Groq: "try again in 340ms", "in 1m2.5s"; Google: "retry in 34.1s"; Azure: "retry after 26 seconds"."""
_UNITS: Final = {"ms": 0.001, "m": 60, "h": 3_600}
_LONGEST_PAUSE_SECONDS: Final = 60.0
BURST_RETRIES: Final = 8
"""Further requests after a rate limit: with doubling waits, they take two minutes."""
FAILURE_RETRIES: Final = 2
"""Further requests after a failure at the server."""
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
    What no API says, such as a proxy's page, is blamed on the server alone.
    """
    if _is_no_api(error):
        return _OF_PAGES.get(_status(error), errors.ServerUnreachable)()
    if _refuses_tools(error):
        return errors.ToolsRefused()
    if _NO_PICTURES.fullmatch(_message(error)):
        return errors.PicturesRefused()
    return _by_words(error, messages_of(error)) or _by_status(error)


def _by_words(error: Exception, message: str) -> errors.ModelError | None:
    if _PER_MINUTE.search(message) and (too_long := _above_a_minute(error, message)):
        return too_long
    for pattern, situation in _SITUATIONS:
        if pattern.search(message):
            return _too_long(error, message) if situation is errors.ContextTooLong else situation()
    if _OR_QUOTA.search(message) and named_wait(error) is None:
        return errors.QuotaExceeded()
    is_burst = _status(error) == _TOO_MANY or _BURST.search(message)
    return errors.RateLimited(named_wait(error)) if is_burst else None


def _by_status(error: Exception) -> errors.ModelError:
    if situation := _STATUSES.get(_status(error)):
        return situation()
    if isinstance(error, _TIMEOUTS):
        return errors.ServerSilent()
    return errors.ServerUnreachable() if isinstance(error, _CONNECTION) else errors.ModelError()


def _status(error: BaseException | None) -> object:
    return getattr(error, "status_code", None)


def retry_of(failure: errors.ModelError, usual_seconds: float) -> Retry | None:
    """Return when a failed request is sent again; None if that would not help, or is not within a minute."""
    cause = failure.__cause__
    if isinstance(failure, errors.RateLimited):
        most = BURST_RETRIES
    elif _is_temporary(failure, cause):
        most = FAILURE_RETRIES
    else:
        return None
    named = named_wait(cause)
    if named is None:
        return Retry(usual_seconds, most)
    return Retry(named, most, is_named=True) if named <= _LONGEST_PAUSE_SECONDS else None


def _is_temporary(failure: errors.ModelError, cause: BaseException | None) -> bool:
    if type(failure) not in _TEMPORARY or isinstance(cause, _TIMEOUTS):
        return False
    # Other connection errors mean a wrong address. A stream may be cut, or end with an error.
    temporary = _CONNECTION if isinstance(failure, errors.ServerUnreachable) else (ReportedError, NoneType)
    status = _status(cause)
    return status >= _SERVER_ERROR if isinstance(status, int) else isinstance(cause, temporary)


def named_wait(error: BaseException | None) -> float | None:
    """Return the seconds after which a server wants to be asked again, or None if it doesn't say.

    It says so in `retry-after-ms`, in `retry-after` as seconds or a date (RFC 9110), in Google's `retryDelay`, or in
    words.
    """
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = response.headers if isinstance(response, httpx2.Response) else {}
    if found := _SECONDS.fullmatch(headers.get("retry-after-ms", "")):
        return float(found[0]) / 1_000
    after = headers.get("retry-after", "")
    if found := _SECONDS.fullmatch(after):
        return float(found[0])
    with suppress(ValueError):
        return max(0.0, parsedate_to_datetime(after).timestamp() - time.time())
    said = str(getattr(error, "body", None) or "").lower()
    if found := _DELAY.search(said):
        return float(found[1])
    for found in _IN_WORDS.finditer(said):
        if any(found.groups()):
            hours, minutes, number, unit = found.groups("0")
            return 3_600 * int(hours) + 60 * int(minutes) + float(number) * _UNITS.get(unit, 1)
    return None


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
    error = _object_of(error)
    if not isinstance(error, dict):
        return ReportedError(str(error))
    return ReportedError(str(error.get("message") or error.get("error_message") or data), error)


def words_of(error: Exception) -> str:
    """Return the server's own message for an error, on one line, with its code, type and details; empty for none."""
    cause = error.__cause__
    body = _body(cause)
    message = body.get("message") if isinstance(body, dict) else body
    details = [str(body[name]) for name in _DETAILS if body.get(name)] if isinstance(body, dict) and message else []
    words = f"{message} ({', '.join(details)})" if details else str(message or cause or "")
    return one_line(words)[:300]


def _is_no_api(error: Exception) -> bool:
    """Tell whether an error's answer is not the API's: a page, Cloudflare's own, or a 404 that is not JSON."""
    response = getattr(error, "response", None)
    if not isinstance(response, httpx2.Response):
        return False
    if "cf-mitigated" in response.headers or _NO_API.match(response.text):
        return True
    try:
        json.loads(response.text)
    except ValueError:
        return response.status_code == _NOT_FOUND
    return False


def _above_a_minute(error: Exception, message: str) -> errors.ContextTooLong | None:
    """Return the error for a request that is larger than the server's whole limit per minute; None for another."""
    too_long = _too_long(error, message)
    if too_long.limit and too_long.prompt_tokens and too_long.prompt_tokens > too_long.limit:
        return errors.ContextTooLong(limit=too_long.limit, prompt_tokens=too_long.prompt_tokens, per_minute=True)
    return None


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
    body = _body(error)
    value = body.get(name) if isinstance(body, Mapping) else None
    return value if isinstance(value, int) and value > 0 else None


def _number(pattern: re.Pattern[str], message: str) -> int | None:
    found = pattern.search(message)
    return int(next(filter(None, found.groups())).replace(",", "")) or None if found else None


def _refuses_tools(error: Exception) -> bool:
    """Tell whether a server refuses tools for the model, by a field or by its whole message."""
    body = _body(error)
    if isinstance(body, Mapping) and (body.get("param"), body.get("code")) == ("tools", "unsupported_parameter"):
        return True
    return _NO_TOOLS.fullmatch(_message(error)) is not None


def _message(error: Exception) -> str:
    """Return a server's own message for an error in lower case, on one line."""
    body = _body(error)
    return one_line(str((body.get("message") if isinstance(body, Mapping) else body) or "")).lower()


def messages_of(error: BaseException | None) -> str:
    """Return a server's messages for an error in lower case. OpenRouter's provider has its own in `metadata`."""
    body = _body(error)
    parts = [body.get(name) for name in ("message", *_DETAILS)] if isinstance(body, dict) else [body]
    return " ".join(str(it) for it in (getattr(error, "code", None), error, *parts) if it).lower()


def _body(error: BaseException | None) -> object:
    """Return an error's body; Google's stands in a list (`[{"error": …}]`)."""
    body = getattr(error, "body", None)
    return _object_of(body) if isinstance(body, list) else body


def _object_of(answer: object) -> object:
    """Return the error object of an answer, without a list or an object around it."""
    inner = answer[0] if isinstance(answer, list) and answer else answer
    return inner.get("error", inner) if isinstance(inner, dict) else inner
