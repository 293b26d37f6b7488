"""Pure: a request to a model (Chat Completions), taken apart, with what it shares with one before it.

A server's prompt cache knows what comes first: the tools, then the messages. So these two, as they stand in the body,
are compared; what else a request says (the model's name, options) is no part of the prompt.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from practice.json_text import Span
from practice.telegram.sent_prompt import Prompt, readable

_BY_CHANCE = 100
"""Two conversations' prompts that have fewer characters in common just begin with the same JSON."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text that was sent: `known` from a request before, `new`, or no part of the prompt."""

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
class Anatomy:
    """A prompt beside one that was sent before, if it shares anything with it."""

    prompt: Prompt
    before: Prompt | None

    @classmethod
    def beside(cls, prompt: Prompt, earlier: Iterable[Prompt]) -> "Anatomy":
        """Take a prompt apart beside that of the earlier ones, newest first, which shares the longest beginning."""
        longest = max((cls(prompt, before) for before in earlier), key=lambda it: it.shared, default=cls(prompt, None))
        by_chance = longest.shared < _BY_CHANCE and longest.known_from == "other"
        return cls(prompt, None) if by_chance else longest

    @property
    def known_from(self) -> Literal["same", "other"] | None:
        """Which conversation what is known was sent in, if anything is."""
        if self.before is None:
            return None
        return "same" if self.prompt.goes_on(self.before) else "other"

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
        read = readable(written)
        if self.shared >= span.end:
            known = len(read.text)
        elif self.shared <= span.start or not self.before or number >= len(self.before.parts):
            known = 0
        else:
            known = _shared(read.text, readable(self.before.parts[number].of(self.before.text)).text)
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
