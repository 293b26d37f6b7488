"""Removal of what small models write besides their answer: reasoning, time stamps, calls as bare JSON. Pure."""

import json
import re
import secrets
from collections import deque
from collections.abc import Collection, Iterator
from typing import Any

from bot.values.calls import ToolCall

_NAMES = "(?i:think|thinking|thought|reasoning)"
_OPENING = re.compile(rf"<({_NAMES})>|\[(THINK)\]")
_CLOSING = re.compile(rf"</{_NAMES}>|\[/THINK\]")
_THINKING_TAGS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "[think]")
_LATER = re.compile(rf"^[ \t]*(?:<({_NAMES})>(.*?)</(?i:\1)>|\[THINK\](.*?)\[/THINK\])", re.MULTILINE | re.DOTALL)
"""Complete reasoning at the beginning of a line."""
_LATER_BEGUN = rf"^[ \t]*(?:<{_NAMES}>|\[THINK\])"

_TAGGED_CALL = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_HIDDEN_BEGUN = re.compile(rf"{_LATER_BEGUN}|<tool_call>", re.MULTILINE)
_HIDDEN_TAGS = (*_THINKING_TAGS, "<tool_call>")
_TAG_BEGUN = re.compile(r"[<\[]\w*\Z")

_STAMP = "[aaa 00 aaa 0000, 00:00]"
"""Pattern of the time stamp at the start of each user message, which some models copy."""
_STAMP_LINE = re.compile(
    r"^[ \t]*\[[A-Za-z]{3} \d\d [A-Za-z]{3} \d{4}, \d\d:\d\d\][ \t]*(?:\n|\Z)", re.MULTILINE | re.ASCII
)
"""A copied time stamp on a line of its own."""

_CALL_OPENINGS = ("<tool_call>", "```json", "```", "[", "{")
_CALL_WRAPPING = re.compile(r"</?tool_calls?>|^```(?:json)?\s*$|^\[|\]$|^,", re.MULTILINE)
_OBJECT_BEGUN = re.compile(r"^(?=[\[{])", re.MULTILINE)
"""Where bare JSON may begin."""
_MOST_BARE_CALLS = 10
"""Most calls as bare JSON at an answer's end."""
_BEGINNING = 200
"""Characters of a text by which it is known whether it may be a call."""
_CALL_KEYS = frozenset({"name", "function", "type", "tool", "id", "arguments", "parameters"})
_FIRST_KEY = re.compile(r'\{\s*"(\w*)(")?')
_CALLED = re.compile(r'"(?:name|tool|function)"\s*:\s*"(\w*)(")?')


def answer_in(text: str) -> str:
    """Return the text of a whole answer, without reasoning and without a copied time stamp.

    Reasoning is at the beginning or on lines of its own. Tags inside a line or in code belong to the answer.
    """
    return _without_stamp_lines(_without_later_reasoning(_without_stamp(_split(text)[1]))).strip()


def reasoning_in(text: str) -> str:
    """Return the reasoning that is written into a whole answer, without its tags."""
    written, answer = _split(text)
    later = (found[2] or found[3] or "" for found in _LATER.finditer(_without_stamp(answer)) if not _is_in_code(found))
    return "\n\n".join(filter(None, (it.strip() for it in (*written, *later))))


def is_reasoning(text: str) -> bool:
    """Tell whether a partial answer is nothing but reasoning in tags so far."""
    return bool(_OPENING.match(text.lstrip())) and not _split(text)[1]


def answer_so_far(text: str) -> str:
    """Return what can be shown of a partial answer; empty while it may be reasoning or a tool call.

    Text that was shown stays, except for reasoning without an opening tag.
    """
    begun = _without_stamp(_split(text)[1])
    may_be_stamp = _STAMP.startswith(_shape(begun[: len(_STAMP)]))
    if may_be_stamp or any(tag.startswith(begun[:12].lower()) for tag in _THINKING_TAGS):
        return ""
    return "" if _may_be_call(begun) else _without_hidden_end(_without_ends(_without_later_reasoning(begun)))


def cut_answer(answer: str, offered: Collection[str]) -> str:
    """Return the text of a cut answer without a partial tag; empty if it is a partial call of an offered tool."""
    called = _CALLED.search(answer) if _may_be_call(answer) else None
    if called is None:
        return _without_hidden_end(answer)
    name, closed = called.groups()
    is_offered = name in offered if closed else any(it.startswith(name) for it in offered)
    return "" if is_offered else _without_hidden_end(answer)


def _split(text: str) -> tuple[list[str], str]:
    """Split the reasoning at the beginning from what follows; while it has no end, nothing does."""
    reasoning: list[str] = []
    closing = _CLOSING.search(text)
    if closing and not _OPENING.search(text, 0, closing.start()):
        reasoning.append(text[: closing.start()])
        text = text[closing.end() :]
    text = text.lstrip()
    while opening := _OPENING.match(text):
        end = rf"</(?i:{opening[1]})>" if opening[1] else r"\[/THINK\]"
        closing = re.compile(end).search(text)
        reasoning.append(text[opening.end() : closing.start() if closing else None])
        text = text[closing.end() :].lstrip() if closing else ""
    return reasoning, text


def _without_stamp(text: str) -> str:
    while _shape(text[: len(_STAMP)]) == _STAMP:
        text = text[len(_STAMP) :].lstrip()
    return text


def _without_stamp_lines(text: str) -> str:
    return _STAMP_LINE.sub(lambda found: found[0] if _is_in_code(found) else "", text)


def _without_ends(text: str) -> str:
    """Return a partial answer without copied time stamps and without a last line that may be one, or calls."""
    text = _without_stamp_lines(text)
    begun = (it.start() for it in _OBJECT_BEGUN.finditer(text) if not _is_in_code(it))
    text = text[: next((at for at in begun if _may_be_call(text[at : at + _BEGINNING])), len(text))]
    kept, _, last = text.rpartition("\n")
    return kept if last.strip() and _STAMP.startswith(_shape(last.strip())) else text


def _shape(text: str) -> str:
    """Return a text with `a` for each ASCII letter and `0` for each ASCII digit."""
    return re.sub(r"[0-9]", "0", re.sub(r"[A-Za-z]", "a", text))


def _without_later_reasoning(text: str) -> str:
    return _LATER.sub(lambda found: found[0] if _is_in_code(found) else "", text)


def _without_hidden_end(text: str) -> str:
    """Return a text up to the first reasoning on a line of its own, call, or partial tag."""
    begun = next((found for found in _HIDDEN_BEGUN.finditer(text) if not _is_in_code(found)), None)
    if begun:
        return text[: begun.start()]
    tag = _TAG_BEGUN.search(text)
    may_hide = tag is not None and any(it.startswith(tag[0].lower()) for it in _HIDDEN_TAGS)
    return text[: tag.start()] if tag and may_hide else text


def _is_in_code(found: re.Match[str]) -> bool:
    """Tell whether a match begins in a code block or a code span."""
    before = found.string[: found.start()]
    return before.count("```") % 2 == 1 or before.endswith("`")


def text_and_calls(text: str, offered: Collection[str]) -> tuple[str, tuple[ToolCall, ...]]:
    """Split a whole answer into its text and the calls of offered tools written into it.

    Calls count if the answer holds nothing else, if they are in tags outside code, or if they end it as bare JSON. In a
    code block below other text, they may be an example.
    """
    if calls := calls_in(text, offered):
        return "", calls
    among: list[ToolCall] = []

    def taken(found: re.Match[str]) -> str:
        calls = () if _is_in_code(found) else calls_in(found[1], offered)
        among.extend(calls)
        return "" if calls else found[0]

    words = _TAGGED_CALL.sub(taken, text).strip()
    if among:
        return words, tuple(among)
    for found in deque(_OBJECT_BEGUN.finditer(text), _MOST_BARE_CALLS):
        if not _is_in_code(found) and (calls := calls_in(text[found.start() :], offered)):
            return text[: found.start()].strip(), calls
    return words, ()


def calls_in(text: str, offered: Collection[str]) -> tuple[ToolCall, ...]:
    """Return the calls of an answer that consists of calls only; empty for any other answer."""
    try:
        return tuple(_as_call(value, offered) for value in _json_values(_CALL_WRAPPING.sub("", text)))
    except (ValueError, RecursionError):
        return ()


def new_call_id() -> str:
    """Return an id for a call without one."""
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
    """Yield the JSON values of a text. Raises ValueError for anything else."""
    decoder = json.JSONDecoder()
    rest = text.strip()
    while rest:
        value, end = decoder.raw_decode(rest)
        yield value
        rest = rest[end:].strip().lstrip(",").strip()


def _as_call(value: Any, offered: Collection[str]) -> ToolCall:
    """Parse `{"name": …, "arguments": {…}}` and its usual variants. Raises ValueError for anything else."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    fields = value if isinstance(value, dict) else {}
    name = fields.get("name", fields.get("tool", fields.get("function")))
    arguments = fields.get("arguments", fields.get("parameters"))
    if not isinstance(name, str) or name not in offered or not isinstance(arguments, dict | str):
        raise ValueError
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(new_call_id(), name, raw)
