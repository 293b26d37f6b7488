"""How much an owner's memories are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select

from bot.database.engine import Transaction
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import MemoryCategory, Owner

_IS_LIVE = AgentMemory.deleted_at.is_(None)
_IS_OWNED = (AgentMemory.bot_id == bindparam("bot_id")) & (AgentMemory.user_id == bindparam("user_id"))

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_BY_CATEGORY = (
    select(AgentMemory.category, func.count().label("number"))
    .where(_IS_OWNED, _IS_LIVE)
    .group_by(AgentMemory.category)
    .order_by(AgentMemory.category)
)
_WHOLE = select(
    func.count().filter(AgentMemory.deleted_at.is_not(None)).label("deleted"),
    func.count().filter(AgentMemory.pinned, _IS_LIVE).label("pinned"),
    func.coalesce(func.sum(AgentMemory.version), 0).label("versions"),
    func.min(AgentMemory.created_at).filter(_IS_LIVE).label("oldest"),
    func.max(AgentMemory.created_at).filter(_IS_LIVE).label("newest"),
).where(_IS_OWNED)
_BYTES = (
    select(
        func.coalesce(
            func.sum(
                func.octet_length(AgentMemoryVersion.content)
                + func.coalesce(func.octet_length(AgentMemory.subject) + 3, 0)
            ),
            0,
        )
    )
    .select_from(AgentMemory)
    .join(
        AgentMemoryVersion,
        (AgentMemoryVersion.memory_id == AgentMemory.id) & (AgentMemoryVersion.version_number == AgentMemory.version),
    )
    .where(_IS_OWNED, _IS_LIVE)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStats:
    """How many memories there are, and of which age; `text_bytes` is what the live ones say now, in UTF-8."""

    by_category: Mapping[MemoryCategory, int]
    deleted: int
    pinned: int
    versions: int
    oldest: datetime | None
    newest: datetime | None
    text_bytes: int

    @property
    def live(self) -> int:
        """How many are not deleted."""
        return sum(self.by_category.values())


async def memory_stats(tx: Transaction, owner: Owner) -> MemoryStats:
    """Count an owner's memories, in the caller's transaction."""
    by_category = await tx.connection.execute(_BY_CATEGORY, owner.columns)
    whole = (await tx.connection.execute(_WHOLE, owner.columns)).one()
    return MemoryStats(
        by_category={row.category: row.number for row in by_category},
        deleted=whole.deleted,
        pinned=whole.pinned,
        versions=whole.versions,
        oldest=whole.oldest,
        newest=whole.newest,
        text_bytes=await tx.connection.scalar(_BYTES, owner.columns) or 0,
    )
