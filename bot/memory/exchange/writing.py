"""Memory files: JSON Lines for programs, and Markdown for people. `reading` reads both of them without loss."""

import json
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.kit.language import mark
from bot.memory.values.memories import Memory, MemoryCategory, order

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
