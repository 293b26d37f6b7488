"""Notes of changes to many memories, for the conversations that are running."""

from collections.abc import Sequence
from typing import Final

from bot.database.engine import Transaction
from bot.database.notes import add_note, let_recall
from bot.memory.block import describe
from bot.values import Memory, Owner

MOST_NAMED: Final = 5
"""Most memories named in a note; the conversation recalls others when a message is like them."""


async def add_note_of_many(tx: Transaction, owner: Owner, heading: str, first: Sequence[Memory], number: int) -> None:
    """Note that `number` memories are live now, under a heading: the first few by name."""
    named = first[:MOST_NAMED]
    others = number - len(named)
    more = f"\n- and {others:,} more" if others else ""
    await add_note(tx, owner, f"{heading}:\n{describe(named)}{more}", named)
    if others:
        await let_recall(tx, owner)
