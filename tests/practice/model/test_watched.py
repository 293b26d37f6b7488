"""An observer of a model's server sees each request as it was sent, and what its answer cost."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from practice.model.answer import Usage
from practice.model.relay import Relay
from practice.model.server import Refusal, Reply
from practice.model.watched import Watched
from practice.serving import serve
from tests.process import Script

COST = Usage(30, 10, cached=20)
ASKED = {"model": "scripted", "messages": [{"role": "user", "content": "Grüße, 🙂"}]}
STREAMED = {**ASKED, "stream": True, "stream_options": {"include_usage": True}}


class Observer:
    """Keeps what it sees."""

    def __init__(self) -> None:
        self.seen: list[bytes | Usage | None] = []
        self._ended = asyncio.Event()

    def sent(self, body: bytes) -> int:
        """See a request's body."""
        self.seen.append(body)
        return len(self.seen)

    def answered(self, number: int, usage: Usage | None) -> None:
        """See that nothing more comes of it."""
        assert isinstance(self.seen[number - 1], bytes)
        self.seen.append(usage)
        self._ended.set()

    async def end(self) -> None:
        """Wait until a request has ended: its client may see that earlier."""
        async with asyncio.timeout(10):
            await self._ended.wait()


@pytest.fixture
def observer() -> Observer:
    return Observer()


@pytest.fixture(params=["in front of the server", "in front of a relay"])
async def client(request: pytest.FixtureRequest, model: Script, observer: Observer) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a model's server that is watched, or of one that passes everything on."""
    app = model.server.app if request.param == "in front of the server" else Relay(model.url).app
    headers = {"authorization": "Bearer sk-tests"}
    async with serve(Watched(app, observer)) as url, httpx.AsyncClient(base_url=url, headers=headers) as client:
        yield client


@pytest.mark.parametrize("asked", [ASKED, STREAMED, {**ASKED, "stream": True}], ids=["whole", "streamed", "no usage"])
async def test_the_bytes_are_those_that_were_sent_and_the_tokens_those_the_server_counts(
    client: httpx.AsyncClient, model: Script, observer: Observer, asked: dict[str, object]
) -> None:
    model.then(Reply(text='Hello. {"usage": 1}', usage=COST))
    body = json.dumps(asked, ensure_ascii=False).encode()
    answer = await client.post("/v1/chat/completions", content=body)
    assert "Hello." in answer.text
    assert [it.body for it in model.server.requests] == [body]
    await observer.end()
    assert observer.seen == [body, None if asked == {**ASKED, "stream": True} else COST]


async def test_what_is_refused_costs_nothing(client: httpx.AsyncClient, model: Script, observer: Observer) -> None:
    model.then(Reply(error=Refusal(429, "Slow down", headers={"retry-after": "7"})))
    answer = await client.post("/v1/chat/completions", json=ASKED)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
    await observer.end()
    assert observer.seen[1:] == [None]


async def test_a_stream_that_breaks_off_breaks_off(
    client: httpx.AsyncClient, model: Script, observer: Observer
) -> None:
    model.then(Reply(text="Never to its end", cut_after=2))
    with pytest.raises(httpx.RemoteProtocolError):
        await client.post("/v1/chat/completions", json=STREAMED)
    await observer.end()
    assert observer.seen[1:] == [None]


async def test_other_requests_are_not_observed(client: httpx.AsyncClient, observer: Observer) -> None:
    assert [it["id"] for it in (await client.get("/v1/models")).json()["data"]] == ["scripted"]
    embedded = await client.post("/v1/embeddings", json={"model": "any", "input": ["tea"]})
    assert len(embedded.json()["data"]) == 1
    assert observer.seen == []


async def test_a_relay_to_a_server_that_is_away_drops_the_connection() -> None:
    async with serve(Relay("http://127.0.0.1:9/v1").app) as url, httpx.AsyncClient() as client:
        with pytest.raises(httpx.RemoteProtocolError):
            await client.post(f"{url}/v1/chat/completions", json=ASKED)


async def test_who_leaves_a_relay_is_seen_to_leave_by_the_server(model: Script, client: httpx.AsyncClient) -> None:
    model.then(Script.held("One two three", before=2))
    async with client.stream("POST", "/v1/chat/completions", json=STREAMED) as stream:
        await anext(stream.aiter_bytes())
    await model.server.wait_for_abandoned()


async def test_who_leaves_a_relay_before_the_answer_begins_is_seen_to_leave_too() -> None:
    arrived = asyncio.Event()
    left = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI's signature
        assert scope["type"] == "http", "there is no lifespan"
        while (await receive())["type"] != "http.disconnect":
            arrived.set()
        left.set()

    async with serve(app) as upstream, serve(Relay(f"{upstream}/v1").app) as url, httpx.AsyncClient() as client:
        asking = asyncio.create_task(client.post(f"{url}/v1/chat/completions", json=ASKED))
        async with asyncio.timeout(10):
            await arrived.wait()
            asking.cancel()
            await left.wait()


async def test_a_relay_that_is_ended_before_the_first_piece_leaves_the_server(model: Script) -> None:
    model.then(Script.held("One two three", before=2))
    received = asyncio.Queue[Message]()
    received.put_nowait({"type": "http.request", "body": json.dumps(STREAMED).encode()})
    began = asyncio.Event()

    async def send(_: Message) -> None:
        began.set()
        await asyncio.Event().wait()

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/chat/completions",
        "headers": [(b"host", b"localhost"), (b"authorization", b"Bearer sk-tests")],
        "query_string": b"",
    }
    answering = asyncio.create_task(Relay(model.url).app(scope, received.get, send))
    await began.wait()
    answering.cancel()
    await model.server.wait_for_abandoned()


async def test_no_foreign_name_can_ask_a_relay() -> None:
    async with serve(Relay("http://127.0.0.1:9/v1").app) as url, httpx.AsyncClient() as client:
        assert (await client.get(f"{url}/v1/models", headers={"Host": "evil.example"})).status_code == 400
