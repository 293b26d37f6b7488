"""The channels of gpt-oss, whose markup some servers leave in the text (https://github.com/openai/harmony)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

_OPENINGS: Final = ("<|channel|>", "<|start|>assistant")
_ENDING: Final = re.compile(r"<\|(?:end|call|return)\|>|(?=<\|(?:start|channel)\|>)")
_MESSAGE: Final = "<|message|>"
_TOOL: Final = re.compile(r"\bto=([^\s<]+)")
_TOKEN_BEGUN: Final = re.compile(r"<(?:\|\w{0,10}\|?)?\Z")
_LONGEST_HEADER: Final = 500


class Kind(Enum):
    """What a part of an answer is."""

    TEXT = auto()
    REASONING = auto()
    TOOL = auto()
    """The name of a tool that is called."""
    ARGUMENTS = auto()
    """A piece of the arguments of that call."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer."""

    kind: Kind
    text: str


class Channels:
    """Reads the messages of a text that begins with the markup of channels; another text is one message.

    The channel `analysis` is reasoning, a message `to` a tool is a call of it, anything else is text.
    """

    def __init__(self) -> None:
        self._unread = ""
        self._is_plain: bool | None = None
        """Whether the text has no channels; None until that is known."""
        self._message: Kind | None = None
        """What the message is that is being read; None between messages."""

    def read(self, piece: str) -> Iterator[Part]:
        """Yield the parts that a piece completes."""
        if self._is_plain is None:
            piece, self._unread = self._unread + piece, ""
            begun = piece.lstrip()
            if any(it != begun and it.startswith(begun) for it in _OPENINGS):
                self._unread = piece
                return
            self._is_plain = not begun.startswith(_OPENINGS)
        if self._is_plain:
            yield Part(Kind.TEXT, piece)
            return
        self._unread += piece
        yield from self._messages()

    def end(self) -> Iterator[Part]:
        """Yield what is left when the text has ended."""
        rest, self._unread = self._unread, ""
        if rest and self._message:
            yield Part(self._message, rest)
        elif rest and self._is_plain is None:
            yield Part(Kind.TEXT, rest)

    def _messages(self) -> Iterator[Part]:
        while self._unread:
            if self._message:
                ending = _ENDING.search(self._unread)
                begun = None if ending else _TOKEN_BEGUN.search(self._unread)
                end = ending.start() if ending else begun.start() if begun else len(self._unread)
                if end:
                    yield Part(self._message, self._unread[:end])
                self._unread = self._unread[ending.end() if ending else end :]
                if not ending:
                    return
                self._message = None
                continue
            header, found, rest = self._unread.partition(_MESSAGE)
            if not found and len(header) < _LONGEST_HEADER:
                return
            tool = _TOOL.search(header)
            self._message = Kind.ARGUMENTS if tool else Kind.REASONING if "|>analysis" in header else Kind.TEXT
            self._unread = rest if found else header
            yield Part(Kind.TOOL, tool[1]) if tool else Part(self._message, "\n\n")
