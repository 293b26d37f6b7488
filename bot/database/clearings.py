"""Clearings: all that is remembered of somebody, forgotten in one go, and brought back in one go."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, func, select, update

from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.database.notes import MOST_NAMED, add_note, add_note_of_many
from bot.database.redaction import redact
from bot.database.summaries import restored
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import Owner


@dataclass(frozen=True, slots=True)
class Cleared:
    """When a clearing was, by which it is known, and how many memories it forgot."""

    at: datetime
    forgotten: int


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """How many memories of a clearing are live again, and how many are not: other ones say the same by now."""

    restored: int
    kept_out: int


class Clearings:
    """Each owner's clearings. Every method works in the caller's transaction."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def clear(self, tx: Transaction, owner: Owner) -> Cleared:
        """Forget everything, so that it can be restored, and tell the running conversation.

        All of it leaves at once what the model will be sent.
        """
        await self._memories.hold(tx, owner)
        is_live = and_(_is_owned(owner), AgentMemory.deleted_at.is_(None))
        rows = await tx.connection.execute(
            select(AgentMemory.id, AgentMemoryVersion.content)
            .join(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
            .where(is_live)
        )
        wordings = defaultdict[str, list[str]](list)
        for memory_id, content in rows:
            wordings[memory_id].append(content)
        cleared = Cleared(datetime.now(UTC), len(wordings))
        if wordings:
            await tx.connection.execute(update(AgentMemory).where(is_live).values(deleted_at=cleared.at))
            await redact(tx, owner, wordings.keys(), {it for several in wordings.values() for it in several})
            await add_note(tx, owner, "The user has deleted all memories.")
        return cleared

    async def undo(self, tx: Transaction, owner: Owner, at: datetime) -> BroughtBack:
        """Restore what a clearing forgot and what is deleted since, and tell the running conversation.

        A text that is remembered by now is not restored beside itself.
        """
        await self._memories.hold(tx, owner)
        cleared = await tx.connection.execute(
            select(AgentMemory.content_key, AgentMemory.id)
            .where(_is_owned(owner), AgentMemory.deleted_at == at)
            .order_by(AgentMemory.id)
        )
        by_key = {row.content_key: row.id for row in cleared}
        told = await tx.connection.scalars(
            select(AgentMemory.content_key).where(
                _is_owned(owner), AgentMemory.deleted_at.is_(None), AgentMemory.content_key == func.any(list(by_key))
            )
        )
        kept_out = set(told)
        ids = [memory_id for key, memory_id in by_key.items() if key not in kept_out]
        if ids:
            await tx.connection.execute(
                update(AgentMemory).where(AgentMemory.id == func.any(ids)).values(deleted_at=None)
            )
            tx.leaves_texts_to_embed = True
            await restored(tx, owner, ids)
            first = await self._memories.those(tx, owner, ids[:MOST_NAMED])
            await add_note_of_many(tx, owner, "The user restored memories they had deleted", first, len(ids))
        return BroughtBack(len(ids), len(kept_out))


def _is_owned(owner: Owner) -> ColumnElement[bool]:
    return and_(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
