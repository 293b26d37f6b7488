"""Pure: a request to a model (Chat Completions), taken apart, with what it shares with the one before it.

A server's prompt cache knows what comes first: the tools, then the messages. So these two, as they stand in the body,
are compared; what else a request says (the model's name, options) is no part of the prompt.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from bot.practice.json_text import Span, elements, members

_NOTHING = Span(0, 0)
_TITLES = {"system": "System prompt", "user": "You", "assistant": "Assistant", "tool": "Tool result"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text that was sent: `known` from the request before, `new`, or no part of the prompt."""

    text: str
    state: Literal["known", "new", "other"]


@dataclass(frozen=True, slots=True)
class Block:
    """A tool or a message to be read: `kind` is "function" or the message's role, `bytes` its size as sent."""

    kind: str
    title: str
    bytes: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Prompt:
    """The part of a request that a model reads."""

    body: str
    tools: Span
    messages: Span

    @classmethod
    def of(cls, body: bytes) -> "Prompt":
        """Find it in a request's body."""
        text = body.decode()
        named = members(text)
        return cls(text, named.get("tools", _NOTHING), named.get("messages", _NOTHING))

    @cached_property
    def text(self) -> str:
        """The tools and the messages as they were written."""
        return self.tools.of(self.body) + self.messages.of(self.body)

    @cached_property
    def parts(self) -> list[Span]:
        """Where each tool and each message stands in `text`."""
        sizes = (0, self.tools.end - self.tools.start)
        lists = (self.tools.of(self.body), self.messages.of(self.body))
        return [
            Span(span.start + size, span.end + size)
            for size, written in zip(sizes, lists, strict=True)
            for span in (elements(written) if written else ())
        ]

    @cached_property
    def conversation(self) -> str:
        """What no two conversations share: the key of their prompt cache, or else what was said first."""
        key = members(self.body).get("prompt_cache_key")
        if key:
            return key.of(self.body)
        written = (span.of(self.text) for span in self.parts)
        return next((message for message in written if _readable(message).kind == "user"), "")


@dataclass(frozen=True)
class Anatomy:
    """A prompt beside the one that the same conversation sent before, if it did."""

    prompt: Prompt
    before: Prompt | None

    @cached_property
    def shared(self) -> int:
        """How many characters the two begin with in common."""
        return _shared(self.prompt.text, self.before.text) if self.before else 0

    @property
    def known_bytes(self) -> int:
        """The size of what the two begin with in common."""
        return len(self.prompt.text[: self.shared].encode())

    @property
    def all_bytes(self) -> int:
        """The size of the prompt."""
        return len(self.prompt.text.encode())

    def blocks(self) -> list[Block]:
        """Give the prompt to be read: each tool and each message."""
        return [self._block(number, span) for number, span in enumerate(self.prompt.parts)]

    def body(self) -> list[Piece]:
        """Give the whole body as it was sent."""
        tools, messages = self.prompt.tools, self.prompt.messages
        known_tools = min(self.shared, tools.end - tools.start)
        lists = sorted([(tools, known_tools), (messages, self.shared - known_tools)], key=lambda it: it[0].start)
        pieces, at = list[Piece](), 0
        for span, known in lists:
            pieces += [Piece(self.prompt.body[at : span.start], "other"), *_split(span.of(self.prompt.body), known)]
            at = span.end
        pieces.append(Piece(self.prompt.body[at:], "other"))
        return [piece for piece in pieces if piece.text]

    def _block(self, number: int, span: Span) -> Block:
        written = span.of(self.prompt.text)
        read = _readable(written)
        if self.shared >= span.end:
            known = len(read.text)
        elif self.shared <= span.start or not self.before or number >= len(self.before.parts):
            known = 0
        else:
            known = _shared(read.text, _readable(self.before.parts[number].of(self.before.text)).text)
        return Block(read.kind, read.title, len(written.encode()), tuple(_split(read.text, known)))


def _split(text: str, known: int) -> list[Piece]:
    pieces = Piece(text[:known], "known"), Piece(text[known:], "new")
    return [piece for piece in pieces if piece.text]


def _shared(one: str, other: str) -> int:
    """Count the characters that two texts begin with in common, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True)
class _Readable:
    """A tool or a message as a person reads it."""

    kind: str
    title: str
    text: str


def _readable(written: str) -> _Readable:
    value = json.loads(written)
    if "function" in value:
        function = value["function"]
        text = f"{function.get('description', '')}\n\n{_indented(function.get('parameters'))}"
        return _Readable("function", function["name"], text)
    role, content = value["role"], value.get("content") or ""
    said = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    calls = (
        f"{call['function']['name']}({_arguments(call['function']['arguments'])})"
        for call in value.get("tool_calls") or ()
    )
    return _Readable(role, _TITLES.get(role, role), "\n\n".join(filter(None, [said, *calls])))


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _arguments(text: str) -> str:
    try:
        return _indented(json.loads(text))
    except ValueError:
        return text
