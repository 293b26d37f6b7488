"""The practice model server, asked by the real OpenAI client and by plain HTTP."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from openai import AsyncOpenAI, AuthenticationError, BadRequestError, NotFoundError
from openai.types.chat import ChatCompletionMessageParam

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


async def test_a_stream_is_read_by_the_real_client_and_its_usage_comes_last() -> None:
    server = ModelServer(lambda _: Reply(text="Hi there", usage=Usage(prompt=1200, completion=7, cached=1024)))
    async with client_of(server) as client:
        stream = await client.chat.completions.create(
            model="practice", messages=HELLO, stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
    assert "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices) == "Hi there"
    usage = chunks[-1].usage
    assert usage
    assert (chunks[-1].choices, usage.prompt_tokens, usage.completion_tokens) == ([], 1200, 7)
    assert all(chunk.usage is None for chunk in chunks[:-1])
    received = server.requests[0]
    assert json.loads(received.body)["messages"] == HELLO
    assert "sk-practice" not in repr(received)


async def test_what_is_asked_wrongly_is_refused_and_noted() -> None:
    server = ModelServer(lambda _: Reply(text="Hi"), api_key="sk-right", context_tokens=100)
    long: list[ChatCompletionMessageParam] = [{"role": "user", "content": "x" * 400}]
    async with client_of(server, "sk-wrong") as client:
        with pytest.raises(AuthenticationError, match="Incorrect API key provided"):
            await client.models.list()
    async with client_of(server, "sk-right") as client:
        with pytest.raises(NotFoundError, match="does not exist"):
            await client.chat.completions.create(model="gpt-0", messages=HELLO)
        with pytest.raises(BadRequestError, match="maximum context length is 100 tokens"):
            await client.chat.completions.create(model="practice", messages=long)
        with pytest.raises(NotFoundError, match="Invalid URL"):
            await client.moderations.create(input="Hello")
    assert [refusal.status for refusal in server.refusals] == [401, 404, 400]
    assert server.requests == []
