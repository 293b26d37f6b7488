"""What is struck through in a message."""

from collections.abc import Sequence
from typing import Protocol


class _Entity(Protocol):
    @property
    def type(self) -> str: ...
    @property
    def offset(self) -> int: ...
    @property
    def length(self) -> int: ...


class _Shown(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def entities(self) -> Sequence[_Entity]: ...


def marked(shown: _Shown) -> str:
    """Return a message's text with ~ around what is struck through."""
    units = shown.text.encode("utf-16-le")
    struck = [it for it in shown.entities if it.type == "strikethrough"]
    for it in sorted(struck, key=lambda it: -it.offset):
        start, end = 2 * it.offset, 2 * (it.offset + it.length)
        units = units[:start] + "~".encode("utf-16-le") + units[start:end] + "~".encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")
