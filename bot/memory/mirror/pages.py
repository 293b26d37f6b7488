"""The files of the copy and their names. Pure: the same memories and notes make the same bytes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final
from unicodedata import normalize

from bot.memory.exchange.writing import escaped
from bot.values.memories import Memory, order
from bot.values.notes import Note
from bot.values.text import folded

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|#^\[\]]')
"""Characters that Windows forbids in a name, or Obsidian in a link."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_MOST_BYTES: Final = 120
_DIGEST_CHARACTERS: Final = 8


def pages(memories: Sequence[Memory], notes: Sequence[Note]) -> Mapping[str, bytes]:
    """Return what the files hold, by their paths: a file for each subject of a category, and one for each note.

    Memories without a subject are in the file of their category. Each has its id as an Obsidian block id.
    """
    return dict([*_of_memories(memories), *_of_notes(notes)])


def _of_memories(memories: Sequence[Memory]) -> Iterator[tuple[str, bytes]]:
    ordered = sorted(order(memories), key=_place)
    for (category, subject), several in groupby(ordered, key=_place):
        first, *others = several
        title = (first.subject or "") if subject else category.title()
        lines = [f"# {escaped(title)}", "", *map(_line, (first, *others))]
        path = f"{category.title()}/{file_name(title)}" if subject else category.title()
        yield f"Memories/{path}.md", "\n".join([*lines, ""]).encode()


def _place(memory: Memory) -> tuple[str, str]:
    return memory.category.value, folded(memory.subject or "")


def _line(memory: Memory) -> str:
    return f"- {'📌 ' if memory.pinned else ''}{escaped(memory.content)} ^{memory.id}"


def _of_notes(notes: Sequence[Note]) -> Iterator[tuple[str, bytes]]:
    for note in notes:
        yield f"Notes/{file_name(note.name)}.md", f"{note.content}\n".encode()


def file_name(name: str) -> str:
    """Return a name as every file system takes it; one that had to be changed ends with its digest."""
    safe = _FORBIDDEN.sub(" ", normalize("NFC", name)).strip(" .")
    safe = safe.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if safe == name and not _RESERVED.fullmatch(safe):
        return safe
    return f"{safe} {sha256(folded(name).encode()).hexdigest()[:_DIGEST_CHARACTERS]}".strip()
