"""Pure: the part of a request (Chat Completions) that a model reads, and how a person reads it."""

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
    """The part of a request that a model reads."""

    body: str
    tools: Span
    messages: Span

    @classmethod
    def of(cls, body: bytes) -> "Prompt":
        """Find it in a request's body; in one that is none there is nothing."""
        text = body.decode(errors="replace")
        try:
            named = members(text)
        except ValueError:
            return cls(text, _NOTHING, _NOTHING)
        lists = {name: span for name, span in named.items() if span.of(text).startswith("[")}
        return cls(text, lists.get("tools", _NOTHING), lists.get("messages", _NOTHING))

    @cached_property
    def text(self) -> str:
        """The tools and the messages as they were written."""
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
        """What the first message says, the system prompt as a rule."""
        written = self.messages.of(self.body)
        first = next(iter(elements(written)), None) if written else None
        return readable(first.of(written)).text if first else ""

    @property
    def last(self) -> str:
        """What the last message says."""
        return readable(self.parts[-1].of(self.text)).text if self.parts else ""

    @cached_property
    def said(self) -> list[str]:
        """The user's texts as they were written, each after its time."""
        written = (span.of(self.text) for span in self.parts)
        return [message for message in written if readable(message).kind == "user"]

    def goes_on(self, before: "Prompt") -> bool:
        """Tell whether both are of one conversation: what this one begins with was said there, too."""
        return bool(self.said) and self.said[0] in before.said


@dataclass(frozen=True, slots=True)
class Readable:
    """A tool or a message as a person reads it."""

    kind: str
    title: str
    text: str


def readable(written: str) -> Readable:
    """Read a tool or a message; one in no form that is known is shown as it was written."""
    value = json.loads(written)
    try:
        return _tool(value["function"]) if "function" in value else _message(value)
    except (LookupError, TypeError, AttributeError):
        return Readable("other", "In no form that is known", _indented(value))


def _tool(function: Mapping[str, Any]) -> Readable:
    text = f"{function.get('description', '')}\n\n{_indented(function.get('parameters'))}"
    return Readable("function", function["name"], text)


def _message(value: Mapping[str, Any]) -> Readable:
    role, content = value["role"], value.get("content") or ""
    said = content if isinstance(content, str) else "".join(part.get("text") or "" for part in content)
    calls = (
        f"{call['function']['name']}({_arguments(call['function']['arguments'])})"
        for call in value.get("tool_calls") or ()
    )
    return Readable(role, _TITLES.get(role, role), "\n\n".join(filter(None, [said, *calls])))


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _arguments(text: str) -> str:
    try:
        return _indented(json.loads(text))
    except ValueError:
        return text
