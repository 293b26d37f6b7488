"""The words of rich messages that users forward (Bot API, RichMessage), unknown to python-telegram-bot. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from telegram import Message

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
_TEXTS: Final = ("summary", "text", "expression", "alternative_text", "caption", "credit")
_NESTED: Final = ("blocks", "items", "cells", "buttons", "button")


def rich_words(message: Message) -> str:
    """Return what a rich message says, a line for each paragraph, item and row; empty for another one."""
    found = message.api_kwargs.get("rich_message")
    return "\n".join(_lines(found.get("blocks"))) if isinstance(found, Mapping) else ""


def _lines(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _lines_of(value)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _lines(part)


def _lines_of(block: Mapping[str, Json]) -> Iterator[str]:
    """Yield the lines of a block, or of an item of a list."""
    if block.get("type") == "buttons":
        return
    for name in ("summary", "text", "expression"):
        if line := "".join(_words(block.get(name))):
            yield line
    cells = block.get("cells")
    for row in cells if isinstance(cells, Sequence) else ():
        several = row if isinstance(row, Sequence) else ()
        yield " | ".join("".join(_words(cell)) for cell in several)
    if block.get("has_checkbox"):
        first, *rest = [*_lines(block.get("blocks")), ""]
        yield f"{'☑' if block.get('is_checked') else '☐'} {first}"
        yield from filter(None, rest)
    else:
        yield from _lines([block.get("blocks"), block.get("items")])


def _words(value: Json) -> Iterator[str]:
    """Yield the texts in a part of a message, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name in (*_TEXTS, *_NESTED):
            yield from _words(value.get(name))
    elif isinstance(value, Sequence):
        for part in value:
            yield from _words(part)
