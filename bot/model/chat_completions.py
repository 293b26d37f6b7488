"""Requests to Chat Completions. Pure: the same values give the same bytes."""

import json
from functools import lru_cache, partial
from typing import Final

from bot.model import rendering
from bot.model.dialect import Part
from bot.model.rendering import NOT_SEEN, Asking, Pictures, arguments_of, as_json, text_of
from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, UserMessage

REASONING_FIELDS: Final = ("reasoning_content", "reasoning", "reasoning_details")
"""Fields of a message for what the model thought before it."""


def chat_body(asking: Asking) -> bytes:
    """Render the body of a request. Calls always go with their reasoning, so that each continues the one before.

    With breakpoints, one follows the system prompt, which stays while `earlier` changes. The implicit mode puts another
    at the newest message, where the next request's prefix ends.
    """
    dialect = asking.dialect
    pictures = Pictures(asking.picture, for_people=asking.for_people)
    messages = rendering.messages(asking, partial(_message, asking, pictures))
    if dialect.system_role == "user":
        messages = [_first(asking, pictures), *messages[1:]]
    else:
        messages = [as_json(rendering.instructions(asking, "text")), *messages]
    body = {"model": as_json(dialect.model), "messages": b"[%s]" % b",".join(messages)}
    if dialect.takes(Part.STREAM):
        body["stream"] = b"true"
        if dialect.takes(Part.STREAM_OPTIONS):
            body["stream_options"] = as_json({"include_usage": True})
    body |= rendering.options(asking, _tool, lambda effort: {"reasoning_effort": effort.value})
    return pictures.put_into(rendering.body_of(body))


def _first(asking: Asking, pictures: Pictures) -> bytes:
    """Return the first message with the instructions before its text, for servers without a role for them."""
    request, first = asking.request, asking.request.messages[0]
    whole = "\n\n".join(filter(None, (request.system_prompt, request.earlier)))
    if not isinstance(first, UserMessage):
        return b"%s,%s" % (
            as_json({"role": "user", "content": whole}),
            as_json(_message(asking, pictures, first)),
        )
    return as_json(_user(f"{whole}\n\n---\n\n{text_of(first)}", first, pictures))


def _message(asking: Asking, pictures: Pictures, message: Message) -> dict[str, object]:
    match message:
        case UserMessage():
            return _user(text_of(message), message, pictures)
        case ToolResult(call_id, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(content, ()):
            return {"role": "assistant", "content": content}
        case AssistantMessage(content, calls):
            said = {"role": "assistant", "content": content, **_reasoning(asking, message)}
            return {**said, "tool_calls": list(map(_call, calls))}


def _user(text: str, message: UserMessage, pictures: Pictures) -> dict[str, object]:
    if not message.pictures:
        return {"role": "user", "content": text}
    shown: list[dict[str, object]] = [
        {"type": "image_url", "image_url": {"url": url}} if url else {"type": "text", "text": NOT_SEEN}
        for url in map(pictures.url, message.pictures)
    ]
    return {"role": "user", "content": [{"type": "text", "text": text}, *shown]}


def _reasoning(asking: Asking, message: AssistantMessage) -> dict[str, object]:
    """Return the field of a message with calls that holds the reasoning before them; a blank where one is wanted."""
    its = rendering.reasoning_of(message, asking)
    if its and its.field in REASONING_FIELDS:
        return {its.field: json.loads(its.json)}
    return {} if asking.dialect.takes(Part.NO_REASONING) else {"reasoning_content": " "}  # the least that Kimi takes


@lru_cache(maxsize=1_000)
def _tool(tool: ToolSpec) -> bytes:
    """Render a tool once for all conversations."""
    its = (as_json(tool.name), as_json(tool.description), tool.parameters.encode())
    return b'{"type":"function","function":{"name":%s,"description":%s,"parameters":%s}}' % its


def _call(call: ToolCall) -> dict[str, object]:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": arguments_of(call)},
    }
