"""Prompt-cache fields of requests to OpenAI, their savings, and servers that refuse them."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.kit.prompt_text import own
from bot.kit.usage import Usage
from bot.model.openai_model import OpenAIModel
from bot.model.seam import ModelRequest
from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, UserMessage
from practice.model.server import ModelServer, Received, Reply
from practice.serving import serve
from tests.talking import talking_to

NEWER = "gpt-5.6-mini"
TOOL = ToolSpec.of("note", "Notes a word.", {"type": "object", "properties": {}})
SYSTEM = "You are kind. " + "These are instructions. " * 250
"""Some 1,500 tokens as the practice server counts them."""
EARLIER = "## Earlier in this conversation\n\nThey spoke about tea."
REQUEST = ModelRequest(cache_key="whose", system_prompt=SYSTEM, tools=[TOOL], messages=[UserMessage(own("Hello"))])


class Chat:
    """A conversation with a model, whose server keeps a prompt cache."""

    def __init__(self, server: ModelServer, adapter: OpenAIModel) -> None:
        self.server = server
        self._adapter = adapter
        self.request = REQUEST

    def seen(self, words: str) -> bytes:
        """Return the request that would say something."""
        return self._adapter.body(self._saying(words))

    async def ask(self, words: str) -> Usage:
        """Say something; return what it cost to be answered."""
        self.request = self._saying(words)
        answer = await self._adapter.answer(self.request)
        self.request = replace(self.request, messages=[*self.request.messages, answer.message])
        return answer.usage

    def _saying(self, words: str) -> ModelRequest:
        return replace(self.request, messages=[*self.request.messages, UserMessage(own(words))])

    def compact(self, summary: str) -> None:
        """Replace all but the last messages with a summary."""
        self.request = replace(self.request, earlier=summary, messages=self.request.messages[-2:])


@asynccontextmanager
async def chat(name: str = NEWER, unsupported: Sequence[str] = ()) -> AsyncIterator[Chat]:
    """Talk to a model."""
    server = ModelServer(lambda _: Reply(text="I see."), models=(name,), unsupported=unsupported, explicit_cache=True)
    async with serve(server.app) as url, talking_to(f"{url}/v1", name=name, at_openai=True) as adapter:
        yield Chat(server, adapter)


def body(received: Received) -> Any:
    return json.loads(received.body)


def said_of_the_cache(received: Received) -> set[str]:
    """Return the names of the parameters of prompt caching in a request."""
    names = ("prompt_cache_key", "prompt_cache_options", "prompt_cache_breakpoint")
    return {name for name in names if f'"{name}"' in received.body.decode()}


async def test_a_newer_openai_model_gets_one_breakpoint_after_the_stable_part() -> None:
    async with chat() as talk:
        await talk.ask("Hello")
        talk.compact(EARLIER)
        await talk.ask("And now?")
    first, second = map(body, talk.server.requests)
    assert first["prompt_cache_key"] == "whose"
    assert first["prompt_cache_options"] == {"mode": "implicit"}
    kept = {"type": "text", "text": SYSTEM, "prompt_cache_breakpoint": {"mode": "explicit"}}
    assert first["messages"][0] == {"role": "system", "content": [kept]}
    assert second["messages"][0] == {"role": "system", "content": [kept, {"type": "text", "text": f"\n\n{EARLIER}"}]}
    assert str(second).count("prompt_cache_breakpoint") == 1


async def test_a_change_after_the_breakpoint_keeps_what_comes_before_it_cached() -> None:
    async with chat() as talk:
        first = await talk.ask("Hello")
        talk.compact(EARLIER)
        compacted = await talk.ask("And now?")
        talk.request = replace(REQUEST, cache_key="another's")
        stranger = await talk.ask("Hello")
    kept = (len(SYSTEM) + len(TOOL.parameters)) / 4
    assert kept < compacted.cached_tokens < kept + 100
    assert (first.cached_tokens, stranger.cached_tokens) == (0, 0)
    assert kept < first.written_tokens < kept + 100


@pytest.mark.parametrize(("name", "told"), [("gpt-5.5-pro", 1), ("ft:gpt-4.1-mini:us::1", 1), ("gpt-5.10", 3)])
async def test_only_known_older_models_get_no_breakpoint(name: str, told: int) -> None:
    async with chat(name) as talk:
        await talk.ask("Hello")
    assert [len(said_of_the_cache(it)) for it in talk.server.requests] == [told]


async def test_a_refused_parameter_is_left_out_at_once_and_never_sent_again() -> None:
    async with chat("new", unsupported=["prompt_cache_breakpoint"]) as talk:
        costs = [await talk.ask(f"Question {number}?") for number in range(2)]
    assert all(cost.output_tokens for cost in costs)
    assert [said_of_the_cache(it) for it in talk.server.requests] == [{"prompt_cache_key"}] * 2
    assert len(talk.server.refusals) == 1


async def test_a_request_can_be_seen_before_it_is_sent_byte_for_byte() -> None:
    words = "Grüße, 🙂"
    called = AssistantMessage(words, (ToolCall("c1", "note", '{"word": "té\\u0301"}'),))
    said: list[Message] = [UserMessage(own(words), note=own("A note.")), called, ToolResult("c1", own("Noted."))]
    async with chat() as talk:
        talk.request = replace(REQUEST, messages=said, earlier=words)
        seen = talk.seen("And now?")
        await talk.ask("And now?")
    assert talk.server.requests[-1].body == seen
