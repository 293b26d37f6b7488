"""The practice model server, asked by the real OpenAI client and by plain HTTP."""

import asyncio
import json
import logging
import time
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
    InternalServerError,
    NotFoundError,
    RateLimitError,
)
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam, ChatCompletionToolParam

from practice.faults import Fault
from practice.model.server import ChatRequest, ModelServer, Refusal, Reply, ToolCall, Usage
from practice.serving import serve

HELLO: list[ChatCompletionMessageParam] = [{"role": "user", "content": "Hello"}]
TOOL: ChatCompletionToolParam = {
    "type": "function",
    "function": {
        "name": "add_to_memory",
        "description": "Remember something.",
        "parameters": {"type": "object", "properties": {"content": {"type": "string"}}, "required": ["content"]},
    },
}


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


async def test_a_whole_answer_carries_text_reason_and_usage() -> None:
    async with client_of(answering(Reply(text="Hi there, you."))) as client:
        answer = await client.chat.completions.create(model="practice", messages=HELLO)
    assert answer.choices[0].message.content == "Hi there, you."
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage
    assert answer.usage.completion_tokens == 4
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + 4


async def test_a_stream_begins_with_the_role_and_brings_a_word_a_chunk() -> None:
    async with client_of(answering(Reply(text="Hi there,\nyou "))) as client:
        chunks = await streamed(client)
    assert chunks[0].choices[0].delta.role == "assistant"
    words = [chunk.choices[0].delta.content for chunk in chunks[1:-1]]
    assert words == ["Hi", " there,", "\nyou", " "]
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert {chunk.usage for chunk in chunks} == {None}


async def test_given_pieces_are_the_chunks() -> None:
    async with client_of(answering(Reply(pieces=("Hel", "lo")))) as client:
        chunks = await streamed(client)
        whole = await client.chat.completions.create(model="practice", messages=HELLO)
    assert [chunk.choices[0].delta.content for chunk in chunks[1:-1]] == ["Hel", "lo"]
    assert whole.choices[0].message.content == "Hello"


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


async def test_tool_calls_are_streamed_in_pieces_that_join_to_the_raw_arguments() -> None:
    calls = (ToolCall("add_to_memory", '{"content": "User likes tea"}', "call_7"), ToolCall("forget_memory", "{oops"))
    async with client_of(answering(Reply(calls=calls))) as client:
        chunks = await streamed(client, tools=[TOOL])
    pieces = [call for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or ()]
    arguments = ["", ""]
    for piece in pieces:
        assert piece.function
        arguments[piece.index] += piece.function.arguments or ""
    heads = [piece for piece in pieces if piece.id]
    assert arguments == ['{"content": "User likes tea"}', "{oops"]
    assert len(pieces) > 4
    assert [head.function and head.function.name for head in heads] == ["add_to_memory", "forget_memory"]
    assert [head.index for head in heads] == [0, 1]
    assert heads[0].id == "call_7"
    assert (heads[1].id or "").startswith("call_")
    assert chunks[-1].choices[0].finish_reason == "tool_calls"


async def test_a_whole_answer_carries_tool_calls_and_no_text() -> None:
    server = answering(Reply(calls=(ToolCall("add_to_memory", "{}", "call_7"),)))
    async with client_of(server) as client:
        answer = await client.chat.completions.create(model="practice", messages=HELLO, tools=[TOOL])
    message = answer.choices[0].message
    assert message.content is None
    assert message.tool_calls
    assert message.tool_calls[0].id == "call_7"
    assert answer.choices[0].finish_reason == "tool_calls"


async def test_reasoning_comes_before_the_text_in_a_field_of_its_own() -> None:
    async with client_of(answering(Reply(text="Yes.", reasoning="Let me think."))) as client:
        chunks = await streamed(client)
        whole = await client.chat.completions.create(model="practice", messages=HELLO)
    deltas = [chunk.choices[0].delta.model_dump(exclude_none=True) for chunk in chunks[1:-1]]
    assert [next(iter(delta)) for delta in deltas] == ["reasoning_content"] * 3 + ["content"]
    assert (whole.choices[0].message.model_extra or {})["reasoning_content"] == "Let me think."


async def test_a_finish_reason_can_be_chosen() -> None:
    async with client_of(answering(Reply(text="And then", finish_reason="length"))) as client:
        assert (await streamed(client))[-1].choices[0].finish_reason == "length"


async def test_the_responder_may_be_asynchronous_and_sees_the_request() -> None:
    async def echo(request: ChatRequest) -> Reply:
        await asyncio.sleep(0)
        return Reply(text=f"{request.messages[-1].content}!")

    async with client_of(ModelServer(echo)) as client:
        assert text_of(await streamed(client)) == "Hello!"


async def test_models_are_listed() -> None:
    server = ModelServer(lambda _: Reply(), models=("small", "large"), listed={"max_model_len": 8192})
    async with client_of(server) as client:
        models = [model async for model in client.models.list()]
    assert [(model.id, model.model_extra) for model in models] == [
        (name, {"max_model_len": 8192}) for name in ("small", "large")
    ]


# Faults on demand


async def test_a_gate_holds_the_stream_and_the_chunks_before_it_have_left() -> None:
    gate = asyncio.Event()
    async with client_of(answering(Reply(text="one two three", gates={2: gate}))) as client:
        stream = aiter(await client.chat.completions.create(model="practice", messages=HELLO, stream=True))
        seen = [await anext(stream), await anext(stream)]
        held = asyncio.ensure_future(anext(stream))
        done, _ = await asyncio.wait({held}, timeout=0.1)
        assert not done
        gate.set()
        rest = [await held] + [chunk async for chunk in stream]
    assert text_of(seen) == "one"
    assert text_of(rest) == " two three"


async def test_words_leave_one_delay_apart() -> None:
    async with client_of(answering(Reply(text="one two", delay=0.05))) as client:
        start = time.monotonic()
        await streamed(client)
    assert time.monotonic() - start >= 0.1  # before each of two words


async def test_the_end_comes_at_once() -> None:
    async with client_of(answering(Reply(text="", delay=3_600))) as client, asyncio.timeout(10):
        await streamed(client)


async def test_a_cut_stream_ends_without_its_end() -> None:
    async with client_of(answering(Reply(text="one two three", cut_after=3))) as client:
        stream = aiter(await client.chat.completions.create(model="practice", messages=HELLO, stream=True))
        seen = [await anext(stream) for _ in range(3)]
        with pytest.raises(APIConnectionError):
            await anext(stream)
    assert text_of(seen) == "one two"


async def test_a_recorded_stream_is_sent_byte_for_byte() -> None:
    recorded = (b": keep-alive\n\n", b'data: {"id":"x","choices":[]}\r\n\r\n', b"data: [DO", b"NE]\n\n")
    body = json.dumps({"model": "practice", "messages": HELLO, "stream": True}).encode()
    async with client_of(answering(Reply(raw=recorded))) as client:
        response = await raw_post(client, body)
    assert response.content == b"".join(recorded)
    assert response.headers["content-type"].startswith("text/event-stream")


async def test_an_error_comes_with_its_status_body_and_headers() -> None:
    error = Refusal(
        429,
        "You exceeded your quota.",
        type="insufficient_quota",
        code="insufficient_quota",
        headers={"retry-after": "7"},
    )
    async with client_of(answering(Reply(error=error))) as client:
        with pytest.raises(RateLimitError) as caught:
            await streamed(client)
    assert caught.value.code == "insufficient_quota"
    assert caught.value.response.headers["retry-after"] == "7"
    assert "You exceeded your quota." in caught.value.message


async def test_a_client_that_leaves_is_noticed_though_the_stream_is_held() -> None:
    server = answering(Reply(text="one two", gates={2: asyncio.Event()}))
    async with client_of(server) as client:
        stream = await client.chat.completions.create(model="practice", messages=HELLO, stream=True)
        await anext(aiter(stream))
        await stream.close()
        await server.wait_for_abandoned()
    assert server.abandoned == 1


async def test_a_server_that_ends_does_not_wait_for_a_held_stream() -> None:
    server = answering(Reply(text="one two", gates={2: asyncio.Event()}))
    async with asyncio.timeout(5), AsyncOpenAI(base_url="", api_key="sk-practice", max_retries=0) as client:
        async with serve(server.app) as address:
            client.base_url = f"{address}/v1/"
            stream = await client.chat.completions.create(model="practice", messages=HELLO, stream=True)
        with pytest.raises((httpx2.HTTPError, APIConnectionError)):
            _ = [chunk async for chunk in stream]


async def test_every_second_request_can_fail_and_is_noted_all_the_same() -> None:
    server = answering(Reply(text="Hi"))
    server.fail(429, retry_after=7, every=2)
    async with client_of(server) as client:
        assert text_of(await streamed(client)) == "Hi"
        with pytest.raises(RateLimitError, match="Too Many Requests") as caught:
            await streamed(client)
        assert text_of(await streamed(client)) == "Hi"
    assert caught.value.response.headers["retry-after"] == "7"
    assert len(server.requests) == 3


async def test_every_request_can_fail_until_the_server_is_healed() -> None:
    server = answering(Reply(text="Hi"))
    server.fail()
    async with client_of(server) as client:
        with pytest.raises(InternalServerError, match="Internal Server Error"):
            await streamed(client)
        server.heal()
        assert text_of(await streamed(client)) == "Hi"


async def test_a_stream_can_be_dropped_after_some_chunks_a_number_of_times() -> None:
    server = answering(Reply(text="one two three"))
    server.cut(2, times=1)
    async with client_of(server) as client:
        stream = aiter(await client.chat.completions.create(model="practice", messages=HELLO, stream=True))
        assert text_of([await anext(stream), await anext(stream)]) == "one"
        with pytest.raises(APIConnectionError):
            await anext(stream)
        assert text_of(await streamed(client)) == "one two three"


async def test_a_request_can_be_dropped_without_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    server = answering(Reply(text="Hi"))
    server.drop(times=1)
    async with client_of(server) as client:
        with pytest.raises(APIConnectionError):
            await streamed(client)
        assert text_of(await streamed(client)) == "Hi"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_request_can_be_met_with_silence() -> None:
    server = answering(Reply(text="Hi"))
    server.silence(times=1)
    async with client_of(server) as client:
        with pytest.raises(APITimeoutError):
            await streamed(client.with_options(timeout=1))
        assert text_of(await streamed(client)) == "Hi"


async def test_a_callback_runs_when_a_request_arrives_or_when_its_last_chunk_is_written() -> None:
    told: list[str] = []
    gate = asyncio.Event()

    async def came() -> None:
        told.append("came")

    async def written() -> None:
        told.append("written")
        await gate.wait()

    server = answering(Reply(text="Hi"))
    server.add_fault(Fault(callback=came))
    server.add_fault(Fault(callback=written, after_effect=True))
    async with client_of(server) as client:
        stream = aiter(await client.chat.completions.create(model="practice", messages=HELLO, stream=True))
        assert text_of([await anext(stream), await anext(stream), await anext(stream)]) == "Hi"
        ending = asyncio.ensure_future(anext(stream, None))
        gate.set()
        assert await ending is None
    assert told == ["came", "written"]


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
    assert server.requests[0].sent("messages") == '[ {"role":"user",\n"content":"\\u00e9 ]}"} ]'
    assert server.requests[0].sent("stream_options") == '{"include_usage" :true}'
    assert server.requests[0].sent("tools") == ""


async def test_a_request_can_be_waited_for() -> None:
    server = answering(Reply(text="Hi"))
    async with client_of(server) as client:
        waiting = asyncio.ensure_future(server.wait_for_request(2))
        await streamed(client)
        assert not waiting.done()
        await streamed(client, seed=2)
        assert (await waiting).request.seed == 2
        with pytest.raises(TimeoutError):
            await server.wait_for_request(3, within=0.01)


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
