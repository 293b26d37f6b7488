"""Texts made fit to be stored and compared."""

import re
from unicodedata import normalize


def clean(text: str) -> str:
    """Return the text without what neither PostgreSQL nor UTF-8 can hold: null characters and lone surrogates."""
    return text.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str) -> str:
    """Return the text on one line: each run of white space, line breaks of every kind included, is one space."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """Return the text as it is quoted to the model: in quotation marks, on one line."""
    return f'"{one_line(text)}"'


def folded(text: str) -> str:
    """Return the text without letter case, kinds of white space, and forms of accents (https://unicode.org/reports/tr15/)."""
    return normalize("NFC", one_line(text).casefold())


_EDGES = re.compile(r"\A[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+\Z")


def trimmed(value: object) -> object:
    """Trim a text of what has no width, and of all that `one_line` takes for white space; pydantic takes less."""
    return _EDGES.sub("", clean(value)) if isinstance(value, str) else value
