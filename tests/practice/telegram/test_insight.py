"""What the page asks for to show beside the chat."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from practice.model.answer import Usage
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.telling import AT, Telling, memory

TOKEN = "1:practice"
ALEC = memory("Alec0001", "first", "second", subject="Alec", deleted_at=AT)
USAGES = ["/memory show <id>: every version of a memory"]
PRIVATE = "This is a private chat."


@pytest.fixture
def telling() -> Telling:
    purposes = {"Sum up": "A summary"}
    return Telling(
        ALEC, usages=USAGES, timezone="Europe/London", private_prompt=PRIVATE, purposes=purposes, own_mark="Sum"
    )


@pytest.fixture
def requests() -> SentRequests:
    return SentRequests()


@pytest.fixture
async def client(telling: Telling, requests: SentRequests) -> AsyncIterator[httpx.AsyncClient]:
    insight = Insight(requests, telling)
    async with serve(BotApi(TOKEN, insight=insight).app) as url, httpx.AsyncClient(base_url=url, timeout=10) as client:
        yield client


def sent(*said: str) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": it} for it in said]}).encode()


async def test_an_unavailable_bot_is_reported(client: httpx.AsyncClient, telling: Telling) -> None:
    telling.is_away = True
    answer = await client.get("/page/request")
    assert (answer.status_code, answer.json()) == (503, {"error": "I can't reach the database right now."})


async def test_a_request_comes_with_what_it_shares_with_the_one_before(
    client: httpx.AsyncClient, requests: SentRequests
) -> None:
    requests.sent(sent("hi"))
    assert (await client.get("/page/request")).json()["known_from"] is None
    requests.sent(sent("hi", "there"))
    requests.answered(2, Usage(30, 10, cached=20))
    request = (await client.get("/page/request")).json()
    assert (request["number"], request["known_from"]) == (2, "same")
    assert request["usage"].items() >= {"prompt": 30, "cached": 20, "completion": 10}.items()
    assert request["known_bytes"] == len('[{"role": "user", "content": "hi"}')
    assert request["all_bytes"] == len('[{"role": "user", "content": "hi"}, {"role": "user", "content": "there"}]')
    assert "".join(piece["text"] for piece in request["body"]).encode() == sent("hi", "there")
    assert [block["pieces"][0]["state"] for block in request["blocks"]] == ["known", "new"]


@pytest.mark.parametrize(
    "odd",
    [
        b"{bad",
        b'{"messages": [7, {"role": "user"}, {"content": "hi"}, {"role": "user", "content": [{"text": null}]}]}',
    ],
)
async def test_a_request_in_an_unknown_format_is_shown_too(
    client: httpx.AsyncClient, requests: SentRequests, odd: bytes
) -> None:
    requests.sent(odd)
    request = (await client.get("/page/request")).json()
    assert "".join(piece["text"] for piece in request["body"]) == odd.decode(errors="replace")
    requests.sent(sent("hi"))
    assert (await client.get("/page/request")).json()["number"] == 2


async def test_what_was_sent_in_a_private_chat_is_dropped_when_it_is_over(
    client: httpx.AsyncClient, telling: Telling, requests: SentRequests
) -> None:
    system = {"role": "system", "content": f"{PRIVATE} Nothing is kept."}
    requests.sent(sent("hi"))
    requests.sent(json.dumps({"messages": [system, {"role": "user", "content": "a secret"}]}).encode())
    telling.told.is_private = True
    assert (await client.get("/page/request")).json()["number"] == 2
    telling.told.is_private = False
    assert (await client.get("/page/request")).json()["number"] == 1
    telling.told.is_private = True
    assert (await client.get("/page/request")).json()["number"] == 1
    requests.sent(sent("hi", "there"))
    assert (await client.get("/page/request")).json()["number"] == 3
