"""Excerpts around hits, on one line. Pure."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeAlias

BEFORE_HIT: Final = "\x02"
AFTER_HIT: Final = "\x03"

_MARKS: Final = re.compile(f"[{BEFORE_HIT}{AFTER_HIT}]")
_MARKDOWN: Final = re.compile(r"\*\*|__|~~|`+|^ {0,3}(?:#{1,6} |> ?)", re.MULTILINE)
_MORE: Final = "…"
_LOOKED_FOR: Final = re.compile(r"(?<!!)'((?:[^']|'')+)'")
UNPARTED_FROM: Final = "\u0e01"
"""First letter of scripts that may have no spaces between words."""
_LONGEST_WORD: Final = 30
"""Most characters given up to keep a word whole."""

Place: TypeAlias = tuple[int, int]
"""Start and end of a range of characters."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """An excerpt of a message on one line, and the ranges of its hits in order."""

    text: str
    hits: tuple[Place, ...] = ()


def excerpt(marked: str, most: int) -> Excerpt:
    """Return at most `most` characters around as many different hits (between marks) as possible.

    Cuts are shown by an ellipsis. Markdown's markers are removed.
    """
    pieces = _MARKS.split(" ".join(_MARKDOWN.sub("", marked).split()))
    edges = list(accumulate(map(len, pieces)))
    hits = list(zip(edges[::2], edges[1::2], strict=False))
    text = "".join(pieces)
    start, end = _window(text, hits, most)
    before, after = _MORE if start else "", _MORE if end < len(text) else ""
    moved = len(before) - start
    shown = (
        (max(first, start) + moved, min(last, end) + moved) for first, last in hits if first < end and last > start
    )
    return Excerpt(before + text[start:end] + after, tuple(shown))


def marked(text: str, queries: Sequence[str]) -> str:
    """Return a text with marks around words that begin like those of any query (tsquery).

    It is used for words that PostgreSQL splits differently and doesn't mark itself. Words of languages without spaces
    are marked anywhere.
    """
    lexemes = {lexeme.replace("''", "'") for query in queries for lexeme in _LOOKED_FOR.findall(query)}
    ways = (re.escape(it) if it >= UNPARTED_FROM else rf"\b{re.escape(it)}\w*" for it in sorted(lexemes))
    plain = _MARKS.sub("", text)
    return re.sub(f"(?i:{'|'.join(ways)})", rf"{BEFORE_HIT}\g<0>{AFTER_HIT}", plain) if lexemes else plain


def _window(text: str, hits: Sequence[Place], most: int) -> Place:
    """Return the range of a text to show."""
    if len(text) <= most:
        return 0, len(text)
    first, last = _densest(text, hits, most) if hits else (0, 0)
    start = max(0, min(first - (most - (last - first)) // 2, len(text) - most))
    end = min(len(text), start + most)
    space = text.find(" ", start, min(first, start + _LONGEST_WORD)) if start else -1
    start = space + 1 if space >= 0 else start
    space = text.rfind(" ", max(last, end - _LONGEST_WORD), end + 1) if end < len(text) else -1
    return start, space if space >= 0 else end


def _densest(text: str, hits: Sequence[Place], most: int) -> Place:
    """Return the range of `most` characters with the largest number of different hits."""
    words = [text[first:last].casefold() for first, last in hits]
    ends = [last for _, last in hits]

    def together(index: int) -> Sequence[str]:
        return words[index : bisect_right(ends, hits[index][0] + most)]

    best = max(range(len(hits)), key=lambda index: (len(set(together(index))), len(together(index)), -index))
    first = hits[best][0]
    return first, max(min(ends[best], first + most), ends[best + len(together(best)) - 1] if together(best) else 0)
