"""What a server's error means, and when its request is sent again."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.kit import errors
from bot.kit.prompt_text import own
from bot.model.seam import ModelRequest
from bot.model.values import UserMessage
from practice.serving import serve
from tests.talking import talking_to

REQUEST = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=(), messages=[UserMessage(own("Hello"))])
TOO_MANY = '{"error": {"message": "Rate limit reached for gpt-6-luna. Please try again in %s. Visit …"}}'
GOOGLE = """[{"error": {"code": 429, "message": "You exceeded your current quota, please check your plan and billing \
details.", "status": "RESOURCE_EXHAUSTED", "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", \
"retryDelay": "34s"}]}}]"""
PAGE = "<!DOCTYPE html>\n<html><head><title>%s</title></head></html>"


async def failure(status: int, body: str, **headers: str) -> errors.ModelError:
    """Return how the adapter understands a server that answers with an error."""
    answer = Response(body, status, {name.replace("_", "-"): value for name, value in headers.items()})

    async def refuse(_: Request) -> Response:
        return answer

    app = Starlette(routes=[Route("/v1/chat/completions", refuse, methods=["POST"])])
    async with serve(app) as url, talking_to(f"{url}/v1", retry_seconds=1) as adapter:
        with pytest.raises(errors.ModelError) as raised:
            await adapter.answer(REQUEST)
    return raised.value


BURSTS: dict[str, tuple[Callable[[], Awaitable[errors.ModelError]], float]] = {
    "seconds": (partial(failure, 429, "", retry_after="7"), 7),
    "milliseconds": (partial(failure, 429, "", retry_after="1", retry_after_ms="340"), 0.34),
    "a date": (
        lambda: failure(429, "", retry_after=format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)),
        20,
    ),
    "minutes in words": (partial(failure, 429, TOO_MANY % "0m42.5s"), 42.5),
    "Google's delay": (partial(failure, 429, GOOGLE), 34),
    "Cloudflare's page": (partial(failure, 429, "error code: 1015"), 1),
}


@pytest.mark.parametrize("name", BURSTS)
async def test_a_429_is_a_burst_that_is_over_when_the_server_says(name: str) -> None:
    fail, seconds = BURSTS[name]
    raised = await fail()
    assert type(raised) is errors.RateLimited
    assert raised.retry
    assert raised.retry.pause(1, 0) == pytest.approx(seconds, abs=2 if name == "a date" else 0)


async def test_a_burst_that_lasts_longer_than_a_minute_is_not_waited_for() -> None:
    for told, minutes in (("7m12s", 8), ("2h0m1s", 121)):
        raised = await failure(429, TOO_MANY % told)
        assert raised.retry is None
        assert f"Send /retry in {minutes} minutes." in str(raised)


QUOTAS = [
    (429, '{"error": {"message": "You exceeded your current quota, please check your plan and billing details."}}'),
    (429, '{"error": {"message": "Try again in 1s.", "code": "insufficient_quota"}}'),
    (400, '{"error": {"message": "Your credit balance is too low to access the Anthropic API."}}'),
    (402, ""),
]


@pytest.mark.parametrize(("status", "body"), QUOTAS)
async def test_only_a_used_up_quota_is_the_users(status: int, body: str) -> None:
    raised = await failure(status, body)
    assert type(raised) is errors.QuotaExceeded
    assert raised.retry is None


NO_API = {
    "Cloudflare's challenge": partial(failure, 403, PAGE % "Just a moment..."),
    "Cloudflare's header": partial(failure, 403, "{}", cf_mitigated="challenge"),
    "a text": partial(failure, 404, "404 page not found"),
    "a proxy without its server": partial(failure, 502, PAGE % "502 Bad Gateway"),
}


@pytest.mark.parametrize("name", NO_API)
async def test_a_page_is_blamed_on_the_server_and_not_on_the_key_or_the_model(name: str) -> None:
    raised = await NO_API[name]()
    assert type(raised) is errors.ServerUnreachable
    assert (raised.retry is not None) == (name == "a proxy without its server")


LISTED = {
    (404, '[{"error": {"code": 404, "message": "models/gemini is not found", "status": "NOT_FOUND"}}]'): (
        errors.UnknownModel
    ),
    (400, '[{"error": {"code": 400, "message": "The input exceeds the maximum number of tokens allowed (8)."}}]'): (
        errors.ContextTooLong
    ),
    (413, PAGE % "413 Request Entity Too Large"): errors.RequestTooLarge,
}


@pytest.mark.parametrize(("answer", "situation"), LISTED.items(), ids=str)
async def test_an_error_in_a_list_or_a_page_is_read(
    answer: tuple[int, str], situation: type[errors.ModelError]
) -> None:
    assert type(await failure(*answer)) is situation
