"""The adapter over real HTTP understands every stream, and what it stores can be sent back."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.kit.errors import ServerSilent
from bot.kit.prompt_text import own
from bot.model.listing import served
from bot.model.openai_model import client
from bot.model.seam import Answer, ModelRequest
from bot.model.values import AssistantMessage, UserMessage
from practice.model.server import Reply
from tests.conftest import MODEL_KEY
from tests.process import Script
from tests.talking import Conversation, talking_to

TEA, CAKE = '{"content": "tea"}', '{"content": "cake"}'
DONE = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


@pytest.fixture
async def conversation(model: Script) -> AsyncIterator[Conversation]:
    """A conversation that begins."""
    async with talking_to(model.url) as adapter:
        yield Conversation(adapter)


def stream(*events: object) -> Reply:
    """Return a reply whose stream holds these events."""
    return Reply(raw=(*(f"data: {json.dumps(event)}\n\n".encode() for event in events), b"data: [DONE]\n\n"))


def delta(content: object) -> dict[str, Any]:
    """Return an event that brings words."""
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": None}]}


def pieces(*told: dict[str, Any]) -> list[dict[str, Any]]:
    """Return events that each bring a piece of a call: index, id, name, arguments."""
    return [{"choices": [{"index": 0, "delta": {"tool_calls": [_piece(**it)]}}]} for it in told]


def _piece(name: str | None = None, arguments: object = None, **rest: object) -> dict[str, object]:
    return {**rest, "function": {"name": name, "arguments": arguments}}


def called(answer: Answer) -> list[tuple[str, str]]:
    """Return the names and arguments of an answer's calls."""
    return [(call.name, call.arguments) for call in answer.message.calls]


@pytest.mark.parametrize(
    "arguments",
    [
        "[" * 3_000,
        '{"a": "\\ud800"}',
    ],
)
async def test_arguments_that_are_no_object_are_sent_back_as_one(
    conversation: Conversation, model: Script, arguments: str
) -> None:
    model.then(Script.raw_call("add_to_memory", arguments))
    assert called(await conversation.ask()) == [("add_to_memory", arguments)]
    await conversation.ask()
    (sent,) = sent_arguments(model)
    assert json.loads(sent) == {"malformed": arguments[:1_000]}


def sent_arguments(model: Script) -> list[str]:
    """Return the arguments of the calls in the newest request."""
    messages = json.loads(model.requests[-1].body)["messages"]
    return [call["function"]["arguments"] for message in messages for call in message.get("tool_calls", ())]


async def test_a_call_id_is_unique_in_the_conversation(conversation: Conversation, model: Script) -> None:
    step = stream(*pieces({"index": 0, "id": "call_0", "name": "add_to_memory", "arguments": TEA}), DONE)
    model.then(step, step, step)
    for _ in range(4):
        await conversation.ask()
    ids = [call.id for it in conversation.messages if isinstance(it, AssistantMessage) for call in it.calls]
    assert ids[0] == "call_0"
    assert len(set(ids)) == 3


MORE_THAN_PACKETS = 20
"""Of 64 kB at most, in which the events below come."""


async def test_others_are_served_while_events_come_faster_than_they_are_read(
    conversation: Conversation, model: Script
) -> None:
    served = 0

    async def other() -> None:
        nonlocal served
        while True:
            await asyncio.sleep(0)
            served += 1

    events = [f"data: {json.dumps(delta(f'word{number} '))}\n\n".encode() for number in range(5_000)]
    model.then(Reply(raw=(b"".join(events), b"data: [DONE]\n\n")))
    others = asyncio.create_task(other())
    request = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=[], messages=[UserMessage(own("Hello"))])
    await conversation.model.answer(request)
    others.cancel()
    assert served > MORE_THAN_PACKETS


CUT = {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}
WHOLE_CALL = {"index": 0, "id": "a", "name": "first", "arguments": TEA}
CITIES = '```json\n[{"name": "Berlin", "population": 3700000}, {"name": "Ham'
HALF_CALL = {"index": 1, "id": "b", "name": "second", "arguments": CAKE[:7]}


@pytest.mark.parametrize(
    ("events", "words", "calls"),
    [
        ([delta("Half an answ")], "Half an answ", []),
        (pieces(WHOLE_CALL, HALF_CALL), "", [("first", TEA)]),
        ([delta('I\'ll store it.\n<tool_call>{"name": "add_to_memory", "argu')], "I'll store it.", []),
        ([delta("Let me see.\n<think>Hmm")], "Let me see.", []),
        ([delta(CITIES)], CITIES, []),
    ],
    ids=[
        "words",
        "a call and half a one",
        "half a call among words",
        "reasoning among words",
        "a list that was asked for",
    ],
)
async def test_an_answer_that_reached_its_length_limit_is_known_and_holds_no_half_call(
    conversation: Conversation, model: Script, events: list[dict[str, Any]], words: str, calls: list[tuple[str, str]]
) -> None:
    model.then(stream(*events, CUT))
    answer = await conversation.ask()
    assert (answer.message.content, called(answer), answer.message.is_cut) == (words, calls, True)
    assert not (await conversation.ask()).message.is_cut


FOREIGN = {
    "OPENAI_API_KEY": "sk-foreign",
    "OPENAI_ADMIN_KEY": "sk-foreign",
    "OPENAI_BASE_URL": "http://foreign.invalid/v1",
    "OPENAI_ORG_ID": "org-foreign",
    "OPENAI_PROJECT_ID": "proj-foreign",
    "OPENAI_WEBHOOK_SECRET": "foreign",
    "OPENAI_CUSTOM_HEADERS": "X-Foreign: yes\nAuthorization: Bearer foreign",
}


async def test_the_settings_are_the_only_source(model: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FOREIGN.items():
        monkeypatch.setenv(name, value)
    async with client("", None, timeout=1) as openai_s_own:
        assert str(openai_s_own.base_url) == "https://api.openai.com/v1/"
        assert openai_s_own.api_key == "none"
    async with talking_to(model.url, at_openai=True) as adapter:
        await Conversation(adapter).ask()
    headers = model.requests[-1].headers
    assert not [name for name, value in headers.items() if "foreign" in f"{name} {value}".lower()]
    assert not [name for name in headers if re.fullmatch("openai-(organization|project)", name)]


async def test_a_server_on_this_machine_is_asked_past_any_proxy(model: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert (await served(MODEL_KEY, model.url)).models == ["scripted"]


async def test_an_answer_that_gave_its_reason_to_end_is_whole_though_its_stream_stays_open(model: Script) -> None:
    async with talking_to(model.url, chunk_seconds=0.2) as adapter:
        model.then(Reply(text="Whole", gates={3: asyncio.Event()}))  # before the usage, after the finish reason
        assert (await Conversation(adapter).ask()).message.content == "Whole"
        model.then(Reply(text="Whole", gates={2: asyncio.Event()}))  # before the finish reason
        with pytest.raises(ServerSilent):
            await Conversation(adapter).ask()


async def test_a_server_that_only_keeps_the_connection_open_is_silent(model: Script) -> None:
    pings = (b"data: : ping\n\n", b": ping\n\n", b'data: {"choices": [{"delta": {}}]}\n\n') * 100
    async with talking_to(model.url, first_chunk_seconds=0.1) as adapter:
        model.then(Reply(raw=pings, delay=0.02))
        with pytest.raises(ServerSilent):
            await Conversation(adapter).ask()
    await model.server.wait_for_abandoned()


async def test_a_stream_is_closed_where_its_answer_repeats_itself(conversation: Conversation, model: Script) -> None:
    model.then(Reply(pieces=("Ha! ",) * 20_000))
    answer = await conversation.ask()
    assert (answer.message.content, answer.message.is_cut) == (("Ha! " * 50).strip(), True)
    await model.server.wait_for_abandoned()


async def test_a_name_no_server_takes_is_stored_as_one_it_takes(conversation: Conversation, model: Script) -> None:
    model.then(Script.raw_call("", TEA), Script.raw_call("functions.add to memory!", TEA))
    assert called(await conversation.ask()) == [("unknown", TEA)]
    assert called(await conversation.ask()) == [("functions_add_to_memory_", TEA)]
    assert (await conversation.ask()).message.content == "Echo: Hello"


async def test_an_answer_begins_with_its_first_words_and_ends_with_its_last_chunk(
    conversation: Conversation, model: Script
) -> None:
    pause = 0.05
    model.then("Warm.", Reply(text="one two", reasoning="Let me see.", delay=pause))
    await conversation.ask()
    usage = (await conversation.ask()).usage
    assert usage.first_token_seconds
    assert usage.seconds
    assert usage.first_token_seconds >= 3 * pause
    assert usage.seconds - usage.first_token_seconds >= pause / 2


async def test_a_model_that_reasons_may_be_silent_for_longer(model: Script) -> None:
    async with talking_to(model.url, chunk_seconds=0.05) as adapter:
        model.then(Reply(reasoning="Well", text="Whole", delay=0.1))
        assert (await Conversation(adapter).ask()).message.content == "Whole"
        model.then(Reply(text="Whole answer", delay=0.1))
        with pytest.raises(ServerSilent):
            await Conversation(adapter).ask()
