"""The Responses API: its requests, and its streams read as chunks of Chat Completions.

The source is https://platform.openai.com/docs/api-reference/responses. Nothing is stored at the server: what the model
thought comes encrypted, and goes back with the calls that followed it, in its place.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from bot.model import rendering
from bot.model.dialect import Part
from bot.model.rendering import NOT_SEEN, Asking, Pictures, arguments_of, as_json, text_of
from bot.model.values import AssistantMessage, Message, Reasoning, ToolResult, ToolSpec, UserMessage

_OUTPUT: Final = "output"
"""The field of a response that holds its items."""
_CUT: Final = {"max_output_tokens": "length", "content_filter": "content_filter"}
"""Reasons for an incomplete response, as Chat Completions names them."""
_TEXT: Final = frozenset({"response.output_text.delta", "response.refusal.delta"})
_REASONING: Final = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta"})
_ENDED: Final = frozenset({"response.completed", "response.incomplete", "response.done"})
_FAILED: Final = frozenset({"response.failed", "error"})


def responses_body(asking: Asking) -> bytes:
    """Render the body of a request. Breakpoints are where Chat Completions has them."""
    dialect = asking.dialect
    pictures = Pictures(asking.picture, for_people=asking.for_people)
    items = [
        as_json(rendering.instructions(asking, "input_text")),
        *rendering.messages(asking, partial(_items, asking, pictures)),
    ]
    flat = (item[1:-1] if item.startswith(b"[") else item for item in items)  # messages are lists of items
    body = {"model": as_json(dialect.model), "input": b"[%s]" % b",".join(flat)}
    if dialect.takes(Part.STREAM):
        body["stream"] = b"true"
    if dialect.takes(Part.STORE):
        body["store"] = b"false"
    if dialect.takes(Part.INCLUDE):
        body["include"] = as_json(["reasoning.encrypted_content"])
    body |= rendering.options(asking, _tool, lambda effort: {"reasoning": {"effort": effort.value}})
    return pictures.put_into(rendering.body_of(body))


def _items(asking: Asking, pictures: Pictures, message: Message) -> object:
    match message:
        case UserMessage():
            return _user(message, pictures)
        case ToolResult(call_id, content):
            return {"type": "function_call_output", "call_id": call_id, "output": content}
        case AssistantMessage():
            its = rendering.reasoning_of(message, asking)
            if its and its.field == _OUTPUT:
                return list(_filled(json.loads(its.json), message))
            words = ["message"] if message.content or not message.calls else []
            kinds = (*words, *("function_call" for _ in message.calls))
            return list(_filled([{"type": kind} for kind in kinds], message))  # without ids, so without reasoning


def _user(message: UserMessage, pictures: Pictures) -> dict[str, object]:
    text = text_of(message)
    if not message.pictures:
        return {"role": "user", "content": text}
    shown: list[dict[str, object]] = [
        {"type": "input_image", "detail": "auto", "image_url": url} if url else {"type": "input_text", "text": NOT_SEEN}
        for url in map(pictures.url, message.pictures)
    ]
    return {"role": "user", "content": [{"type": "input_text", "text": text}, *shown]}


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


class ResponseStream:
    """Reads a response's events, of which some may be left out, as chunks of Chat Completions, and keeps its items."""

    def __init__(self) -> None:
        self._items: dict[int, dict[str, Any]] = {}
        self._begun: set[int] = set()  # items of which pieces came
        self._named: set[int] = set()  # calls of which the name came
        self._speaks = False  # whether a message has begun

    def chunk(self, event: Mapping[str, Any]) -> Mapping[str, object]:
        """Return what an event brings as a chunk of Chat Completions; a whole response is one, too."""
        kind, item, response = event.get("type"), _object(event.get("item")), _object(event.get("response"))
        at = event.get("output_index")
        at = at if isinstance(at, int) else len(self._items)
        if kind is None:
            is_response = event.get("object") == "response" and not event.get("error")
            return self._ended(event) if is_response else event
        if kind in _FAILED:
            return {"error": event.get("error") or response.get("error") or dict(event)}
        if kind in _ENDED:
            return self._ended(response)
        if kind == "response.output_item.added":
            return self._added(at, item)
        if kind == "response.output_item.done":
            return self._done(at, item)
        return self._piece(at, str(kind), event.get("delta"))

    def sent_back(self, model: str, server: str, message: AssistantMessage) -> Reasoning | None:
        """Return an answer's items as they go back with its calls, or with words alone their `phase`; else None."""
        items = [self._items[at] for at in sorted(self._items)]
        if message.calls:
            places = [_place(it) for it in items if it.get("type") in {"reasoning", "message", "function_call"}]
            reasoning = [it for it in places if it["type"] == "reasoning"]
            is_kept = all(it.get("encrypted_content") or it.get("content") for it in reasoning)  # no id alone is known
            is_whole = places and places[-1]["type"] != "reasoning" and is_kept
        else:
            messages = (it for it in items if it.get("type") == "message")
            places = [{name: it[name] for name in ("type", "phase") if it.get(name)} for it in messages]
            is_whole = len(places) == 1 and "phase" in places[0]
        kinds = [it["type"] for it in places]
        fits = kinds.count("function_call") == len(message.calls) and kinds.count("message") == bool(message.content)
        if not (is_whole and fits):
            return None
        return Reasoning(model, _OUTPUT, json.dumps(places, ensure_ascii=False, separators=(",", ":")), server)

    def _piece(self, at: int, kind: str, piece: object) -> Mapping[str, object]:
        if kind in _REASONING:
            return _delta(reasoning_content=piece)
        if kind in _TEXT:
            self._begun.add(at)
            return _delta(content=piece)
        if kind == "response.function_call_arguments.delta":
            self._begun.add(at)
            return _call_delta(at, function={"arguments": piece})
        return {}

    def _added(self, at: int, item: Mapping[str, Any]) -> Mapping[str, object]:
        match item.get("type"):
            case "function_call":
                return self._call(at, item, arguments="")
            case "message" if self._speaks:
                return _delta(content="\n\n")
            case "message":
                self._speaks = True
            case "reasoning":
                return _delta(reasoning_content=" ")  # so that it shows that the model thinks
        return {}

    def _done(self, at: int, item: Mapping[str, Any]) -> Mapping[str, object]:
        """Keep an item, and return what it holds if no piece of it came."""
        is_new = at not in self._items and at not in self._begun
        self._items[at] = dict(item)
        match item.get("type"):
            case "function_call":
                return self._call(at, item, arguments=item.get("arguments") if is_new else "")
            case "message" if is_new:
                return _delta(content=_text(item))
        return {}

    def _call(self, at: int, item: Mapping[str, Any], *, arguments: object) -> Mapping[str, object]:
        """Return a call's id and name, the first time, and its arguments."""
        if at in self._named:
            return _call_delta(at, function={"arguments": arguments}) if arguments else {}
        self._named.add(at)
        return _call_delta(at, id=item.get("call_id"), function={"name": item.get("name"), "arguments": arguments})

    def _ended(self, response: Mapping[str, Any]) -> Mapping[str, object]:
        """Return the end of a response: its usage, why it ended, and the items of which nothing came before."""
        items = response.get("output")
        ended = enumerate(items if isinstance(items, list) else ())
        pieces: list[Mapping[str, Any]] = [self._done(at, it) for at, it in ended if _object(it)]
        deltas = [choices[0]["delta"] for it in pieces if (choices := it.get("choices"))]
        calls = [call for delta in deltas for call in delta.get("tool_calls", ())]
        words = "".join(str(delta.get("content") or "") for delta in deltas)
        called = any(it.get("type") == "function_call" for it in self._items.values())
        why = _object(response.get("incomplete_details")).get("reason")
        reason = _CUT.get(str(why), "length") if response.get("status") == "incomplete" else ""
        choice = {
            "delta": {"content": words, "tool_calls": calls},
            "finish_reason": reason or ("tool_calls" if called else "stop"),
        }
        its = _object(response.get("usage"))
        usage = {
            "prompt_tokens": its.get("input_tokens"),
            "prompt_tokens_details": its.get("input_tokens_details"),
            "completion_tokens": its.get("output_tokens"),
        }
        return {"choices": [choice], "usage": usage}


def _delta(**fields: object) -> Mapping[str, object]:
    return {"choices": [{"delta": fields}]}


def _call_delta(index: int, **fields: object) -> Mapping[str, object]:
    return _delta(tool_calls=[{"index": index, **fields}])


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(item: Mapping[str, Any]) -> str:
    parts = item.get("content")
    texts = (_object(it) for it in parts) if isinstance(parts, list) else ()
    return "".join(str(it.get("text") or it.get("refusal") or "") for it in texts)


def _place(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item as it goes back: reasoning as it came, others as a place for what they held."""
    if item["type"] == "reasoning":
        return {name: value for name, value in item.items() if name != "status"}
    return {name: item[name] for name in ("type", "id", "phase") if item.get(name)}
