"""Imports of memories: offered, stored, perhaps undone. Works in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, select, text, update

from bot.kit.owner import Owner
from bot.memory.store.memories import insert_memories
from bot.memory.store.tables import AgentMemory, AgentMemoryImport
from bot.memory.values import Addition, Memory, MemoryCategory
from bot.store.engine import Transaction
from bot.store.ids import short_id
from bot.turns.values.origins import Origin

_COLUMNS: Final = ("id", "source", "found", "added", "put_at", "undone_at")
_FORMER: Final = text(r"""
SELECT content FROM unnest(CAST(:contents AS text[])) AS given (content)
WHERE lower(regexp_replace(content, '\s+', ' ', 'g')) IN (
    SELECT lower(regexp_replace(version.content, '\s+', ' ', 'g'))
    FROM agent_memories AS memory JOIN agent_memory_versions AS version ON version.memory_id = memory.id
    LEFT JOIN agent_memory_imports AS import ON import.id = memory.import_id
    WHERE memory.bot_id = :bot_id AND memory.user_id = :user_id AND import.undone_at IS NULL
    AND (memory.deleted_at IS NOT NULL OR version.version_number < memory.version)
)
""")
_IS_OFFERED = AgentMemoryImport.put_at.is_(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredImport:
    """An import: its offered memories (none once stored), the numbers found and added, and its times."""

    id: str
    source: str
    additions: Sequence[Addition]
    found: int
    added: int
    put_at: datetime | None
    undone_at: datetime | None


async def live_keys(tx: Transaction, owner: Owner, keys: Collection[str]) -> set[str]:
    """Return the keys (`content_key`) that live memories have."""
    query = select(AgentMemory.content_key).where(
        AgentMemory.owned_by(owner),
        AgentMemory.deleted_at.is_(None),
        AgentMemory.content_key == func.any(list(keys)),
    )
    return set(await tx.connection.scalars(query))


async def former(tx: Transaction, owner: Owner, contents: Sequence[str]) -> set[str]:
    """Return which texts a memory had, deleted or changed since, ignoring case and white space.

    Those of an import that was undone may come back.
    """
    return set(await tx.connection.scalars(_FORMER, {**owner.columns, "contents": list(contents)}))


async def find(tx: Transaction, owner: Owner, import_id: str) -> StoredImport | None:
    """Return an owner's import."""
    return await _last(tx, owner, AgentMemoryImport.id == import_id)


async def offered(tx: Transaction, owner: Owner) -> StoredImport | None:
    """Return the open offer, if any."""
    return await _last(tx, owner, _IS_OFFERED)


async def newest(tx: Transaction, owner: Owner) -> StoredImport | None:
    """Return the last import that was stored and not undone."""
    return await _last(tx, owner, ~_IS_OFFERED, AgentMemoryImport.undone_at.is_(None))


async def insert_offer(tx: Transaction, owner: Owner, source: str, found: int, additions: Sequence[Addition]) -> str:
    """Store an offer of memories found in a source; return its id."""
    proposals = [[it.category.value, it.subject, it.content] for it in additions]
    return await _insert(tx, owner, short_id(), source=source, found=found, proposals=proposals)


async def withdraw(tx: Transaction, owner: Owner, import_id: str | None = None) -> str | None:
    """Delete the offer with an id (None: any); return its id if there was one."""
    statement = delete(AgentMemoryImport).where(AgentMemoryImport.owned_by(owner), _IS_OFFERED)
    if import_id is not None:
        statement = statement.where(AgentMemoryImport.id == import_id)
    return await tx.connection.scalar(statement.returning(AgentMemoryImport.id))


async def put(
    tx: Transaction,
    owner: Owner,
    source: str,
    additions: Sequence[Addition],
    import_id: str | None,
    through: str = "",
) -> tuple[str, list[Memory]]:
    """Store memories as an import, with a new id if it has none; return the id, and the memories in order."""
    now, number = datetime.now(UTC), len(additions)
    import_id = await _insert(tx, owner, import_id or short_id(), source=source, found=number, added=number, put_at=now)
    memories = await insert_memories(tx, owner, additions, Origin.IMPORT, import_id=import_id, through=through)
    return import_id, memories


async def live_of(tx: Transaction, import_id: str) -> tuple[list[str], int]:
    """Return the ids of an import's live memories with one version, and the number of its other live ones."""
    query = select(AgentMemory.id, AgentMemory.version)
    live = query.where(AgentMemory.import_id == import_id, AgentMemory.deleted_at.is_(None))
    rows = (await tx.connection.execute(live)).all()
    unchanged = [row.id for row in rows if row.version == 1]
    return unchanged, len(rows) - len(unchanged)


async def set_undone(tx: Transaction, import_id: str) -> None:
    """Mark an import as undone."""
    undone = update(AgentMemoryImport).where(AgentMemoryImport.id == import_id)
    await tx.connection.execute(undone.values(undone_at=datetime.now(UTC)))


async def _insert(tx: Transaction, owner: Owner, import_id: str, **values: object) -> str:
    row = {**owner.columns, "id": import_id, "created_at": datetime.now(UTC), **values}
    await tx.connection.execute(insert(AgentMemoryImport).values(row))
    return import_id


async def _last(tx: Transaction, owner: Owner, *conditions: ColumnElement[bool]) -> StoredImport | None:
    """Return the last of an owner's imports that meets the conditions."""
    query = (
        select(AgentMemoryImport)
        .where(AgentMemoryImport.owned_by(owner), *conditions)
        .order_by(AgentMemoryImport.put_at.desc())
    )
    row = (await tx.connection.execute(query.limit(1))).one_or_none()
    if row is None:
        return None
    additions = [
        Addition(category=MemoryCategory(category), subject=subject, content=content)
        for category, subject, content in row.proposals or ()
    ]
    return StoredImport(additions=additions, **{name: getattr(row, name) for name in _COLUMNS})
