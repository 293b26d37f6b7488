"""Requests for a chat completion: what is refused, in which words, and what is not."""

import json

import pytest

from practice.model.chat_api import ChatRequest, Refusal
from practice.model.validation import parse, unsupported

HELLO: list[dict[str, object]] = [{"role": "user", "content": "Hello"}]
FUNCTION: dict[str, object] = {
    "name": "add_to_memory",
    "description": "Remember something.",
    "parameters": {"type": "object", "properties": {"content": {"type": "string"}}, "required": ["content"]},
}
TOOL = {"type": "function", "function": FUNCTION}
CALL = {"id": "call_1", "type": "function", "function": {"name": "add_to_memory", "arguments": "{}"}}
ASKED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "Stored."}
MARK = {"type": "text", "text": "to here", "prompt_cache_breakpoint": {"mode": "explicit"}}
MARKED = {"role": "system", "content": [{"type": "text", "text": "From here "}, MARK]}


def refusal(**parameters: object) -> Refusal:
    body = {"model": "practice", "messages": HELLO, **parameters}
    parsed = parse(json.dumps({name: value for name, value in body.items() if value is not ...}).encode())
    assert isinstance(parsed, Refusal)
    return parsed


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], "'messages'"),
        ("Hello", "'messages'"),
        ([{"content": "Hello"}], "Missing required parameter: 'messages[0]'"),
        ([{"role": "robot", "content": "Hello"}], "'messages[0]'"),
        ([{"role": "user"}], "Missing required parameter: 'messages[0].content'"),
        ([{"role": "user", "content": None}], "'messages[0].content'"),
        ([{"role": "user", "content": []}], "'messages[0].content'"),
        ([{"role": "user", "content": "Hello", "mood": "good"}], "Unknown parameter: 'messages[0].mood'"),
        ([{"role": "user", "content": [{"type": "words", "text": "Hello"}]}], "'messages[0].content"),
        ([{"role": "assistant"}], "expected a string, got null"),
        ([{"role": "assistant", "content": "Hi", "reasoning_content": 7}], "'messages[0].reasoning_content'"),
        ([{"role": "assistant", "content": "Hi", "reasoning": 7}], "'messages[0].reasoning'"),
        ([{"role": "assistant", "content": "<think>Hm</think>Hi"}], "reasoning is not sent back"),
        ([{"role": "assistant", "tool_calls": []}], "'messages[0].tool_calls'"),
        ([*HELLO, RESULT], "must be a response to a preceeding message with 'tool_calls'"),
        ([*HELLO, ASKED], "did not have response messages: call_1"),
        ([*HELLO, ASKED, *HELLO], "did not have response messages: call_1"),
        ([*HELLO, ASKED, {**RESULT, "name": "a tool"}], "'messages[2].name'"),
        ([*HELLO, ASKED, RESULT, RESULT], "must be a response to a preceeding message"),
        ([*HELLO, ASKED, RESULT, *HELLO, RESULT], "must be a response to a preceeding message"),
        ([*HELLO, ASKED, {**RESULT, "tool_call_id": "call_2"}], "must be a response to a preceeding message"),
        ([*HELLO, ASKED, {"role": "tool", "content": "Stored."}], "'messages[2].tool_call_id'"),
        ([*HELLO, {**ASKED, "tool_calls": [CALL, CALL]}, RESULT], "Duplicate value for 'tool_call_id'"),
        ([*HELLO, {**ASKED, "tool_calls": [{**CALL, "id": ""}]}, RESULT], "'messages[1].tool_calls[0].id'"),
        (
            [*HELLO, {**ASKED, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": {}}}]}, RESULT],
            "'messages[1].tool_calls[0].function.arguments'",
        ),
    ],
)
def test_malformed_messages_are_refused(messages: object, said: str) -> None:
    answer = refusal(messages=messages)
    assert answer.status == 400
    assert said in answer.message


def tool(**function: object) -> dict[str, object]:
    return {"type": "function", "function": {**FUNCTION, **function}}


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"tools": []}, "'tools'"),
        ({"tools": [TOOL, TOOL]}, "must be unique"),
        ({"tools": [tool(name="add memory")]}, "'tools[0].function.name'"),
        ({"tools": [tool(name="x" * 65)]}, "'tools[0].function.name'"),
        ({"tools": [tool(parameters={"type": "string"})]}, "Invalid schema for function 'add_to_memory'"),
        ({"tools": [tool(parameters={})]}, "Invalid schema for function"),
        ({"tools": [tool(parameters={"type": "object", "properties": []})]}, "is not of type 'object'"),
        ({"tools": [tool(parameters={"type": "object", "required": "content"})]}, "is not of type 'array'"),
        ({"tools": [tool(strict=True)]}, "'additionalProperties' is required"),
        (
            {
                "tools": [
                    tool(
                        strict=True,
                        parameters={"type": "object", "properties": {"a": {}}, "additionalProperties": False},
                    )
                ]
            },
            "Missing 'a'",
        ),
        ({"tool_choice": "auto"}, "'tool_choice' is only allowed when 'tools' are specified"),
        ({"parallel_tool_calls": False}, "'parallel_tool_calls' is only allowed when 'tools' are specified"),
        ({"tools": [TOOL], "tool_choice": "sometimes"}, "'tool_choice'"),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "other"}}}, "'other' not found"),
        ({"stream_options": {"include_usage": True}}, "only allowed when 'stream' is enabled"),
        ({"max_tokens": 5, "max_completion_tokens": 5}, "at the same time"),
        ({"prompt_cache_options": {"mode": "never"}}, "'prompt_cache_options.mode'"),
        ({"prompt_cache_options": {"ttl": "12h"}}, "'prompt_cache_options.ttl'"),
        ({"temperature": 3}, "'temperature'"),
        ({"temperature": "1"}, "'temperature'"),
        ({"model": ...}, "Missing required parameter: 'model'"),
        ({"messages": ...}, "Missing required parameter: 'messages'"),
        ({"top_k": 1, "min_p": 1}, "Unrecognized request arguments supplied: top_k, min_p"),
    ],
)
def test_malformed_parameters_are_refused(parameters: dict[str, object], said: str) -> None:
    answer = refusal(**parameters)
    assert answer.status == 400
    assert said in answer.message


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff", b'{"model": "\\ud800"}'])
def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    answer = parse(body)
    assert isinstance(answer, Refusal)
    assert answer.status == 400


@pytest.mark.parametrize(
    ("parameter", "said"),
    [
        ("prompt_cache_key", "Unsupported parameter: 'prompt_cache_key' is not supported with this model."),
        ("prompt_cache_options", "Unsupported parameter: 'prompt_cache_options' is not supported with this model."),
        ("prompt_cache_breakpoint", "messages[1].content[1].prompt_cache_breakpoint is not supported on this model"),
    ],
)
def test_a_model_that_does_not_take_a_parameter_says_so_in_openais_words(parameter: str, said: str) -> None:
    messages = [{"role": "user", "content": "Hi"}, MARKED]
    body = {"model": "practice", "messages": messages, "prompt_cache_key": "a", "prompt_cache_options": {}}
    request = parse(json.dumps(body).encode())
    assert isinstance(request, ChatRequest)
    refused = unsupported(request, {parameter})
    assert refused
    assert (refused.status, refused.message) == (400, said)
    assert unsupported(request, {"seed"}) is None
    without = parse(json.dumps({"model": "practice", "messages": messages[:1]}).encode())
    assert isinstance(without, ChatRequest)
    assert unsupported(without, {parameter}) is None


def test_what_the_api_documents_is_accepted() -> None:
    body = {
        "model": "practice",
        "messages": [
            {"role": "developer", "content": "Be brief."},
            MARKED,
            {"role": "user", "content": [{"type": "text", "text": "Hi"}], "name": "me"},
            ASKED,
            RESULT,
            {"role": "assistant", "content": "Done."},
            {"role": "user", "content": ""},
        ],
        "tools": [
            tool(
                strict=True,
                parameters={
                    "type": "object",
                    "properties": {"a": {"type": "string"}},
                    "required": ["a"],
                    "additionalProperties": False,
                },
            ),
            {"type": "function", "function": {"name": "now"}},
        ],
        "tool_choice": {"type": "function", "function": {"name": "now"}},
        "parallel_tool_calls": True,
        "stream": True,
        "stream_options": {"include_usage": True},
        "prompt_cache_key": "conversation-1",
        "prompt_cache_options": {"mode": "implicit", "ttl": "30m"},
        "max_completion_tokens": 500,
        "temperature": 1,
        "reasoning_effort": "low",
        "metadata": {"a": "b"},
        "store": False,
        "service_tier": "auto",
        "safety_identifier": "u1",
        "user": "u1",
        "stop": ["\n"],
    }
    assert isinstance(parse(json.dumps(body).encode()), ChatRequest)
