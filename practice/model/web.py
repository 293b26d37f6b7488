"""What the practice model does with the web: it reads the links of a message, and searches when it is told to."""

import re
from itertools import pairwise
from typing import Final

from practice.model.answer import ToolCall
from practice.model.conversation import Step

FETCH: Final = "fetch_page"
SEARCH: Final = "web_search"
TOOLS: Final = frozenset({FETCH, SEARCH})

_LINK: Final = re.compile(r"(?:(?:read|open) )?(https?://\S+)", re.IGNORECASE)
_TO_SEARCH: Final = re.compile(r"search the web for (.+)", re.IGNORECASE)
_MARK: Final = "[Not the user's words"
_WAITS: Final = "Nothing is done yet"
_NOT_TEXT: Final = re.compile(r"|#.*|Date: .*|https?://\S+(?:, part .*)?")
_ABOUT: Final = re.compile(r"\d+\. (?P<title>.*)")
_FIRST_WORDS: Final = 200


def call_for(text: str) -> ToolCall | None:
    """Return the call that a sentence asks for."""
    if link := _LINK.fullmatch(text):
        return ToolCall.of(FETCH, url=link[1])
    searched = _TO_SEARCH.fullmatch(text)
    return ToolCall.of(SEARCH, query=searched[1]) if searched else None


def outcome(step: Step) -> str:
    """Put the result of a call into words."""
    if step.result.startswith(_WAITS):
        return "Untrusted text may have led there, so it waits for your button below."
    if not step.result.startswith(_MARK):
        return step.result
    lines = [line.removeprefix("> ").rstrip() for line in step.result.splitlines()[1:]]
    return _found(lines) if step.call.name == SEARCH else _read(lines)


def _read(lines: list[str]) -> str:
    address = lines[0].partition(", part ")[0]
    text = " ".join(line for line in lines[1:] if not _NOT_TEXT.fullmatch(line))
    more = "…" if len(text) > _FIRST_WORDS else ""
    return f"I have read {address}. It begins: “{text[:_FIRST_WORDS]}{more}”"


def _found(lines: list[str]) -> str:
    hits = (
        f"- {about['title']}: {address}"
        for line, address in pairwise(lines)
        if (about := _ABOUT.fullmatch(line)) and address.startswith("http")
    )
    return "\n".join(["I found this on the web:", *hits])
