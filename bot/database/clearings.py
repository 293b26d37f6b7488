"""All live memories of an owner, deleted at one moment, and those of that moment restored.

Works in the caller's transaction.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, select, update

from bot.database.engine import Transaction
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import Owner


async def delete_all(tx: Transaction, owner: Owner, at: datetime) -> Mapping[str, Sequence[str]]:
    """Mark all live memories as deleted at one time; return the texts of all their versions, by the memories' ids."""
    is_live = and_(_is_owned(owner), AgentMemory.deleted_at.is_(None))
    rows = await tx.connection.execute(
        select(AgentMemory.id, AgentMemoryVersion.content)
        .join(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
        .where(is_live)
    )
    texts = defaultdict[str, list[str]](list)
    for memory_id, content in rows:
        texts[memory_id].append(content)
    if texts:
        await tx.connection.execute(update(AgentMemory).where(is_live).values(deleted_at=at))
    return texts


async def restore_all(tx: Transaction, owner: Owner, at: datetime) -> tuple[list[str], int]:
    """Restore what was deleted at one time, without texts that a live memory has.

    Return the ids of the restored memories, and how many stay deleted.
    """
    rows = await tx.connection.execute(
        select(AgentMemory.content_key, AgentMemory.id)
        .where(_is_owned(owner), AgentMemory.deleted_at == at)
        .order_by(AgentMemory.id)
    )
    by_key = {row.content_key: row.id for row in rows}
    live = await tx.connection.scalars(
        select(AgentMemory.content_key).where(
            _is_owned(owner), AgentMemory.deleted_at.is_(None), AgentMemory.content_key == func.any(list(by_key))
        )
    )
    kept_out = set(live)
    ids = [memory_id for key, memory_id in by_key.items() if key not in kept_out]
    if ids:
        await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == func.any(ids)).values(deleted_at=None))
        tx.leaves_texts_to_embed = True
    return ids, len(kept_out)


def _is_owned(owner: Owner) -> ColumnElement[bool]:
    return and_(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
