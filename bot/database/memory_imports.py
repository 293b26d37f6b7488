"""Imports of memories as they are stored: offered, then put, perhaps undone. Works in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ARRAY, Row, Select, Text, and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import short_id, uuid7
from bot.database.importance import stated
from bot.database.memories import content_key, subject_key
from bot.database.search.memory_words import index_memories
from bot.database.tables import AgentMemory, AgentMemoryImport, AgentMemoryVersion
from bot.values import Addition, Memory, MemoryCategory, Origin, Owner

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_IS_OWNED = and_(AgentMemoryImport.bot_id == bindparam("of_bot"), AgentMemoryImport.user_id == bindparam("of_user"))
_IS_OFFERED = AgentMemoryImport.put_at.is_(None)
_LIVE = select(AgentMemory.content_key).where(
    AgentMemory.bot_id == bindparam("of_bot"),
    AgentMemory.user_id == bindparam("of_user"),
    AgentMemory.deleted_at.is_(None),
    AgentMemory.content_key == func.any(bindparam("keys", type_=ARRAY(Text))),
)
_OFFERED = select(AgentMemoryImport.id).where(_IS_OWNED, _IS_OFFERED)
_NEWEST = (
    select(AgentMemoryImport.id)
    .where(_IS_OWNED, AgentMemoryImport.put_at.is_not(None), AgentMemoryImport.undone_at.is_(None))
    .order_by(AgentMemoryImport.put_at.desc())
    .limit(1)
)
_NAMED_ONE = select(AgentMemoryImport).where(_IS_OWNED, AgentMemoryImport.id == bindparam("import_id"))
_ADDED = select(AgentMemoryImport.added).where(
    _IS_OWNED,
    AgentMemoryImport.id == bindparam("import_id"),
    AgentMemoryImport.put_at.is_not(None),
    AgentMemoryImport.undone_at.is_(None),
)
_WITHDRAW = delete(AgentMemoryImport).where(_IS_OWNED, _IS_OFFERED)
_WITHDRAW_ONE = _WITHDRAW.where(AgentMemoryImport.id == bindparam("import_id"))
_LATER = aliased(AgentMemoryVersion)
_HAS_CHANGED = exists().where(_LATER.memory_id == AgentMemory.id, _LATER.version_number > 1)
_IMPORTED = (
    select(AgentMemory.id, AgentMemoryVersion.content, _HAS_CHANGED.label("has_changed"))
    .join(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
    .where(AgentMemory.import_id == bindparam("import_id"), AgentMemory.deleted_at.is_(None))
    .where(AgentMemoryVersion.version_number == 1)
)
_FORGET = (
    update(AgentMemory)
    .where(AgentMemory.id == func.any(bindparam("memory_ids", type_=ARRAY(Text))))
    .values(deleted_at=bindparam("now"))
)
_TAKEN = select(AgentMemory.id).where(AgentMemory.id == func.any(bindparam("memory_ids", type_=ARRAY(Text))))
_ADD_IMPORT = insert(AgentMemoryImport)
_ADD_MEMORIES = insert(AgentMemory)
_ADD_VERSIONS = insert(AgentMemoryVersion)


_UPDATE = update(AgentMemoryImport).where(AgentMemoryImport.id == bindparam("which"))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredImport:
    """An import: what is offered (nothing once it was put), how many memories were found, and its times."""

    additions: Sequence[Addition]
    found: int
    put_at: datetime | None
    undone_at: datetime | None


async def live_keys(tx: Transaction, owner: Owner, keys: Collection[str]) -> set[str]:
    """Return those among some keys (`content_key`) that live memories have."""
    return set(await tx.connection.scalars(_LIVE, {**_of(owner), "keys": list(keys)}))


async def insert_import(
    tx: Transaction, owner: Owner, source: str, found: int, *, offered: Sequence[Addition] | None, added: int = 0
) -> str:
    """Store an import that is offered, or one that is put now (`offered` None); return its id."""
    now = datetime.now(UTC)
    import_id = short_id()
    row = {
        **owner.columns,
        "id": import_id,
        "created_at": now,
        "source": source,
        "found": found,
        "proposals": [[it.category.value, it.subject, it.content] for it in offered] if offered is not None else None,
        "put_at": None if offered is not None else now,
        "added": added,
    }
    await tx.connection.execute(_ADD_IMPORT, row)
    return import_id


async def offered(tx: Transaction, owner: Owner) -> str | None:
    """Return the id of what is offered, if anything is."""
    return await _one(tx, _OFFERED, owner)


async def newest(tx: Transaction, owner: Owner) -> str | None:
    """Return the id of the import that was put last and not undone."""
    return await _one(tx, _NEWEST, owner)


async def added(tx: Transaction, owner: Owner, import_id: str) -> int | None:
    """Return how many memories an import put, if it was put and not undone."""
    number: int | None = await tx.connection.scalar(_ADDED, {**_of(owner), "import_id": import_id})
    return number


async def find(tx: Transaction, owner: Owner, import_id: str) -> StoredImport | None:
    """Return an owner's import."""
    row = (await tx.connection.execute(_NAMED_ONE, {**_of(owner), "import_id": import_id})).one_or_none()
    return _import(row) if row else None


async def withdraw(tx: Transaction, owner: Owner, import_id: str | None = None) -> bool:
    """Delete what is offered under an id (None: under any); return whether anything was."""
    statement = _WITHDRAW if import_id is None else _WITHDRAW_ONE
    return bool((await tx.connection.execute(statement, {**_of(owner), "import_id": import_id})).rowcount)


async def set_put(tx: Transaction, import_id: str, added: int) -> None:
    """Mark what was offered as put, with so many memories."""
    values = {"proposals": None, "put_at": datetime.now(UTC), "added": added}
    await tx.connection.execute(_UPDATE, {"which": import_id, **values})


async def set_undone(tx: Transaction, import_id: str) -> None:
    """Mark an import as undone."""
    await tx.connection.execute(_UPDATE, {"which": import_id, "undone_at": datetime.now(UTC)})


async def insert_memories(tx: Transaction, owner: Owner, import_id: str, additions: Sequence[Addition]) -> list[Memory]:
    """Store the memories of an import with their first versions, and return them in order."""
    # Each is a microsecond later than the one before, as in the file.
    first = datetime.now(UTC) - timedelta(microseconds=len(additions))
    ids = await _free_ids(tx, len(additions))
    memories = [
        _memory(memory_id, it, first + timedelta(microseconds=place))
        for place, (memory_id, it) in enumerate(zip(ids, additions, strict=True))
    ]
    await tx.connection.execute(_ADD_MEMORIES, [_memory_row(owner, import_id, it) for it in memories])
    await tx.connection.execute(_ADD_VERSIONS, [_version_row(it) for it in memories])
    await index_memories(tx, ids)
    return memories


async def live_of(tx: Transaction, import_id: str) -> tuple[dict[str, str], int]:
    """Return the live memories of an import that have one version, with their texts, and how many others there are."""
    rows = (await tx.connection.execute(_IMPORTED, {"import_id": import_id})).all()
    unchanged = {row.id: row.content for row in rows if not row.has_changed}
    return unchanged, len(rows) - len(unchanged)


async def delete_those(tx: Transaction, memory_ids: Collection[str]) -> None:
    """Mark memories as deleted."""
    await tx.connection.execute(_FORGET, {"memory_ids": list(memory_ids), "now": datetime.now(UTC)})


async def _free_ids(tx: Transaction, number: int) -> list[str]:
    """Draw ids that no memory has."""
    free: set[str] = set()
    while len(free) < number:
        drawn = {short_id() for _ in range(number - len(free))}
        free |= drawn.difference(await tx.connection.scalars(_TAKEN, {"memory_ids": list(drawn)}))
    return list(free)


async def _one(tx: Transaction, query: "Select[str]", owner: Owner) -> str | None:
    found: str | None = await tx.connection.scalar(query, _of(owner))
    return found


def _of(owner: Owner) -> dict[str, int]:
    return {"of_bot": owner.bot_id, "of_user": owner.user_id}


def _import(row: "Row[*tuple[Any, ...]]") -> StoredImport:
    return StoredImport(
        additions=[
            Addition(category=MemoryCategory(category), subject=subject, content=content)
            for category, subject, content in row.proposals or ()
        ],
        found=row.found,
        put_at=row.put_at,
        undone_at=row.undone_at,
    )


def _memory(memory_id: str, wanted: Addition, at: datetime) -> Memory:
    return Memory(
        id=memory_id,
        category=wanted.category,
        subject=wanted.subject,
        content=wanted.content,
        version=1,
        created_at=at,
        updated_at=at,
    )


def _memory_row(owner: Owner, import_id: str, memory: Memory) -> dict[str, object]:
    return {
        **owner.columns,
        "id": memory.id,
        "category": memory.category,
        "subject": memory.subject,
        "subject_key": subject_key(memory.subject),
        "content_key": content_key(memory.content),
        "import_id": import_id,
        "importance": stated(Origin.IMPORT, memory.created_at),
        "created_at": memory.created_at,
    }


def _version_row(memory: Memory) -> dict[str, object]:
    return {
        "id": uuid7(),
        "memory_id": memory.id,
        "version_number": memory.version,
        "content": memory.content,
        "origin": Origin.IMPORT,
        "created_at": memory.created_at,
    }
