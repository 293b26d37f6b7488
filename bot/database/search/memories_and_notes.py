"""Memories and notes together: those that fit words, or those that were changed last."""

from datetime import datetime
from typing import Final, TypeAlias

from bot.database import memory_filters, notebook
from bot.database.engine import Transaction
from bot.database.memory_filters import MemoryFilter, MemorySort
from bot.database.search.excerpts import excerpt
from bot.database.search.memory_search import find_memories
from bot.database.search.note_search import FoundNote, find_notes
from bot.database.search.ranking import fused
from bot.values.memories import Embedding, Memory
from bot.values.owner import Owner

MOST: Final = 50
"""Most memories that are found, and most notes."""

Found: TypeAlias = Memory | FoundNote


async def find(tx: Transaction, owner: Owner, words: str, embedding: Embedding | None, *, excerpts: int) -> list[Found]:
    """Return the owner's live memories and notes that fit words best; those of notes with `excerpts` characters."""
    memories = await find_memories(tx, owner, words, embedding, limit=MOST)
    notes = await find_notes(tx, owner, words, limit=MOST, most=excerpts)
    found: dict[str, Found] = {f"m{it.id}": it for it in memories} | {f"n{it.note.id}": it for it in notes}
    rankings = ({key: -place for place, key in enumerate(found) if key.startswith(kind)} for kind in "mn")
    return [found[key] for key in fused(*rankings)]


async def newest(tx: Transaction, owner: Owner, *, excerpts: int) -> list[Found]:
    """Return the owner's live memories and notes, those that were changed last first."""
    every = await memory_filters.narrowed(tx, owner, MemoryFilter())
    memories = await memory_filters.page(tx, every, MOST, sort=MemorySort.CHANGED)
    notes, _ = await notebook.page(tx, owner, skip=0, most=MOST)
    found: list[Found] = [*memories, *(FoundNote(note=it, excerpt=excerpt(it.content, excerpts)) for it in notes)]
    return sorted(found, key=_changed, reverse=True)


def _changed(found: Found) -> datetime:
    return (found if isinstance(found, Memory) else found.note).updated_at
