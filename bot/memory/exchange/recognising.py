"""Tells files of memories from other files. Pure."""

import re
from typing import Final

from bot.errors import UnreadableFile
from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import read

_FIELDS: Final = re.compile(
    rb'"(?:content|memory|memories|fact|facts)"\s*:|^"?(?:content|memory|fact)"?[,;\t]', re.MULTILINE
)
_TALK: Final = re.compile(rb'"role"\s*:')
"""A field of a chat's messages, whose "content" is no memory."""
_OF_USER: Final = re.compile(r"\b(?:the user|user(?=['’]s)|i|i['’]m|my)\b", re.IGNORECASE)  # noqa: RUF001 - either apostrophe
_HEADING: Final = re.compile(r"^\s*#{1,6}\s+(.+?)\s*$", re.MULTILINE)
_ENOUGH: Final = 0.3
"""Least share of texts that speak of the user."""


def memories_in(content: bytes) -> Found | None:
    """Return the memories of a file that looks as if it holds nothing else, or None."""
    try:
        found = read(content)
    except UnreadableFile:
        return None
    return found if found.additions and _is_memories(content, found) else None


def _is_memories(content: bytes, found: Found) -> bool:
    if found.is_own:
        return True
    if found.shape != "a list":
        return _FIELDS.search(content) is not None and _TALK.search(content) is None
    headings = _HEADING.findall(content.decode("utf-8", "replace"))
    if headings and all(map(of_heading, headings)):
        return True
    of_user = sum(_OF_USER.search(addition.content) is not None for addition in found.additions)
    return of_user >= _ENOUGH * len(found.additions)
