"""Memories as JSON: our own JSON Lines, and whatever arrays and objects others write."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.errors import UnreadableFile
from bot.memory.exchange import lists
from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.fields import CATEGORY_NAMES, CONTENT_NAMES, SUBJECT_NAMES, category_of
from bot.memory.exchange.found import Found, Taken, found, left_out, taken
from bot.values import Memory, one_line

_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""A UUID, which names nothing that is worth remembering."""
_WHOLE: Final = re.compile(r"(?:\w+_)?memor(?:y|ies)", re.IGNORECASE)
"""What a text is called that holds many memories."""
_DEEPEST: Final = 20
_LINE_BREAKS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}
"""What JSON may hold as it is, and some programs take for the end of a line."""


def written(memories: Sequence[Memory]) -> str:
    """Write memories as JSON Lines: one object a line, with the fields that the README names."""
    return "".join(f"{json.dumps(_told(memory), ensure_ascii=False).translate(_LINE_BREAKS)}\n" for memory in memories)


def read(text: str) -> Found | None:
    """Return what is in a JSON text or in JSON Lines; None if it doesn't look like either.

    Raises UnreadableFile if it begins like JSON and is broken.
    """
    if not text.startswith(("{", "[")):
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return found("JSON", _memories(json.loads(text)))
    except (ValueError, RecursionError):
        pass
    if _is_object(lines[0]):
        return found("JSON Lines", (it for line in lines for it in _line(line)))
    if text.startswith("{") or text[1:].lstrip()[:1] in {'"', "{"}:
        raise UnreadableFile("It begins like JSON, but was cut short or damaged.")
    return None


def _told(memory: Memory) -> dict[str, str | None]:
    return {
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "content": memory.content,
        "created_at": memory.created_at.isoformat(),
        "updated_at": memory.updated_at.isoformat(),
    }


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _line(line: str) -> Iterator[Taken]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        yield left_out(line, "no JSON")
        return
    yield from _memories(value)


def _memories(value: object, heading: str = "", depth: int = 0) -> Iterator[Taken]:
    """Yield what is in a value; the names that lead to it stand for headings."""
    if depth > _DEEPEST:
        yield left_out(heading, "nested too deep")
    elif isinstance(value, str):
        yield from taken(value, of_heading(heading))
    elif isinstance(value, list):
        for each in value:
            yield from _memories(each, heading, depth + 1)
    elif isinstance(value, dict):
        yield from _of_object(value, heading, depth)
    else:
        yield left_out(json.dumps(value), "no text")


def _of_object(value: Mapping[str, object], heading: str, depth: int) -> Iterator[Taken]:
    """Yield the memory that an object is, or those that stand under its names."""
    if value.get("deleted_at"):  # as an export has it
        return
    wordings = value.get("wordings")
    newest = wordings[-1] if isinstance(wordings, list) and wordings else None
    content = _named(newest if isinstance(newest, dict) else value, CONTENT_NAMES)
    if content is not None:
        yield from taken(content, category_of(_named(value, CATEGORY_NAMES) or heading), _named(value, SUBJECT_NAMES))
        return
    if isinstance(value.get("memories"), list):
        yield from _memories(value["memories"], heading, depth + 1)
        return
    for name, inner in value.items():
        if isinstance(inner, str) and _ID.fullmatch(inner):
            continue
        if isinstance(inner, str) and ("\n" in inner or _WHOLE.fullmatch(name) or _ID.fullmatch(name)):
            yield from lists.memories(inner, of_heading(name) or of_heading(heading))
        elif isinstance(inner, str):
            yield from taken(f"{one_line(name)}: {inner}", of_heading(name) or of_heading(heading))
        else:
            yield from _memories(inner, name if of_heading(name) else heading or name, depth + 1)


def _named(value: Mapping[str, object], names: Sequence[str]) -> str | None:
    """Return the first of some fields that is a text."""
    return next((text for name in names if isinstance(text := value.get(name), str)), None)
