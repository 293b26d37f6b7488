"""What small models write into their text that is no answer: reasoning, and calls as bare JSON. Pure."""

import json
import re
import secrets
from collections.abc import Collection, Iterator
from typing import Any

from bot.messages import ToolCall

_OPENING = re.compile(r"<((?i:think|thinking|reasoning))>")
_CLOSING = re.compile(r"</((?i:think|thinking|reasoning))>")
_THINKING_TAGS = ("<think>", "<thinking>", "<reasoning>")

_CALL_OPENINGS = ("<tool_call>", "```json", "```", "[", "{")
_CALL_WRAPPING = re.compile(r"</?tool_calls?>|^```(?:json)?\s*$|^\[|\]$|^,", re.MULTILINE)
_CALL_KEYS = frozenset({"name", "function", "type", "tool", "id", "arguments", "parameters"})
_FIRST_KEY = re.compile(r'\{\s*"(\w*)(")?')


def answer_in(text: str) -> str:
    """Return the words of a whole answer, without the reasoning some models write before them.

    Tags inside an answer are words of it.
    """
    return _without_reasoning(text).strip()


def answer_so_far(text: str) -> str:
    """Return what can be shown of an answer that is still being written: nothing while it may be no answer at all.

    What was shown stays, unless it turns out to be reasoning whose opening tag the model was not asked to write.
    """
    begun = _without_reasoning(text)
    if any(tag.startswith(begun[:12].lower()) for tag in _THINKING_TAGS):
        return ""
    return "" if _may_be_call(begun) else begun


def _without_reasoning(text: str) -> str:
    """Return what stands behind the reasoning at the beginning: nothing while that goes on."""
    closing = _CLOSING.search(text)
    if closing and not _OPENING.search(text, 0, closing.start()):
        text = text[closing.end() :]
    text = text.lstrip()
    while opening := _OPENING.match(text):
        closing = re.compile(rf"</(?i:{opening[1]})>").search(text)
        text = text[closing.end() :].lstrip() if closing else ""
    return text


def calls_in(text: str, offered: Collection[str]) -> tuple[ToolCall, ...]:
    """Return the calls that a whole answer is made of; empty if it holds anything else."""
    try:
        calls = [_as_call(value, offered) for value in _json_values(_CALL_WRAPPING.sub("", text))]
    except (ValueError, RecursionError):
        return ()
    understood = tuple(call for call in calls if call)
    return understood if len(understood) == len(calls) else ()


def new_call_id() -> str:
    """Return an id for a call whose server gave it none."""
    return f"call_{secrets.token_hex(8)}"


def _may_be_call(begun: str) -> bool:
    if any(opening.startswith(begun) for opening in _CALL_OPENINGS):
        return True
    if not begun.startswith(_CALL_OPENINGS):
        return False
    inside = _CALL_WRAPPING.sub("", begun).lstrip()
    first_key = _FIRST_KEY.match(inside)
    if first_key is None:
        return not inside or (inside.startswith("{") and not inside[1:].strip())
    name, closed = first_key.groups()
    return name in _CALL_KEYS if closed else any(key.startswith(name) for key in _CALL_KEYS)


def _json_values(text: str) -> Iterator[Any]:
    """Yield the JSON values that follow one another in a text. Raises ValueError where there is anything else."""
    decoder = json.JSONDecoder()
    rest = text.strip()
    while rest:
        value, end = decoder.raw_decode(rest)
        yield value
        rest = rest[end:].strip().lstrip(",").strip()


def _as_call(value: Any, offered: Collection[str]) -> ToolCall | None:
    """Read `{"name": …, "arguments": {…}}` and its usual variants."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    if not isinstance(value, dict):
        return None
    name = value.get("name", value.get("tool", value.get("function")))
    arguments = value.get("arguments", value.get("parameters"))
    if not isinstance(name, str) or name not in offered or not isinstance(arguments, dict | str):
        return None
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(new_call_id(), name, raw)
