"""The practice server's webhook, as the Bot API describes it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.webhooks import DELIVERY
from tests.practice.telegram.test_bot_api import TOKEN, Caller, calling

HOST, URL = "bot.example.org", "https://bot.example.org/hook"
ACTIVE = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


@dataclass
class Bot:
    """A bot that takes posts: with these statuses, then with 200."""

    statuses: list[int] = field(default_factory=list)
    received: list[tuple[int, str | None]] = field(default_factory=list)
    gate: asyncio.Event | None = None
    most_at_once: int = 0
    _open: int = 0

    async def post(self, request: Request) -> Response:
        """Take an update."""
        update = await request.json()
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        if self.gate:
            await self.gate.wait()
        self._open -= 1
        self.received.append((update["update_id"], request.headers.get("x-telegram-bot-api-secret-token")))
        return Response(status_code=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
def api() -> BotApi:
    return BotApi(TOKEN)


@pytest.fixture
async def call(api: BotApi) -> AsyncIterator[Caller]:
    async with calling(api) as caller:
        yield caller


@pytest.fixture
async def taker(api: BotApi) -> AsyncIterator[Bot]:
    """A bot behind the host."""
    bot = Bot()
    async with serve(Starlette(routes=[Route("/hook", bot.post, methods=["POST"])])) as url:
        api.webhooks.hosts[HOST] = url
        yield bot


async def test_updates_are_posted_with_the_secret_until_they_are_taken(api: BotApi, call: Caller, taker: Bot) -> None:
    taker.statuses = [503, 500, 302]
    await call("setWebhook", url=URL, secret_token="a-secret_1")
    api.send_text("one")
    await api.wait_for(lambda: not api.pending_updates)
    assert len({number for number, _ in taker.received}) == 1
    assert [secret for _, secret in taker.received] == ["a-secret_1"] * 4
    info = await call.result("getWebhookInfo")
    assert info["url"] == URL
    assert info["pending_update_count"] == 0
    assert str(info["last_error_message"]).startswith("Wrong response from the webhook: ")
    assert info["max_connections"] == 40


async def test_an_answer_that_gets_lost_is_asked_for_again(api: BotApi, call: Caller, taker: Bot) -> None:
    await call("setWebhook", url=URL)
    api.drop(DELIVERY, after_effect=True, times=1)
    api.send_text("one")
    await api.wait_for(lambda: not api.pending_updates)
    assert len(taker.received) == 2


async def test_an_update_waits_for_earlier_ones_of_its_chat_and_for_a_connection(
    api: BotApi, call: Caller, taker: Bot
) -> None:
    taker.gate = asyncio.Event()
    await call("setWebhook", url=URL, max_connections=2)
    for user_id in (1, 1, 2, 3):
        api.send_text("one", user_id)
    taker.gate.set()
    await api.wait_for(lambda: not api.pending_updates)
    assert taker.most_at_once <= 2
    first, second = sorted(number for number, _ in taker.received)[:2]
    order = [number for number, _ in taker.received]
    assert order.index(first) < order.index(second)


async def test_fetching_and_a_webhook_exclude_each_other(api: BotApi, call: Caller, taker: Bot) -> None:
    polling = asyncio.create_task(call("getUpdates", timeout=30))
    await api.wait_for(lambda: "getUpdates" in [it.method for it in api.calls])
    await call("setWebhook", url=URL)
    assert (await polling)["description"] == "Conflict: terminated by setWebhook request"
    assert await call("getUpdates") == {"ok": False, "error_code": 409, "description": ACTIVE}
    taker.statuses = [500] * 1_000
    api.send_text("kept")
    await call("deleteWebhook")
    assert len(await call.updates()) == 1
    assert (await call.result("getWebhookInfo"))["url"] == ""


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"url": "http://bot.example.org/hook"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        (
            {"url": "https://bot.example.org:8080/hook"},
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ),
        (
            {"url": "https://nowhere.example/hook"},
            "bad webhook: Failed to resolve host: Name or service not known",
        ),
        ({"url": "https://127.0.0.1/hook"}, "bad webhook: IP address 127.0.0.1 is reserved"),
        ({"url": URL, "secret_token": "not allowed"}, "secret token contains unallowed characters"),
        ({"url": URL, "secret_token": "x" * 257}, "secret token contains unallowed characters"),
    ],
)
async def test_wrong_webhooks_are_refused(api: BotApi, call: Caller, parameters: dict[str, str], error: str) -> None:
    api.webhooks.hosts[HOST] = "http://127.0.0.1:9"
    assert await call.error("setWebhook", **parameters) == f"Bad Request: {error}"


async def test_an_empty_url_removes_it_and_pending_updates_can_be_dropped(api: BotApi, call: Caller) -> None:
    api.webhooks.hosts[HOST] = "http://127.0.0.1:9"
    await call("setWebhook", url=URL, allowed_updates=["message"])
    api.send_text("one")
    await api.wait_for(lambda: api.webhooks.info().get("last_error_message") == "Connection refused")
    await call("setWebhook", url="", drop_pending_updates=True)
    info = await call.result("getWebhookInfo")
    assert info == {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": 0,
        "allowed_updates": ["message"],
    }
