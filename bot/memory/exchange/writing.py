"""Memories as files: JSON Lines for programs, and Markdown for people. Both are read again as they were."""

import json
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.values import Memory, order

TITLE: Final = "# Keepsake memories"
"""The first line of our own Markdown."""

_LINE_BREAKS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}
"""Characters that JSON allows unescaped and some programs take for line breaks."""
_SPECIAL: Final = re.compile(r"[\\*_`\[\]<>&#~|]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_SPACE: Final = re.compile(r"[^\S ]")


def json_lines(memories: Sequence[Memory]) -> str:
    """Write memories as JSON Lines: one object a line, with the fields listed in the README."""
    return "".join(f"{_object(memory)}\n" for memory in memories)


def markdown(memories: Sequence[Memory]) -> str:
    """Write memories as Markdown that people can read and change: a heading for each category, a line for each."""
    lines = [TITLE]
    for category, several in groupby(order(memories), key=lambda memory: memory.category):
        lines += ["", f"## {category.value.title()}", ""]
        for memory in several:
            subject = f"**{_escaped(memory.subject)}**: " if memory.subject else ""
            lines.append(f"- {subject}{_escaped(memory.content)}")
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


def _escaped(text: str) -> str:
    """Return a text on one line, with nothing in it that means something to Markdown (CommonMark, 2.4 and 2.5)."""
    return _SPACE.sub(lambda space: f"&#{ord(space[0])};", _SPECIAL.sub(r"\\\g<0>", text))
