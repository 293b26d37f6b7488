"""An answer that only repeats the memory lines a model reads is shown as plain text. Pure."""

import re
from typing import Final

_BEGUN: Final = re.compile(r"(?:- )?(?:(?:Stored as|Updated) )?\[id:")
_LINE: Final = re.compile(
    r"(?:- )?(?:(?:Stored as|Updated) )?\[id:[A-Za-z0-9]{8}\]:? ?"
    r"(?:\((?:context|person|preference|project)\b.*?\) (?=\")|\[[^\]]*\] )?(?P<text>.+)"
)
"""A line of the memory block, or of the result of a memory tool."""
_QUOTED: Final = re.compile(r"\"((?:(?!\" → \").)+)\"")
"""One text in quotation marks, not an old one and a new one."""


def is_parroted(markdown: str) -> bool:
    """Tell whether every line of an answer so far begins as a memory line does."""
    lines = _lines(markdown)
    return bool(lines) and all(_BEGUN.match(line) for line in lines)


def without_ids(markdown: str) -> str:
    """Return the memories' texts if an answer consists of such lines only, else the answer as it is."""
    read = [_LINE.fullmatch(line) for line in _lines(markdown)]
    texts = [_unquoted(line["text"]) for line in read if line]
    if not texts or len(texts) < len(read):
        return markdown
    return texts[0] if len(texts) == 1 else "\n".join(f"- {text}" for text in texts)


def _unquoted(text: str) -> str:
    quote = _QUOTED.fullmatch(text)
    return quote[1] if quote else text


def _lines(markdown: str) -> list[str]:
    return [line.strip() for line in markdown.splitlines() if line.strip()]
