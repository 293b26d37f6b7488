"""Pure: the positions of the parts of a JSON text, so that they can be shown and compared exactly as written."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_DECODER = json.JSONDecoder()
_GAP = re.compile(r"[\s,:]*")


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, from `start` to before `end`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the part of `text`."""
        return text[self.start : self.end]


def members(text: str) -> dict[str, Span]:
    """Return the values of a JSON object by name. Raises ValueError for any other text."""
    parts = list(_values(text, "{", "}"))
    return {json.loads(name.of(text)): value for name, value in zip(parts[::2], parts[1::2], strict=True)}


def elements(text: str) -> list[Span]:
    """Return the elements of a JSON array. Raises ValueError for any other text."""
    return list(_values(text, "[", "]"))


def _values(text: str, opening: str, closing: str) -> Iterator[Span]:
    if not text.lstrip().startswith(opening):
        raise ValueError(text)
    at = _after_gap(text, text.index(opening) + 1)
    while text[at : at + 1] != closing:
        end = _DECODER.raw_decode(text, at)[1]
        yield Span(at, end)
        at = _after_gap(text, end)


def _after_gap(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at
