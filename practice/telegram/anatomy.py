"""Pure: the prompt in a Chat Completions request, compared with earlier ones: the prefix that they share is marked.

The prompt, which a server's prompt cache compares, consists of the tools and then the messages, as written in the body.
The rest of a request (the model's name, options) is not part of it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal

from practice.json_text import Span, elements, members

_BY_CHANCE = 100
"""Shared characters below which two conversations' prompts only begin with the same JSON."""
_FILE: Final = re.compile(r"data:[\w/.+-]+;base64,[A-Za-z0-9+/]{20}([A-Za-z0-9+/=]{200,})")
"""A file in a data URL, of which only the beginning is shown."""
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
        return _readable(first.of(written)).text if first else ""

    @property
    def last(self) -> str:
        """The text of the last message."""
        return _readable(self.parts[-1].of(self.text)).text if self.parts else ""

    @cached_property
    def user_messages(self) -> list[str]:
        """The user's messages as written in the body."""
        written = (span.of(self.text) for span in self.parts)
        return [message for message in written if _readable(message).kind == "user"]

    def continues(self, before: "Prompt") -> bool:
        """Return whether both are of one conversation: the first user message of this prompt is in the other, too."""
        return bool(self.user_messages) and self.user_messages[0] in before.user_messages


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the request: `known` from an earlier request, `new`, or `other` if not part of the prompt."""

    text: str
    state: Literal["known", "new", "other"]


@dataclass(frozen=True, slots=True)
class Block:
    """A tool or a message in readable form: `kind` is "function" or the message's role, `bytes` its size as sent."""

    kind: str
    title: str
    bytes: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Anatomy:
    """A prompt, and an earlier one with which it shares a prefix, if there is one."""

    prompt: Prompt
    before: Prompt | None

    @classmethod
    def beside(cls, prompt: Prompt, earlier: Iterable[Prompt]) -> "Anatomy":
        """Compare a prompt with the earlier one that shares the longest prefix; `earlier` has the newest first."""
        longest = max((cls(prompt, before) for before in earlier), key=lambda it: it.shared, default=cls(prompt, None))
        by_chance = longest.shared < _BY_CHANCE and longest.known_from == "other"
        return cls(prompt, None) if by_chance else longest

    @property
    def known_from(self) -> Literal["same", "other"] | None:
        """Whether the shared prefix is from the same or another conversation; None without one."""
        if self.before is None:
            return None
        return "same" if self.prompt.continues(self.before) else "other"

    @cached_property
    def shared(self) -> int:
        """Length of the shared prefix, in characters."""
        return _shared(self.prompt.text, self.before.text) if self.before else 0

    @property
    def known_bytes(self) -> int:
        """Size of the shared prefix, in bytes."""
        return len(self.prompt.text[: self.shared].encode())

    @property
    def all_bytes(self) -> int:
        """Size of the prompt, in bytes."""
        return len(self.prompt.text.encode())

    def blocks(self) -> list[Block]:
        """Return each tool and each message in readable form."""
        return [self._block(number, span) for number, span in enumerate(self.prompt.parts)]

    def body(self) -> list[Piece]:
        """Return the body as sent, in pieces; of each picture in it only the beginning."""
        tools, messages = self.prompt.tools, self.prompt.messages
        known_tools = min(self.shared, tools.end - tools.start)
        lists = sorted([(tools, known_tools), (messages, self.shared - known_tools)], key=lambda it: it[0].start)
        pieces, at = list[Piece](), 0
        for span, known in lists:
            pieces += [Piece(self.prompt.body[at : span.start], "other"), *_split(span.of(self.prompt.body), known)]
            at = span.end
        pieces.append(Piece(self.prompt.body[at:], "other"))
        return [piece for piece in _shortened(self.prompt.body, pieces) if piece.text]

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


def _shortened(body: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a body with a note in place of the rest of each file; it is in the piece where that ends."""
    left_out = [found.span(1) for found in _FILE.finditer(body)]
    begin = 0
    for piece in pieces:
        end, at, shown = begin + len(piece.text), begin, ""
        for start, stop in left_out:
            if begin < stop and start < end:
                note = f"… {stop - start:,} more characters" if stop <= end else ""
                shown += body[at : max(start, at)] + note
                at = min(stop, end)
        yield replace(piece, text=shown + body[at:end])
        begin = end


def _split(text: str, known: int) -> list[Piece]:
    pieces = Piece(text[:known], "known"), Piece(text[known:], "new")
    return [piece for piece in pieces if piece.text]


def _shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts, by binary search."""
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
    """A tool or a message in readable form."""

    kind: str
    title: str
    text: str


def _readable(written: str) -> _Readable:
    """Make a tool or a message readable; one in an unknown format is shown as JSON."""
    value = json.loads(written)
    try:
        return _tool(value["function"]) if "function" in value else _message(value)
    except (LookupError, TypeError, AttributeError):
        return _Readable("other", "Unknown format", _indented(value))


def _tool(function: Mapping[str, Any]) -> _Readable:
    text = f"{function.get('description', '')}\n\n{_indented(function.get('parameters'))}"
    return _Readable("function", function["name"], text)


def _message(value: Mapping[str, Any]) -> _Readable:
    role, content = value["role"], value.get("content") or ""
    text = content if isinstance(content, str) else "".join(map(_part, content))
    calls = (
        f"{call['function']['name']}({_arguments(call['function']['arguments'])})"
        for call in value.get("tool_calls") or ()
    )
    return _Readable(role, _TITLES.get(role, role), "\n\n".join(filter(None, [text, *calls])))


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
