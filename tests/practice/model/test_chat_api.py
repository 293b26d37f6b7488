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


def parsed(**parameters: object) -> ChatRequest | Refusal:
    return parse(json.dumps({"model": "practice", "messages": HELLO, **parameters}).encode())


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"messages": [{"content": "Hello"}]}, "Missing required parameter: 'messages[0]'"),
        (
            {"messages": [{"role": "user", "content": "Hello", "mood": "good"}]},
            "Unknown parameter: 'messages[0].mood'",
        ),
        ({"messages": [{"role": "assistant"}]}, "expected a string, got null"),
        ({"messages": [{"role": "assistant", "content": "<think>Hm</think>Hi"}]}, "reasoning is not sent back"),
        ({"messages": [*HELLO, RESULT]}, "must be a response to a preceeding message with 'tool_calls'"),
        ({"messages": [*HELLO, ASKED, *HELLO]}, "did not have response messages: call_1"),
        (
            {"messages": [*HELLO, {**ASKED, "tool_calls": [CALL, CALL]}, RESULT]},
            "Duplicate value for 'tool_call_id'",
        ),
        ({"tools": [TOOL, TOOL]}, "must be unique"),
        ({"tools": [{**TOOL, "function": {**FUNCTION, "name": "add memory"}}]}, "'tools[0].function.name'"),
        ({"tools": [{**TOOL, "function": {**FUNCTION, "parameters": {}}}]}, "Invalid schema for function"),
        ({"tool_choice": "auto"}, "'tool_choice' is only allowed when 'tools' are specified"),
        ({"stream_options": {"include_usage": True}}, "only allowed when 'stream' is enabled"),
        ({"max_tokens": 5, "max_completion_tokens": 5}, "at the same time"),
        ({"max_tokens": "1"}, "'max_tokens'"),
        ({"top_k": 1, "min_p": 1}, "Unrecognized request arguments supplied: top_k, min_p"),
    ],
)
def test_a_malformed_request_is_refused(parameters: dict[str, object], said: str) -> None:
    answer = parsed(**parameters)
    assert isinstance(answer, Refusal)
    assert answer.status == 400
    assert said in answer.message


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    assert isinstance(parse(body), Refusal)


@pytest.mark.parametrize(
    ("parameter", "said"),
    [
        ("prompt_cache_key", "Unsupported parameter: 'prompt_cache_key' is not supported with this model."),
        ("prompt_cache_breakpoint", "messages[0].content[1].prompt_cache_breakpoint is not supported on this model"),
    ],
)
def test_a_model_that_does_not_take_a_parameter_says_so_in_openais_words(parameter: str, said: str) -> None:
    request = parsed(messages=[MARKED, *HELLO, ASKED, RESULT], tools=[TOOL], prompt_cache_key="a")
    assert isinstance(request, ChatRequest)
    refused = unsupported(request, {parameter})
    assert refused
    assert (refused.status, refused.message) == (400, said)
    assert unsupported(request, {"max_tokens"}) is None
