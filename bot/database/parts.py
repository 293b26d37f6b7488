"""Search for many texts in another one, in a time that hardly depends on their number."""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

FEW: Final = 32
"""Most texts for which a search one by one is fastest."""
_HEAD: Final = 12


class Parts:
    """Texts to search for, none of them empty."""

    def __init__(self, texts: Collection[str]) -> None:
        self._texts = frozenset(texts)
        self._by_head: dict[str, list[str]] = defaultdict(list)
        if len(self._texts) > FEW:
            for text in self._texts:
                self._by_head[text[:_HEAD]].append(text)
        self._lengths = {len(head) for head in self._by_head}

    def found_in(self, text: str) -> set[str]:
        """Return those contained in a text."""
        if len(self._texts) <= FEW:
            return {part for part in self._texts if part in text}
        heads = {text[at : at + length] for length in self._lengths for at in range(len(text))}
        return {part for head in heads & self._by_head.keys() for part in self._by_head[head] if part in text}

    def replaced(self, text: str, instead: str) -> str:
        """Return a text with each of them replaced, the longest first."""
        for part in sorted(self.found_in(text), key=len, reverse=True):
            text = text.replace(part, instead)
        return text
