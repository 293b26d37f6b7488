"""All memories of an owner, forgotten in one operation and restored in one. Works in the caller's transaction."""

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.database import clearings
from bot.database import memories as stored
from bot.database.engine import Transaction
from bot.database.notes import add_note
from bot.database.redaction import redact
from bot.database.summaries import restored
from bot.memory.notes import MOST_NAMED, add_note_of_many
from bot.values import Owner


@dataclass(frozen=True, slots=True)
class Cleared:
    """When a clearing was, which identifies it, and how many memories it deleted."""

    at: datetime
    forgotten: int


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """How many memories of a clearing are live again, and how many are not, as others already say the same."""

    restored: int
    kept_out: int


async def clear(tx: Transaction, owner: Owner) -> Cleared:
    """Forget all memories, and tell the running conversation. They leave at once what the model will be sent."""
    await stored.lock(tx, owner)
    at = datetime.now(UTC)
    texts = await clearings.delete_all(tx, owner, at)
    if texts:
        await redact(tx, owner, texts.keys(), {it for several in texts.values() for it in several})
        await add_note(tx, owner, "The user has deleted all memories.")
    return Cleared(at, len(texts))


async def undo_clear(tx: Transaction, owner: Owner, at: datetime) -> BroughtBack:
    """Restore what a clearing deleted and is deleted since, and tell the running conversation."""
    await stored.lock(tx, owner)
    ids, kept_out = await clearings.restore_all(tx, owner, at)
    if ids:
        await restored(tx, owner, ids)
        first = await stored.those(tx, owner, ids[:MOST_NAMED])
        await add_note_of_many(tx, owner, "The user restored memories they had deleted", first, len(ids))
    return BroughtBack(len(ids), kept_out)
