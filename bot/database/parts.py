"""Any of many texts, found in another one in a time that hardly depends on how many they are."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final

FEW: Final = 32
"""Of so many texts, looking for one after the other is the fastest way."""
_TAIL: Final = 12


class Parts:
    """Some texts, none of them empty, that may be parts of others."""

    def __init__(self, texts: Collection[str]) -> None:
        self._texts = sorted(set(texts), key=len, reverse=True)
        self._by_tail: dict[str, list[str]] = defaultdict(list)
        if len(self._texts) > FEW:
            for text in self._texts:
                self._by_tail[text[-_TAIL:]].append(text)
        self._tails = sorted({len(tail) for tail in self._by_tail})

    def are_in(self, text: str) -> bool:
        """Tell whether any of them is part of a text."""
        if len(self._texts) <= FEW:
            return any(part in text for part in self._texts)
        return next(self._spans(text), None) is not None

    def replaced(self, text: str, instead: str) -> str:
        """Return a text with something else instead of each of them; of those that overlap, instead of all."""
        if len(self._texts) <= FEW:
            for part in self._texts:
                text = text.replace(part, instead)
            return text
        pieces, at = [], len(text)
        for start, end in _joined(list(self._spans(text))):
            pieces += [text[end:at], instead]
            at = start
        return "".join([text[:at], *reversed(pieces)])

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where they begin and end, those that end first before the others."""
        for end in range(1, len(text) + 1):
            for length in self._tails:
                for part in self._by_tail.get(text[max(0, end - length) : end], ()):
                    if text.endswith(part, 0, end):
                        yield end - len(part), end


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Make one of those that overlap; the last comes first."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: span[1], reverse=True):
        if joined and end > joined[-1][0]:
            joined[-1] = (min(start, joined[-1][0]), joined[-1][1])
        else:
            joined.append((start, end))
    return joined
