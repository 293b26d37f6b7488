"""Memory files: JSON Lines for programs, Markdown for people, and pages of Markdown for a copy in a folder.

`reading` reads all of them, the first two without loss.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final
from unicodedata import normalize

from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.memory.store.memories import live_in_batches
from bot.memory.values import Memory, MemoryCategory, order
from bot.store.engine import Transaction

TITLE: Final = "# Keepsake memories"
"""The first line of our own Markdown."""
EXPORT_TITLE: Final = mark("What Keepsake knows about you")
"""The title of an export's Markdown, which is in the language of its owner."""
CATEGORIES: Final = {
    MemoryCategory.CONTEXT: mark("Context"),
    MemoryCategory.PERSON: mark("Person"),
    MemoryCategory.PREFERENCE: mark("Preference"),
    MemoryCategory.PROJECT: mark("Project"),
}
"""The categories as users read them, and the headings of live memories in a file."""

_LINE_BREAKS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}
"""Characters that JSON allows unescaped, and that some programs treat as line breaks."""
_SPECIAL: Final = re.compile(r"[\\*_`\[\]<>&#~|]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_SPACE: Final = re.compile(r"[^\S ]")

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|#^\[\]]')
"""Characters that Windows forbids in a name, or Obsidian in a link."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_MOST_BYTES: Final = 120


def json_lines(memories: Sequence[Memory]) -> str:
    """Write memories as JSON Lines: one object per line, with the fields listed in the README."""
    return "".join(f"{_object(memory)}\n" for memory in memories)


def markdown(memories: Sequence[Memory]) -> str:
    """Write memories as editable Markdown: a heading per category, a line per memory."""
    lines = [TITLE]
    for category, several in groupby(order(memories), key=lambda memory: memory.category):
        lines += ["", f"## {category.value.title()}", ""]
        for memory in several:
            subject = f"**{escaped(memory.subject)}**: " if memory.subject else ""
            lines.append(f"- {subject}{escaped(memory.content)}")
    return "\n".join([*lines, ""])


def _object(memory: Memory) -> str:
    fields = {
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "content": memory.content,
        "created_at": memory.created_at.isoformat(),
        "updated_at": memory.updated_at.isoformat(),
    }
    return json.dumps(fields, ensure_ascii=False).translate(_LINE_BREAKS)


def escaped(text: str) -> str:
    """Return a text on one line with Markdown's characters escaped (CommonMark, 2.4 and 2.5)."""
    return _SPACE.sub(lambda space: f"&#{ord(space[0])};", _SPECIAL.sub(r"\\\g<0>", text))


async def memory_pages(tx: Transaction, owner: Owner) -> Mapping[str, bytes]:
    """Return the pages of an owner's memories."""
    memories = [memory async for several in live_in_batches(tx, owner) for memory in several]
    return await asyncio.to_thread(pages, memories)


def pages(memories: Sequence[Memory]) -> Mapping[str, bytes]:
    """Return what the files hold, by their paths: a file for each subject of a category.

    Memories without a subject are in the file of their category. Each has its id as an Obsidian block id.
    """
    files: dict[str, bytes] = {}
    for (category, subject), several in groupby(sorted(order(memories), key=_place), key=_place):
        first, *others = several
        title = (first.subject or "") if subject else category.title()
        said = (f"- {'📌 ' if it.pinned else ''}{escaped(it.content)} ^{it.id}" for it in (first, *others))
        path = f"{category.title()}/{file_name(title)}" if subject else category.title()
        files[f"Memories/{path}.md"] = "\n".join([f"# {escaped(title)}", "", *said, ""]).encode()
    return files


def _place(memory: Memory) -> tuple[str, str]:
    return memory.category.value, folded(memory.subject or "")


def file_name(name: str) -> str:
    """Return a name as every file system takes it; one that had to be changed ends with its digest."""
    safe = _FORBIDDEN.sub(" ", normalize("NFC", name)).strip(" .")
    safe = safe.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if safe == name and not _RESERVED.fullmatch(safe):
        return safe
    return f"{safe} {sha256(folded(name).encode()).hexdigest()[:8]}".strip()
