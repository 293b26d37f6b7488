"""Pure: compares a Chat Completions request with earlier ones and marks the prefix that they share.

The prompt, which a server's prompt cache compares, consists of the tools and then the messages, as written in the body.
The rest of a request (the model's name, options) is not part of it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from practice.json_text import Span
from practice.telegram.sent_prompt import Prompt, readable

_BY_CHANCE = 100
"""Shared characters below which two conversations' prompts only begin with the same JSON."""
_FILE: Final = re.compile(r"data:[\w/.+-]+;base64,[A-Za-z0-9+/]{20}([A-Za-z0-9+/=]{200,})")
"""A file in a data URL, of which only the beginning is shown."""


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
        read = readable(written)
        if self.shared >= span.end:
            known = len(read.text)
        elif self.shared <= span.start or not self.before or number >= len(self.before.parts):
            known = 0
        else:
            known = _shared(read.text, readable(self.before.parts[number].of(self.before.text)).text)
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
