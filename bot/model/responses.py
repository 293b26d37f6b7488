"""Requests to the Responses API. Pure: the same values give the same bytes.

The source is https://platform.openai.com/docs/api-reference/responses. Nothing is stored at the server: what the model
thought comes encrypted, and goes back with the calls that followed it, in its place.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from bot.model.rendering import (
    NOT_SEEN,
    Asking,
    Pictures,
    arguments_of,
    as_json,
    body_of,
    instructions,
    options,
    reasoning_of,
    rendered,
    text_of,
)
from bot.values.conversations import ToolSpec
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage
from bot.values.refused_parts import Part

OUTPUT: Final = "output"
"""The field of a response that holds its items."""
_ENCRYPTED: Final = ["reasoning.encrypted_content"]


def responses_body(asking: Asking) -> bytes:
    """Render the body of a request.

    With breakpoints, one follows the system prompt, and another is at the newest item, as in Chat Completions.
    """
    dialect = asking.dialect
    pictures = Pictures(asking.picture, for_people=asking.for_people)
    items = [as_json(instructions(asking, "input_text")), *rendered(asking, partial(_items, asking, pictures))]
    body = {"model": as_json(dialect.model), "input": b"[%s]" % b",".join(_flat(items))}
    if dialect.takes(Part.STREAM):
        body["stream"] = b"true"
    if dialect.takes(Part.STORE):
        body["store"] = b"false"
    if dialect.takes(Part.INCLUDE):
        body["include"] = as_json(_ENCRYPTED)
    body |= options(asking, _tool, lambda effort: {"reasoning": {"effort": effort.value}})
    return pictures.put_into(body_of(body))


def _flat(items: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the items of each message, which are a list of one or more."""
    for item in items:
        yield item[1:-1] if item.startswith(b"[") else item


def _items(asking: Asking, pictures: Pictures, message: Message) -> object:
    match message:
        case UserMessage():
            return _user(message, pictures)
        case ToolResult(call_id, content):
            return {"type": "function_call_output", "call_id": call_id, "output": content}
        case AssistantMessage():
            its = reasoning_of(message, asking)
            places = json.loads(its.json) if its and its.field == OUTPUT else _places(message)
            return list(_filled(places, message))


def _user(message: UserMessage, pictures: Pictures) -> dict[str, object]:
    text = text_of(message)
    if not message.pictures:
        return {"role": "user", "content": text}
    parts: list[dict[str, object]] = [{"type": "input_text", "text": text}]
    for picture in message.pictures:
        url = pictures.url(picture)
        if url:
            parts.append({"type": "input_image", "detail": "auto", "image_url": url})
        else:
            parts.append({"type": "input_text", "text": NOT_SEEN})
    return {"role": "user", "content": parts}


def _places(message: AssistantMessage) -> list[dict[str, object]]:
    """Return places for a message's text and calls without ids: such items need no reasoning before them."""
    words = ["message"] if message.content or not message.calls else []
    return [{"type": it} for it in (*words, *("function_call" for _ in message.calls))]


def _filled(places: Iterable[Mapping[str, object]], message: AssistantMessage) -> Iterator[Mapping[str, object]]:
    """Yield the items of a message with its text and its calls in their places."""
    calls = iter(message.calls)
    for place in places:
        match place["type"]:
            case "message":
                yield _words(place, message.content)
            case "function_call":
                call = next(calls)
                yield {**place, "call_id": call.id, "name": call.name, "arguments": arguments_of(call)}
            case _:
                yield place


def _words(place: Mapping[str, object], text: str) -> Mapping[str, object]:
    """Return the item of a text; with an id, it has the form in which it came, but for its status.

    Servers refuse that in a request ("Unknown parameter: 'input[3].status'."), though their documentation wants it.
    """
    item = {"role": "assistant", **place}
    if "id" not in place:
        return {**item, "content": text}
    return {**item, "content": [{"type": "output_text", "text": text, "annotations": []}]}


@lru_cache(maxsize=1_000)
def _tool(tool: ToolSpec) -> bytes:
    """Render a tool once for all conversations. Its schema need not be a strict one."""
    its = (as_json(tool.name), as_json(tool.description), tool.parameters.encode())
    return b'{"type":"function","name":%s,"description":%s,"strict":false,"parameters":%s}' % its
