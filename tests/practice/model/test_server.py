"""The practice model server, asked by the real OpenAI client and by plain HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from openai import (
    APIConnectionError,
    APITimeoutError,
    AsyncOpenAI,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
)
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

from practice.model.server import ModelServer, Reply, Usage
from practice.serving import serve

HELLO: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]


@asynccontextmanager
async def client_of(server: ModelServer, api_key: str = "sk-practice") -> AsyncIterator[AsyncOpenAI]:
    async with (
        serve(server.app) as address,
        AsyncOpenAI(base_url=f"{address}/v1", api_key=api_key, max_retries=0, timeout=10) as client,
    ):
        yield client


def answering(reply: Reply) -> ModelServer:
    return ModelServer(lambda _: reply)


async def streamed(client: AsyncOpenAI, **more: Any) -> list[ChatCompletionChunk]:
    stream = await client.chat.completions.create(model="practice", messages=HELLO, stream=True, **more)
    return [chunk async for chunk in stream]


def text_of(chunks: list[ChatCompletionChunk]) -> str:
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


async def raw_post(client: AsyncOpenAI, body: bytes, **headers: str) -> httpx2.Response:
    async with httpx2.AsyncClient() as http:
        return await http.post(f"{client.base_url}chat/completions", content=body, headers=headers)


# Answers


async def test_usage_comes_in_a_last_chunk_without_choices_when_asked_for() -> None:
    server = answering(Reply(text="Hi", usage=Usage(prompt=1200, completion=7, cached=1024)))
    async with client_of(server) as client:
        chunks = await streamed(client, stream_options={"include_usage": True})
    assert chunks[-1].choices == []
    usage = chunks[-1].usage
    assert usage
    assert usage.prompt_tokens_details
    assert (usage.prompt_tokens, usage.completion_tokens, usage.prompt_tokens_details.cached_tokens) == (1200, 7, 1024)
    assert all(chunk.usage is None for chunk in chunks[:-1])


# Faults on demand


async def test_a_server_that_ends_does_not_wait_for_a_held_stream() -> None:
    server = answering(Reply(text="one two", gates={2: asyncio.Event()}))
    async with asyncio.timeout(5), AsyncOpenAI(base_url="", api_key="sk-practice", max_retries=0) as client:
        async with serve(server.app) as address:
            client.base_url = f"{address}/v1/"
            stream = await client.chat.completions.create(model="practice", messages=HELLO, stream=True)
        with pytest.raises((httpx2.HTTPError, APIConnectionError)):
            _ = [chunk async for chunk in stream]


async def test_a_request_can_be_met_with_silence() -> None:
    server = answering(Reply(text="Hi"))
    server.silence(times=1)
    async with client_of(server) as client:
        with pytest.raises(APITimeoutError):
            await streamed(client.with_options(timeout=1))
        assert text_of(await streamed(client)) == "Hi"


# What was received


async def test_requests_are_kept_as_they_came_without_secrets() -> None:
    server = answering(Reply(text="Hi"))
    async with client_of(server) as client:
        await client.chat.completions.create(model="practice", messages=HELLO, temperature=0.5)
    received = server.requests[0]
    assert json.loads(received.body)["messages"] == HELLO
    assert received.request.temperature == 0.5
    assert "sk-practice" not in repr(received)
    assert received.headers["content-type"] == "application/json"


async def test_a_parameter_is_given_with_the_very_bytes_it_was_sent_with() -> None:
    server = answering(Reply(text="Hi"))
    body = (
        b'{ "stream_options":{"include_usage" :true}, "stream": true,'
        b'"messages" : [ {"role":"user",\n"content":"\\u00e9 ]}"} ],"model":"practice"}'
    )
    async with client_of(server) as client:
        await raw_post(client, body)
    assert server.requests[0].prompt == '[ {"role":"user",\n"content":"\\u00e9 ]}"} ]'
    assert server.requests[0].sent("stream_options") == '{"include_usage" :true}'
    assert server.requests[0].sent("tools") == ""


async def test_only_the_last_500_requests_are_kept() -> None:
    server = answering(Reply(text="Hi"))
    async with client_of(server) as client, httpx2.AsyncClient() as http:
        for seed in range(502):
            body = {"model": "practice", "messages": HELLO, "seed": seed}
            await http.post(f"{client.base_url}chat/completions", json=body)
        newest = await server.wait_for_request(502)
    assert len(server.requests) == 500
    assert (server.requests[0].request.seed, newest.request.seed) == (2, 501)


# Strictness


async def test_a_wrong_key_is_refused() -> None:
    server = ModelServer(lambda _: Reply(), api_key="sk-right")
    async with client_of(server, api_key="sk-wrong") as client:
        with pytest.raises(AuthenticationError, match="Incorrect API key provided") as caught:
            await client.chat.completions.create(model="practice", messages=HELLO)
        with pytest.raises(AuthenticationError):
            await client.models.list()
        response = await raw_post(client, b"{}")
    assert caught.value.code == "invalid_api_key"
    assert response.status_code == 401
    assert "You didn't provide an API key" in response.text
    assert server.requests == []


async def test_the_right_key_is_let_in() -> None:
    async with client_of(ModelServer(lambda _: Reply(text="Hi"), api_key="sk-right"), api_key="sk-right") as client:
        assert text_of(await streamed(client)) == "Hi"


async def test_an_unknown_model_is_refused() -> None:
    async with client_of(answering(Reply())) as client:
        with pytest.raises(NotFoundError) as caught:
            await client.chat.completions.create(model="gpt-0", messages=HELLO)
    assert caught.value.code == "model_not_found"


async def test_a_prompt_of_more_tokens_than_the_model_takes_is_refused_in_openais_words() -> None:
    server = ModelServer(lambda _: Reply(text="Hi"), context_tokens=100)
    long: list[ChatCompletionMessageParam] = [{"role": "user", "content": "x" * 400}]
    async with client_of(server) as client:
        assert text_of(await streamed(client)) == "Hi"
        with pytest.raises(BadRequestError, match="maximum context length is 100 tokens") as caught:
            await client.chat.completions.create(model="practice", messages=long)
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "messages")
    assert len(server.requests) == 1


async def test_an_unknown_address_is_refused_in_the_apis_form() -> None:
    async with client_of(answering(Reply())) as client:
        with pytest.raises(NotFoundError, match="Invalid URL"):
            await client.moderations.create(input="Hello")


async def test_what_is_refused_is_noted_and_not_answered() -> None:
    server = answering(Reply())
    async with client_of(server) as client:
        with pytest.raises(BadRequestError, match="Unrecognized request argument supplied: top_k"):
            await client.chat.completions.create(model="practice", messages=HELLO, extra_body={"top_k": 5})
    assert [refusal.status for refusal in server.refusals] == [400]
    assert server.requests == []
