"""Where a text can be cut: after a sentence or a line."""

import re
from collections.abc import Iterator
from typing import Final

_END: Final = re.compile(
    r"(?<=[.!?…])(?<!\b[A-Za-z]\.)(?<!\b(?:Dr|Mr|Ms|St|vs|ca|No|Nr)\.)(?<!\b(?:Mrs|etc)\.)(?<!\bProf\.)"
    r"[\"'”’)\]]*\s+(?=[^\sa-z])|(?<=[。！？])|\n+"  # noqa: RUF001 - other scripts
)
"""The end of a line, or of a sentence: a mark that doesn't end an abbreviation, with a capital after it."""


def sentences(text: str) -> Iterator[str]:
    """Yield each sentence of a text."""
    return pieces(text, 1)


def pieces(text: str, most: int) -> Iterator[str]:
    """Yield a text in pieces of whole sentences, each of at most `most` characters. A longer sentence stays whole."""
    start = last = 0
    for end in (*(it.end() for it in _END.finditer(text)), len(text)):
        if start < last and len(text[start:end].strip()) > most:
            yield text[start:last].strip()
            start = last
        last = end
    yield text[start:].strip()
