"""The practice model's rules for notes: the call for a sentence, and what it says of the result."""

import re
from typing import Final

from practice.model.answer import ToolCall
from practice.model.conversation import Step

FIND: Final = "find_notes"
APPEND: Final = "append_to_note"
TICK: Final = "tick_in_note"
TOOLS: Final = frozenset({FIND, APPEND, TICK})

_NAME: Final = r"(?:my|the) (?P<name>(?:[\w'-]+ ){0,3}(?:list|notes?))"
_TO_ADD: Final = re.compile(rf"(?:add|put) (?P<what>.+) (?:to|on|in) {_NAME}", re.IGNORECASE)
_TO_TICK: Final = re.compile(rf"tick off (?P<what>.+) (?:on|in) {_NAME}", re.IGNORECASE)
_TO_LIST: Final = re.compile(r"(?:list|show me|what are) my notes", re.IGNORECASE)
_AND: Final = re.compile(r",? and |, ")
_NOT_DONE: Final = "Nothing was done. "
_LINE: Final = re.compile(r"\[note \"(?P<name>[^\"]+)\"[^\]]*\] (?P<text>.*)")


def call_for(text: str) -> ToolCall | None:
    """Return the call that a sentence about notes asks for."""
    if _TO_LIST.fullmatch(text):
        return ToolCall.of(FIND)
    if asked := _TO_TICK.fullmatch(text):
        return ToolCall.of(TICK, name=_named(asked), items=_AND.split(asked["what"]), done=True)
    if asked := _TO_ADD.fullmatch(text):
        is_list = asked["name"].endswith("list")
        lines = [f"- [ ] {item}" for item in _AND.split(asked["what"])] if is_list else [asked["what"]]
        return ToolCall.of(APPEND, name=_named(asked), text="\n".join(lines))
    return None


def outcome(step: Step) -> str:
    """Put the result of a call into words."""
    if step.result.startswith(_NOT_DONE):
        return f"That didn't work, so nothing was changed. {step.result.removeprefix(_NOT_DONE)}"
    if step.call.name == FIND:
        lines = [f"“{it['name']}”: {it['text']}" for it in map(_LINE.fullmatch, step.result.splitlines()) if it]
        return "\n".join(["Your notes:", *lines]) if lines else "I found no note."
    return f"Done. That's in your note “{step.given('name')}”."


def _named(asked: re.Match[str]) -> str:
    return asked["name"][:1].upper() + asked["name"][1:]
