"""Where a text can be cut: behind its sentences, and in scripts without spaces behind clauses, or anywhere."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[^\sa-z])|(?<=[。！？])|\n+")  # noqa: RUF001 - other scripts
_ABBREVIATION: Final = re.compile(r"(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|ca|approx|No|Nr)\.$")

_LONGEST_ABBREVIATION: Final = 10
_CLAUSE_END: Final = re.compile(r"(?<=[，、；：])")  # noqa: RUF001 - Chinese and Japanese
_NO_SPACES: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""What is written without spaces between words: kana and Chinese characters."""
_WIDE_END: Final = re.compile(r"[，、；：。！？]$|[\u3040-\u30ff\u3400-\u9fff]$")  # noqa: RUF001 - as people and assistants write


def pieces(text: str, most: int) -> list[str]:
    """Return a text in pieces of at most so many characters, if it can be cut that small; whole if it is that small."""
    if len(text) <= most:
        return [text]
    return _packed((part for sentence in sentences(text) for part in _parts(sentence, most)), most)


def sentences(text: str) -> list[str]:
    """Split a text behind its sentences; nothing of it is lost but the white space between them."""
    pieces, at = [], 0
    for end in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[max(at, end.start() - _LONGEST_ABBREVIATION) : end.start()]):
            pieces.append(text[at : end.end()].strip())
            at = end.end()
    return [piece for piece in [*pieces, text[at:].strip()] if piece]


def _parts(sentence: str, most: int) -> Iterator[str]:
    """Yield a sentence whole, or in parts if it is too long and written without spaces."""
    if len(sentence) <= most or not _NO_SPACES.search(sentence):
        yield sentence
        return
    for clause in filter(None, _CLAUSE_END.split(sentence)):
        size = -(-len(clause) // -(-len(clause) // most))  # as many parts as it takes, of one size
        yield from (clause[at : at + size] for at in range(0, len(clause), size))


def _packed(several: Iterable[str], most: int) -> list[str]:
    """Put parts together again, as many as fit."""
    packed: list[str] = []
    for part in several:
        joined = f"{packed[-1]}{'' if _WIDE_END.search(packed[-1]) else ' '}{part}" if packed else ""
        if joined and len(joined) <= most:
            packed[-1] = joined
        else:
            packed.append(part)
    return packed
