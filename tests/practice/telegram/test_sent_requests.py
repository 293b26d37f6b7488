"""Each request to a model's server, or to a relay of it, is recorded as it was sent, with what its answer cost."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from practice.model.answer import Usage
from practice.model.relay import Relay
from practice.model.server import Reply
from practice.serving import serve
from practice.telegram.sent_requests import SentRequests, Watched
from tests.process import Script

COST = Usage(30, 10, cached=20)
ASKED = {"model": "scripted", "messages": [{"role": "user", "content": "Grüße, 🙂"}]}
STREAMED = {**ASKED, "stream": True, "stream_options": {"include_usage": True}}


@pytest.fixture
def requests() -> SentRequests:
    return SentRequests()


@pytest.fixture
async def client(model: Script, requests: SentRequests) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a relay of a model's server."""
    headers = {"authorization": "Bearer sk-tests"}
    app = Watched(Relay(model.url).app, requests)
    async with serve(app) as url, httpx.AsyncClient(base_url=url, headers=headers) as client:
        yield client


@pytest.mark.parametrize("asked", [ASKED, STREAMED], ids=["whole", "streamed"])
async def test_the_bytes_are_those_that_were_sent_and_the_tokens_those_the_server_counts(
    client: httpx.AsyncClient, model: Script, requests: SentRequests, asked: dict[str, object]
) -> None:
    ended = asyncio.Event()
    requests.on_change = lambda: None if requests.is_asked else ended.set()
    model.then(Reply(text='Hello. {"usage": 1}', usage=COST))
    body = json.dumps(asked, ensure_ascii=False).encode()
    answer = await client.post("/v1/chat/completions", content=body)
    assert "Hello." in answer.text
    assert [it.body for it in model.server.requests] == [body]
    assert "sk-tests" not in repr(model.server.requests)
    async with asyncio.timeout(10):
        await ended.wait()
    assert requests.last
    assert (requests.last.body, requests.last.usage) == (body, COST)


async def test_what_breaks_off_breaks_off_and_other_requests_are_not_recorded(
    client: httpx.AsyncClient, model: Script, requests: SentRequests
) -> None:
    assert [it["id"] for it in (await client.get("/v1/models")).json()["data"]] == ["scripted"]
    assert requests.last is None
    model.then(Reply(text="Never to its end", cut_after=2))
    with pytest.raises(httpx.RemoteProtocolError):
        await client.post("/v1/chat/completions", json=STREAMED)


async def test_a_relay_drops_the_connection_where_its_server_is_away_and_refuses_foreign_names() -> None:
    async with serve(Relay("http://127.0.0.1:9/v1").app) as url, httpx.AsyncClient() as client:
        with pytest.raises(httpx.RemoteProtocolError):
            await client.post(f"{url}/v1/chat/completions", json=ASKED)
        assert (await client.get(f"{url}/v1/models", headers={"Host": "evil.example"})).status_code == 400
