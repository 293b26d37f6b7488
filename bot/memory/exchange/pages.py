"""Memories as pages of Markdown, for a copy in a folder. `reading` reads them, too."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final
from unicodedata import normalize

from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.memory.exchange.writing import escaped
from bot.memory.store.memories import live_in_batches
from bot.memory.values.memories import Memory, order
from bot.store.engine import Transaction

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|#^\[\]]')
"""Characters that Windows forbids in a name, or Obsidian in a link."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_MOST_BYTES: Final = 120
_DIGEST_CHARACTERS: Final = 8


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
    return f"{safe} {sha256(folded(name).encode()).hexdigest()[:_DIGEST_CHARACTERS]}".strip()
