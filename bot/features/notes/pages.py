"""Notes as files, for a copy in a folder."""

from collections.abc import Mapping
from typing import Final

from bot.features.notes.store import notes as stored
from bot.kit.owner import Owner
from bot.memory.exchange.writing import file_name
from bot.store.engine import Transaction

_MOST: Final = 1_000_000


async def note_pages(tx: Transaction, owner: Owner) -> Mapping[str, bytes]:
    """Return a file for each of an owner's notes, by its path."""
    notes, _ = await stored.page(tx, owner, skip=0, most=_MOST)
    return {f"Notes/{file_name(note.name)}.md": f"{note.content}\n".encode() for note in notes}
