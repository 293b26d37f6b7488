"""Errors of limits and of proxies, each in the form that a server of today sends: for `Reply.error` and `fail`."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Final

from practice.model.chat_api import Refusal

_LEARN_MORE: Final = "Visit https://platform.openai.com/account/rate-limits to learn more."


def retry_after(seconds: float = 1) -> Refusal:
    """Return a 429 that gives the wait as seconds in a header."""
    return _limit(headers={"retry-after": f"{seconds:g}"})


def retry_after_date(seconds: float = 1) -> Refusal:
    """Return a 429 that gives the wait as a date in a header, from now on, cut to whole seconds."""
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)
    return _limit(headers={"retry-after": date})


def retry_after_ms(milliseconds: int = 1_000) -> Refusal:
    """Return a 429 that gives the wait as milliseconds in a header."""
    return _limit(headers={"retry-after-ms": str(milliseconds)})


def gemini(seconds: float = 1) -> Refusal:
    """Return Gemini's 429, which gives the wait in the body only: a list around the error."""
    retry = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{seconds:g}s"}
    message = "You exceeded your current quota, please check your plan and billing details."
    error = {"code": 429, "message": message, "status": "RESOURCE_EXHAUSTED", "details": [retry]}
    return Refusal(429, message, body=json.dumps([{"error": error}]))


def in_words(wait: str = "1s") -> Refusal:
    """Return OpenAI's 429 of a limit per minute, which gives the wait in words: "340ms", "1s", "1m26.4s"."""
    used = "tokens per min (TPM): Limit 200000, Used 199500, Requested 2007"
    return _per_minute(f"Rate limit reached for gpt-6-luna in organization org-practice on {used}.", wait)


def requests_in_words(wait: str = "1s") -> Refusal:
    """Return the same of a limit of requests."""
    used = "requests per min (RPM): Limit 3, Used 3, Requested 1"
    return _per_minute(f"Rate limit reached for gpt-6-luna in organization org-practice on {used}.", wait)


def without_time() -> Refusal:
    """Return a 429 that gives no wait."""
    return _limit()


def without_words() -> Refusal:
    """Return a 429 with an empty object."""
    return Refusal(429, "", body="{}")


def mistral() -> Refusal:
    """Return Mistral's 429, whose error is the whole object."""
    error = {"object": "error", "message": "Requests rate limit exceeded", "type": "rate_limited", "code": "1300"}
    return Refusal(429, "Requests rate limit exceeded", body=json.dumps(error))


def openrouter() -> Refusal:
    """Return OpenRouter's 429 of a provider behind it, whose code is a number."""
    message = "Provider returned error"
    raw = "practice/model is temporarily rate-limited upstream. Please retry shortly."
    error = {"message": message, "code": 429, "metadata": {"raw": raw, "provider_name": "Practice"}}
    return Refusal(429, message, body=json.dumps({"error": error}))


def insufficient_quota() -> Refusal:
    """Return OpenAI's 429 of an account without money."""
    message = (
        "You exceeded your current quota, please check your plan and billing details. For more information on this "
        "error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors."
    )
    return Refusal(429, message, type="insufficient_quota", code="insufficient_quota")


def nginx_too_large() -> Refusal:
    """Return nginx's page about a body that is larger than it lets through, 1 MB unless set."""
    title = "413 Request Entity Too Large"
    page = (
        f"<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n"
        "<hr><center>nginx/1.27.4</center>\r\n</body>\r\n</html>\r\n"
    )
    return Refusal(413, title, body=page, media_type="text/html")


def cloudflare_forbidden() -> Refusal:
    """Return Cloudflare's page for those whom it takes for robots."""
    page = (
        '<!DOCTYPE html>\n<html lang="en-US"><head><title>Just a moment...</title></head><body>'
        "<noscript>Enable JavaScript and cookies to continue</noscript>"
        "<h1>Sorry, you have been blocked</h1><p>You are unable to access api.example.com</p>"
        "<p>Cloudflare Ray ID: <strong>8f0c1d2e3a4b5c6d</strong></p></body></html>\n"
    )
    return Refusal(403, "Sorry, you have been blocked", body=page, media_type="text/html; charset=UTF-8")


def _limit(headers: Mapping[str, str] | None = None) -> Refusal:
    return Refusal(429, "Rate limit reached.", type="requests", code="rate_limit_exceeded", headers=headers or {})


def _per_minute(message: str, wait: str) -> Refusal:
    text = f"{message} Please try again in {wait}. {_LEARN_MORE}"
    return Refusal(429, text, type="tokens", code="rate_limit_exceeded")


BURSTS: Final[Mapping[str, Callable[[], Refusal]]] = {
    "seconds": retry_after,
    "date": retry_after_date,
    "milliseconds": retry_after_ms,
    "Gemini's body": gemini,
    "tokens in words": in_words,
    "requests in words": requests_in_words,
    "without a time": without_time,
    "without a word": without_words,
    "Mistral's body": mistral,
    "OpenRouter's body": openrouter,
}
"""The forms of a limit that is over soon; where they give a time, in one second."""
