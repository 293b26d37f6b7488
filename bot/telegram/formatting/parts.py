"""One Telegram message: its text and its entities, counted as Telegram counts."""

import unicodedata
from dataclasses import dataclass

from telegram import MessageEntity

from bot.telegram.formatting.rich_text import RichText

MAX_UNITS = 4096
"""The longest text of a message, in UTF-16 units (sendMessage in the Bot API)."""


@dataclass(frozen=True, slots=True)
class Part:
    """The text of one message, never blank and without white space around it, and its entities, outer ones first."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


def utf16_length(text: str) -> int:
    """Count as Telegram counts: in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def part_of(rich: RichText) -> Part | None:
    """Return a text as a message, or None if it is blank. Entities lose the white space at their edges, as there."""
    start, end = _trimmed(rich.text, 0, len(rich.text))
    trimmed = rich.between(start, end)
    text = trimmed.text
    if all(char.isspace() or unicodedata.category(char) == "Cf" for char in text):
        return None
    entities: list[MessageEntity] = []
    at, units = 0, 0
    for span in trimmed.spans:
        start, end = _trimmed(text, span.start, span.end)
        if start < end:
            units += utf16_length(text[at:start]) if start >= at else -utf16_length(text[start:at])
            at = start
            length = utf16_length(text[start:end])
            style = span.style
            entities.append(MessageEntity(style.type, units, length, url=style.url, language=style.language))
    return Part(text, tuple(sorted(entities, key=lambda it: (it.offset, -it.length))))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    covered = text[start:end]
    return end - len(covered.lstrip()), start + len(covered.rstrip())


def plain(part: Part) -> Part:
    """Return a part without formatting, the addresses of its links after their words as far as there is room.

    It can be sent where Telegram refuses the entities.
    """
    text = part.text.encode("utf-16-le", "surrogatepass")
    for entity in sorted(part.entities, key=lambda it: it.offset + it.length, reverse=True):
        address = f" ({entity.url})".encode("utf-16-le") if entity.url else b""
        if len(text) + len(address) <= 2 * MAX_UNITS:
            end = 2 * (entity.offset + entity.length)
            text = text[:end] + address + text[end:]
    return Part(text.decode("utf-16-le", "surrogatepass"))
