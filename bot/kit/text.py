"""Normalization of texts for storage and comparison."""

import re
from typing import Any
from unicodedata import normalize

_INVISIBLE = r"[\s\u200b\u200e\u200f\u2060\ufeff]"
_UNSEEN = re.compile(
    r"(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)"
    r"|[\U000e0000-\U000e007f\u2061-\u2064\u206a-\u206f]+"
    r"|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)
"""What models read and no screen shows: Unicode's tags, but for those of a flag such as Wales's (UTS #51), invisible
operators, and runs of variation selectors.
"""
_MOST_BITS = 63
_EDGES = re.compile(rf"\A{_INVISIBLE}+|(?<!{_INVISIBLE}){_INVISIBLE}+\Z")


def clean(text: str) -> str:
    """Remove what nobody sees, and null characters, and replace lone surrogates.

    PostgreSQL or UTF-8 can't store the latter two.
    """
    stored = text.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return stored if stored.isascii() else _UNSEEN.sub(lambda it: it["flag"] or "", stored)


def with_hidden_shown(text: str) -> str:
    """Return a text in which escapes stand for what nobody sees."""
    return _UNSEEN.sub(lambda it: it["flag"] or it[0].encode("unicode_escape").decode(), text)


def cleaned(value: Any) -> Any:
    """Return JSON with each text in it clean, but for the names of fields.

    Raises ValueError for a number too large for PostgreSQL.
    """
    if isinstance(value, dict):
        return {name: cleaned(it) for name, it in value.items()}
    if isinstance(value, list):
        return [cleaned(it) for it in value]
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError("too large a number")
    return clean(value) if isinstance(value, str) else value


def one_line(text: str) -> str:
    """Return the text on one line, with one space for each run of white space and line breaks."""
    return " ".join(text.split())


def first_words(text: str, most: int) -> str:
    """Return the beginning of a text on one line, of at most so many characters, cut where a word ends if one does."""
    line = one_line(text)
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    whole, _, _ = cut.rpartition(" ")
    return f"{cut if line[most - 1] == ' ' else whole or cut}…"


def quoted(text: str) -> str:
    """Return the text as quoted to the model: in quotation marks, on one line."""
    return f'"{one_line(text)}"'


def folded(text: str) -> str:
    """Fold letter case, white space and forms of accents (https://unicode.org/reports/tr15/), to compare texts."""
    return normalize("NFC", one_line(text).casefold())


def trimmed(value: object) -> object:
    """Strip characters without width and all white space from a text; pydantic strips fewer."""
    return _EDGES.sub("", clean(value)) if isinstance(value, str) else value
