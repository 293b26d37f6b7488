"""Memories as JSON and JSON Lines: our own, and the arrays and objects of others."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.errors import UnreadableFile
from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.found import Found, Taken, found, left_out, taken, taken_from
from bot.values import Memory, MemoryCategory, one_line

_LINE_BREAKS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}
"""Characters that JSON allows unescaped and some programs take for line breaks."""
_DAMAGED: Final = re.compile(r'\{|\[\s*["{]')
"""The beginning of a text that must be JSON."""


def written(memories: Sequence[Memory]) -> str:
    """Write memories as JSON Lines: one object a line, with the fields listed in the README."""
    return "".join(f"{json.dumps(_fields(it), ensure_ascii=False).translate(_LINE_BREAKS)}\n" for it in memories)


def read(text: str) -> Found | None:
    """Return the memories in JSON or JSON Lines, or None for another format. Raises UnreadableFile for broken JSON."""
    if not text.startswith(("{", "[")):
        return None
    try:
        return found("JSON", _memories(json.loads(text)))
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
    if re.fullmatch(r"\{.*\}\s*", lines[0]):
        return found("JSON Lines", (it for line in lines for it in _line(line)))
    if _DAMAGED.match(text):
        raise UnreadableFile("It looks like JSON, but is incomplete or damaged.")
    return None


def _fields(memory: Memory) -> dict[str, str | None]:
    return {
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "content": memory.content,
        "created_at": memory.created_at.isoformat(),
        "updated_at": memory.updated_at.isoformat(),
    }


def _line(line: str) -> Iterator[Taken]:
    try:
        yield from tuple(_memories(json.loads(line)))
    except (ValueError, RecursionError):
        yield left_out(line, "not valid JSON")


def _memories(value: object, category: MemoryCategory | None = None) -> Iterator[Taken]:
    """Yield the memories in a value. The category is that of the names that lead to it."""
    if isinstance(value, str):
        yield from taken(value, category)
    elif isinstance(value, list):
        for each in value:
            yield from _memories(each, category)
    elif isinstance(value, dict):
        yield from _of_object(value, category)
    else:
        yield left_out(json.dumps(value), "not text")


def _of_object(value: dict[str, object], category: MemoryCategory | None) -> Iterator[Taken]:
    """Yield the memory that an object is, or the memories under its names."""
    if value.get("deleted_at"):  # in our own export
        return
    versions = value.get("versions", value.get("wordings"))
    if isinstance(versions, list) and versions and isinstance(versions[-1], dict):
        value = value | versions[-1]
    if (memory := taken_from(value, category)) is not None:
        yield from memory
    elif isinstance(value.get("memories"), list):
        yield from _memories(value["memories"], category)
    else:
        for name, inner in value.items():
            labelled = f"{one_line(name)}: {inner}" if isinstance(inner, str) else inner
            yield from _memories(labelled, of_heading(name) or category)
