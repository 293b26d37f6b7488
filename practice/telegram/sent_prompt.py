"""Pure: the prompt in a Chat Completions request, and its readable form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from practice.json_text import Span, elements, members

_NOTHING = Span(0, 0)
_TITLES = {"system": "System prompt", "user": "You", "assistant": "Assistant", "tool": "Tool result"}


@dataclass(frozen=True)
class Prompt:
    """The tools and messages of a request."""

    body: str
    tools: Span
    messages: Span

    @classmethod
    def of(cls, body: bytes) -> "Prompt":
        """Find the prompt in a request's body; a body that is not a JSON object gives an empty one."""
        text = body.decode(errors="replace")
        try:
            named = members(text)
        except ValueError:
            return cls(text, _NOTHING, _NOTHING)
        lists = {name: span for name, span in named.items() if span.of(text).startswith("[")}
        return cls(text, lists.get("tools", _NOTHING), lists.get("messages", _NOTHING))

    @cached_property
    def text(self) -> str:
        """The tools and messages as written in the body."""
        return self.tools.of(self.body) + self.messages.of(self.body)

    @cached_property
    def parts(self) -> list[Span]:
        """The position of each tool and each message in `text`."""
        sizes = (0, self.tools.end - self.tools.start)
        lists = (self.tools.of(self.body), self.messages.of(self.body))
        return [
            Span(span.start + size, span.end + size)
            for size, written in zip(sizes, lists, strict=True)
            for span in (elements(written) if written else ())
        ]

    @property
    def instructions(self) -> str:
        """The text of the first message, usually the system prompt."""
        written = self.messages.of(self.body)
        first = next(iter(elements(written)), None) if written else None
        return readable(first.of(written)).text if first else ""

    @property
    def last(self) -> str:
        """The text of the last message."""
        return readable(self.parts[-1].of(self.text)).text if self.parts else ""

    @cached_property
    def user_messages(self) -> list[str]:
        """The user's messages as written in the body."""
        written = (span.of(self.text) for span in self.parts)
        return [message for message in written if readable(message).kind == "user"]

    def continues(self, before: "Prompt") -> bool:
        """Return whether both are of one conversation: the first user message of this prompt is in the other, too."""
        return bool(self.user_messages) and self.user_messages[0] in before.user_messages


@dataclass(frozen=True, slots=True)
class Readable:
    """A tool or a message in readable form."""

    kind: str
    title: str
    text: str


def readable(written: str) -> Readable:
    """Make a tool or a message readable; one in an unknown format is shown as JSON."""
    value = json.loads(written)
    try:
        return _tool(value["function"]) if "function" in value else _message(value)
    except (LookupError, TypeError, AttributeError):
        return Readable("other", "Unknown format", _indented(value))


def _tool(function: Mapping[str, Any]) -> Readable:
    text = f"{function.get('description', '')}\n\n{_indented(function.get('parameters'))}"
    return Readable("function", function["name"], text)


def _message(value: Mapping[str, Any]) -> Readable:
    role, content = value["role"], value.get("content") or ""
    text = content if isinstance(content, str) else "".join(map(_part, content))
    calls = (
        f"{call['function']['name']}({_arguments(call['function']['arguments'])})"
        for call in value.get("tool_calls") or ()
    )
    return Readable(role, _TITLES.get(role, role), "\n\n".join(filter(None, [text, *calls])))


def _part(part: Mapping[str, Any]) -> str:
    """Return the text of a part, or the size of a picture."""
    if picture := part.get("image_url"):
        return f"\n[a picture, {len(picture['url']):,} characters]"
    return part.get("text") or ""


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _arguments(text: str) -> str:
    try:
        return _indented(json.loads(text))
    except ValueError:
        return text
