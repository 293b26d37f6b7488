"""Requests for a chat completion: what is refused, in which words, and what is not."""

import json

import pytest

from practice.model.chat_api import ChatRequest, Refusal
from practice.model.validation import parse

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


def parsed(**parameters: object) -> ChatRequest | Refusal:
    return parse(json.dumps({"model": "practice", "messages": HELLO, **parameters}).encode())


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        (
            {"messages": [{"role": "user", "content": "Hello", "mood": "good"}]},
            "Unknown parameter: 'messages[0].mood'",
        ),
        ({"messages": [{"role": "assistant", "content": "<think>Hm</think>Hi"}]}, "reasoning is not sent back"),
        ({"messages": [*HELLO, RESULT]}, "must be a response to a preceeding message with 'tool_calls'"),
        ({"messages": [*HELLO, ASKED, *HELLO]}, "did not have response messages: call_1"),
        ({"tools": [TOOL, TOOL]}, "must be unique"),
        ({"tools": [{**TOOL, "function": {**FUNCTION, "parameters": {}}}]}, "Invalid schema for function"),
        ({"tool_choice": "auto"}, "'tool_choice' is only allowed when 'tools' are specified"),
        ({"stream_options": {"include_usage": True}}, "only allowed when 'stream' is enabled"),
        ({"top_k": 1, "min_p": 1}, "Unrecognized request arguments supplied: top_k, min_p"),
    ],
)
def test_a_malformed_request_is_refused(parameters: dict[str, object], said: str) -> None:
    answer = parsed(**parameters)
    assert isinstance(answer, Refusal)
    assert answer.status == 400
    assert said in answer.message
