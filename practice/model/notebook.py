"""The practice model's rules for notes: which calls a sentence leads to, and what it says of their results."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from practice.model.answer import ToolCall

FIND: Final = "find_notes"
READ: Final = "read_note"
WRITE: Final = "write_note"
APPEND: Final = "append_to_note"
TICK: Final = "tick_in_note"
RENAME: Final = "rename_note"
TOOLS: Final = frozenset({FIND, READ, WRITE, APPEND, TICK, RENAME})

_NAME: Final = r"(?:my|the) (?P<name>(?:[\w'-]+ ){0,3}(?:list|notes?|plan|diary))"
_AND: Final = re.compile(r",? and |, ")
_DONE: Final = "Done. That's in your note “{}”."
_NONE: Final = "I found no such note."
_NOT_DONE: Final = "Nothing was done. "
_HINT: Final = re.compile(r"\n\([^\n]+\)$")
"""A remark for the model at a result's end."""
_LINE: Final = re.compile(r"\[note \"(?P<name>[^\"]+)\"[^\]]*\] (?P<text>.*)")


def _append(found: re.Match[str]) -> ToolCall:
    is_list = found["name"].endswith("list")
    items = _AND.split(found["what"]) if is_list else [found["what"]]
    text = "\n".join(f"- [ ] {item}" if is_list else item for item in items)
    return _call(APPEND, name=_named(found), text=text)


def _tick(found: re.Match[str]) -> ToolCall:
    return _call(TICK, name=_named(found), items=_AND.split(found["what"]), done=not found["un"])


_RULES: Final[Mapping[re.Pattern[str], Callable[[re.Match[str]], ToolCall]]] = {
    re.compile(pattern, re.IGNORECASE): call
    for pattern, call in {
        rf"(?:add|put) (?P<what>.+) (?:to|on|in) {_NAME}": _append,
        rf"(?P<un>un)?tick (?:off )?(?P<what>.+) (?:on|in|from) {_NAME}": _tick,
        rf"rename {_NAME} (?:to|as) (?:my |the )?(?P<new>.{{1,60}})": (
            lambda found: _call(RENAME, name=_named(found), new_name=found["new"])
        ),
        rf"(?:what is|read me what is) (?:on|in) {_NAME}": lambda found: _call(READ, name=_named(found)),
        r"(?:write|make) a note (?:called |named )?(?P<name>[^:]{1,60}): (?P<text>.+)": (
            lambda found: _call(WRITE, name=_named(found), text=found["text"])
        ),
        r"(?:find|look for) (?P<words>.+) in my notes": lambda found: _call(FIND, words=found["words"]),
        r"(?:list|show me|what are) my notes": lambda _: _call(FIND),
    }.items()
}


def call_for(sentence: str) -> ToolCall | None:
    """Return the call that a sentence leads to, if it is about notes."""
    matches = ((pattern.fullmatch(sentence), call) for pattern, call in _RULES.items())
    return next((call(found) for found, call in matches if found), None)


def outcome(name: str, given: str, result: str) -> str:
    """Put the result of a call of this name, about the note `given`, into words."""
    if result.startswith(_NOT_DONE):
        return f"That didn't work, so nothing was changed. {result.removeprefix(_NOT_DONE)}"
    if name == FIND:
        lines = [f"“{it['name']}”: {it['text']}" for it in map(_LINE.fullmatch, result.splitlines()) if it]
        return "\n".join(["Your notes:", *lines]) if lines else _NONE
    if name == READ:
        heading, _, text = _HINT.sub("", result).partition("\n")
        return f"Your note {heading}\n{text}" if text else result
    return result if name == RENAME else _DONE.format(given)


def _named(found: re.Match[str]) -> str:
    name = found["name"].strip(' "“”')
    return name[:1].upper() + name[1:]


def _call(tool: str, **arguments: object) -> ToolCall:
    return ToolCall(tool, json.dumps(arguments, ensure_ascii=False))
