"""Requests to the Responses API hold reasoning in its place, as long as it is this model's; its streams are read."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.kit.prompt_text import own
from bot.model.dialect import ANSWER_TOKENS, Api, Caching, Dialect, Part
from bot.model.rendering import Asking
from bot.model.responses import ResponseStream, responses_body
from bot.model.seam import ModelRequest
from bot.model.stream import Event, ReceivedAnswer
from bot.model.values import (
    AssistantMessage,
    Effort,
    Message,
    Picture,
    Reasoning,
    ToolCall,
    ToolResult,
    ToolSpec,
    UserMessage,
)

SERVER = "https://api.openai.com/v1"
PICTURE = Picture(key="seen", media_type="image/png", width=2, height=1, size=3)
TOOL = ToolSpec.of("note", "Notes a word.", {"type": "object", "properties": {}})
THOUGHT = {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "gAAA"}
PLACES: list[dict[str, Any]] = [
    THOUGHT,
    {"type": "message", "id": "msg_1", "phase": "commentary"},
    {"type": "function_call", "id": "fc_1"},
]
ITS = Reasoning("gpt", "output", json.dumps(PLACES), SERVER)
CALLED = AssistantMessage("One moment.", (ToolCall("call_1", "note", '{"word": "tea"}'),), reasoning=ITS)
MESSAGES: list[Message] = [
    UserMessage(own("Grüß dich 👋"), note=own("A note")),
    CALLED,
    ToolResult("call_1", own("Noted.")),
    AssistantMessage("Done."),
    UserMessage(own("This?"), pictures=(PICTURE,)),
]
REQUEST = ModelRequest(
    cache_key="key", system_prompt="Be brief", earlier="They spoke.", tools=[TOOL], messages=MESSAGES
)
DIALECT = Dialect(model="gpt", server=SERVER, preferred=Api.RESPONSES)


def sent(request: ModelRequest = REQUEST, dialect: Dialect = DIALECT, **options: Any) -> dict[str, Any]:
    """Return a request's body."""
    asking = Asking(request=request, offered=request.tools, dialect=dialect, picture=lambda _: b"abc", **options)
    body: dict[str, Any] = json.loads(responses_body(asking))
    return body


def test_a_request_holds_each_message_as_an_item() -> None:
    body = sent()
    first, second, thought, words, call, result, answer, picture = body.pop("input")
    assert first == {"role": "system", "content": "Be brief\n\nThey spoke."}
    assert second == {"role": "user", "content": "[Note: A note]\n\nGrüß dich 👋"}
    assert thought == THOUGHT
    said = [{"type": "output_text", "text": "One moment.", "annotations": []}]
    assert words == {"role": "assistant", **PLACES[1], "content": said}
    assert call == {**PLACES[2], "call_id": "call_1", "name": "note", "arguments": '{"word": "tea"}'}
    assert result == {"type": "function_call_output", "call_id": "call_1", "output": "Noted."}
    assert answer == {"role": "assistant", "type": "message", "content": "Done."}
    seen = {"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,YWJj"}
    assert picture == {"role": "user", "content": [{"type": "input_text", "text": "This?"}, seen]}
    schema = {"type": "object", "properties": {}}
    tool = {"type": "function", "name": "note", "description": "Notes a word.", "strict": False, "parameters": schema}
    assert body == {
        "model": "gpt",
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "tools": [tool],
        "max_output_tokens": ANSWER_TOKENS,
    }


@pytest.mark.parametrize(
    "dialect",
    [
        replace(DIALECT, model="gpt-mini"),
        replace(DIALECT, server="https://other.example/v1"),
        replace(DIALECT, refused={Part.REASONING: ""}),
    ],
    ids=["another model", "another server", "a server that refuses it"],
)
def test_reasoning_is_left_out_with_the_ids_for(dialect: Dialect) -> None:
    _, _, words, call, *_ = sent(dialect=dialect)["input"]
    assert words == {"role": "assistant", "type": "message", "content": "One moment."}
    assert call == {"type": "function_call", "call_id": "call_1", "name": "note", "arguments": '{"word": "tea"}'}


def test_reasoning_of_the_other_api_is_left_out() -> None:
    its = Reasoning("gpt", "reasoning_content", '"Well"', SERVER)
    _, _, words, call, *_ = sent(replace(REQUEST, messages=[MESSAGES[0], replace(CALLED, reasoning=its)]))["input"]
    assert "id" not in {**words, **call}
    dropped = sent(dropped=frozenset({ITS.json}))["input"]
    assert not [it for it in dropped if it.get("type") == "reasoning" or "id" in it]


def test_the_last_step_an_effort_and_the_cache_have_their_fields() -> None:
    dialect = replace(DIALECT, most_caching=Caching.BREAKPOINTS)
    body = sent(replace(REQUEST, may_call=False, effort=Effort.XHIGH), dialect)
    assert (body["tool_choice"], body["reasoning"]) == ("none", {"effort": "xhigh"})
    assert (body["prompt_cache_key"], body["prompt_cache_options"]) == ("key", {"mode": "implicit"})
    kept = {"type": "input_text", "text": "Be brief", "prompt_cache_breakpoint": {"mode": "explicit"}}
    assert body["input"][0]["content"] == [kept, {"type": "input_text", "text": "\n\nThey spoke."}]
    assert "max_output_tokens" not in body


FC = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "note", "arguments": '{"word": "tea"}'}
MSG = {"id": "msg_1", "type": "message", "role": "assistant", "phase": "commentary", "status": "completed"}
WORDS = MSG | {"content": [{"type": "output_text", "text": "One moment.", "annotations": []}]}
USAGE = {
    "input_tokens": 90,
    "input_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 20},
    "output_tokens": 7,
    "output_tokens_details": {"reasoning_tokens": 3},
}
END = {"type": "response.completed", "response": {"object": "response", "status": "completed", "usage": USAGE}}
STEP: list[dict[str, Any]] = [
    {"type": "response.created", "response": {"status": "in_progress", "error": None}},
    {"type": "response.output_item.added", "output_index": 0, "item": {**THOUGHT, "encrypted_content": "g"}},
    {"type": "response.output_item.done", "output_index": 0, "item": THOUGHT},
    {"type": "response.output_item.added", "output_index": 1, "item": MSG | {"content": []}},
    {"type": "response.output_text.delta", "output_index": 1, "delta": "One "},
    {"type": "response.output_text.delta", "output_index": 1, "delta": "moment."},
    {"type": "response.output_text.done", "output_index": 1, "text": "One moment."},
    {"type": "response.output_item.done", "output_index": 1, "item": WORDS},
    {"type": "response.output_item.added", "output_index": 2, "item": FC | {"arguments": ""}},
    {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": '{"word":'},
    {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": ' "tea"}'},
    {"type": "response.function_call_arguments.done", "output_index": 2, "arguments": '{"word": "tea"}'},
    {"type": "response.output_item.done", "output_index": 2, "item": FC},
    END,
]
PIECES = {"response.output_text.delta", "response.function_call_arguments.delta"}
WHOLE = {"object": "response", "status": "completed", "error": None, "output": [THOUGHT, WORDS, FC], "usage": USAGE}
FORMS = {
    "piece by piece": STEP,
    "without pieces": [it for it in STEP if it["type"] not in PIECES],
    "at its end alone": [{"type": "response.completed", "response": WHOLE}],
    "not as a stream": [WHOLE],
}


def read(events: Sequence[object]) -> tuple[ReceivedAnswer, ResponseStream]:
    stream = ResponseStream()
    received = ReceivedAnswer("gpt", {"note": ()}, stream.chunk)
    for it in events:
        received.add(Event(json.dumps(it)))
    return received, stream


@pytest.mark.parametrize("events", FORMS.values(), ids=FORMS)
def test_a_step_is_read(events: Sequence[object]) -> None:
    received, stream = read(events)
    answer = received.answer(set())
    assert answer.message.content == "One moment."
    assert [(it.id, it.name, it.arguments) for it in answer.message.calls] == [("call_1", "note", '{"word": "tea"}')]
    usage = answer.usage
    assert (usage.input_tokens, usage.cached_tokens, usage.written_tokens, usage.output_tokens) == (90, 60, 20, 7)
    its = stream.sent_back("gpt", SERVER, answer.message)
    assert its is not None
    assert (its.model, its.server, json.loads(its.json)) == ("gpt", SERVER, PLACES)


def test_of_an_answer_in_words_only_its_label_goes_back() -> None:
    final = WORDS | {"phase": "final_answer"}
    received, stream = read([WHOLE | {"output": [THOUGHT, final]}])
    message = received.answer(set()).message
    its = stream.sent_back("gpt", SERVER, message)
    assert its is not None
    (item,) = sent(replace(REQUEST, messages=[replace(message, reasoning=its)]))["input"][1:]
    assert item == {"role": "assistant", "type": "message", "phase": "final_answer", "content": "One moment."}


def test_a_cut_call_is_dropped_with_the_reasoning_before_it() -> None:
    why = {"object": "response", "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    received, stream = read([*STEP[:-4], {"type": "response.incomplete", "response": why}])
    message = received.answer(set()).message
    assert (message.content, message.calls, message.is_cut) == ("One moment.", (), True)
    its = stream.sent_back("gpt", SERVER, message)
    assert its is not None
    assert json.loads(its.json) == [{"type": "message", "phase": "commentary"}]


def test_reasoning_without_its_content_keeps_the_whole_step_from_going_back() -> None:
    received, stream = read([WHOLE | {"output": [{"id": "rs_1", "type": "reasoning", "summary": []}, WORDS, FC]}])
    assert stream.sent_back("gpt", SERVER, received.answer(set()).message) is None
