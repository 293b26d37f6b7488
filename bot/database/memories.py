"""The memories as they are stored, each with every version of its text. Works in the caller's transaction."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from bot.database.engine import Transaction
from bot.database.ids import short_id, uuid7
from bot.database.importance import STATED, add_use, stated
from bot.database.search.memory_words import index_memories
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import Memory, MemoryCategory, MemoryVersion, Origin, Owner, Source, folded, order

_Query: TypeAlias = "Select[*tuple[Any, ...]]"
_IS_LIVE = AgentMemory.deleted_at.is_(None)


def subject_key(subject: str | None) -> str | None:
    """Return what subjects are compared by."""
    return folded(subject) if subject else None


def content_key(content: str) -> str:
    """Return what texts are compared by: a digest, since one of 500 characters can be too long for an index."""
    return hashlib.sha256(folded(content).encode()).hexdigest()


async def lock(tx: Transaction, owner: Owner) -> None:
    """Take the lock on the owner's memories until the transaction ends. Whoever changes them takes it first."""
    digest = hashlib.blake2b(f"{owner.bot_id}:{owner.user_id}".encode(), digest_size=8).digest()
    await tx.connection.execute(select(func.pg_advisory_xact_lock(int.from_bytes(digest, signed=True))))


async def live(tx: Transaction, owner: Owner) -> list[Memory]:
    """Return all memories that are not deleted, in the order they are always shown in."""
    return order(await _select(tx, memories_of(owner).where(_IS_LIVE)))


async def most_important(tx: Transaction, owner: Owner, most: int) -> list[Memory]:
    """Return at most so many live memories: pinned ones first, then by importance."""
    matter = (AgentMemory.pinned.desc(), AgentMemory.importance.desc(), AgentMemory.id.desc())
    return await _select(tx, memories_of(owner).where(_IS_LIVE).order_by(*matter).limit(most))


async def count(tx: Transaction, owner: Owner) -> int:
    """Return how many live memories there are."""
    counted = (
        select(func.count())
        .select_from(AgentMemory)
        .where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id, _IS_LIVE)
    )
    return await tx.connection.scalar(counted) or 0


async def those(tx: Transaction, owner: Owner, memory_ids: Sequence[str]) -> list[Memory]:
    """Return the memories with these ids that exist, in the order of the ids."""
    if not memory_ids:
        return []
    found = await _select(tx, memories_of(owner).where(AgentMemory.id.in_(memory_ids)))
    return sorted(found, key=lambda memory: memory_ids.index(memory.id))


async def starting_with(tx: Transaction, owner: Owner, prefix: str) -> list[Memory]:
    """Return the memories, deleted ones included, whose id starts with `prefix` (letter case counts)."""
    return order(await _select(tx, memories_of(owner).where(AgentMemory.id.startswith(prefix, autoescape=True))))


async def with_text(tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> list[Memory]:
    """Return the live memory that has this text, if one has; `except_id` is left out."""
    same = memories_of(owner).where(
        _IS_LIVE, AgentMemory.content_key == content_key(content), AgentMemory.id != except_id
    )
    return await _select(tx, same)


async def of_subject(tx: Transaction, owner: Owner, subject: str | None) -> list[Memory]:
    """Return the live memories about a subject; none for no subject."""
    key = subject_key(subject)
    return await _select(tx, memories_of(owner).where(_IS_LIVE, AgentMemory.subject_key == key)) if key else []


async def had_text(tx: Transaction, owner: Owner, content: str) -> bool:
    """Return whether any version of any memory, deleted or not, has this text but for letter case."""
    had = exists().where(
        AgentMemoryVersion.memory_id == AgentMemory.id,
        AgentMemory.bot_id == owner.bot_id,
        AgentMemory.user_id == owner.user_id,
        func.lower(AgentMemoryVersion.content) == func.lower(content),
    )
    return bool(await tx.connection.scalar(select(had)))


async def versions(tx: Transaction, memory_id: str) -> list[MemoryVersion]:
    """Return every version of a memory, the first one first."""
    return (await _versions(tx, AgentMemoryVersion.memory_id == memory_id))[memory_id]


async def everything(tx: Transaction, owner: Owner) -> list[tuple[Memory, list[MemoryVersion]]]:
    """Return all memories, deleted ones included, each with every version, in the one order."""
    owned = select(AgentMemory.id).where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
    memories = order(await _select(tx, memories_of(owner)))
    several = await _versions(tx, AgentMemoryVersion.memory_id.in_(owned))
    return [(memory, several[memory.id]) for memory in memories]


async def insert_memory(
    tx: Transaction,
    owner: Owner,
    *,
    content: str,
    category: MemoryCategory,
    subject: str | None,
    source: Source | None,
    origin: Origin,
) -> Memory:
    """Store a new memory with its first version."""
    now = datetime.now(UTC)
    memory_id = None
    while memory_id is None:
        memory_id = await tx.connection.scalar(
            insert_or_not(AgentMemory)
            .values(
                id=short_id(),
                bot_id=owner.bot_id,
                user_id=owner.user_id,
                category=category,
                subject=subject or None,
                subject_key=subject_key(subject),
                content_key=content_key(content),
                importance=stated(origin, now),
                created_at=now,
            )
            .on_conflict_do_nothing(index_elements=["id"])
            .returning(AgentMemory.id)
        )
    await _insert_version(tx, memory_id, 1, content, source, origin, now)
    await index_memories(tx, [memory_id])
    return Memory(
        id=memory_id,
        category=category,
        subject=subject or None,
        content=content,
        version=1,
        created_at=now,
        updated_at=now,
    )


async def set_text(
    tx: Transaction, memory: Memory, content: str, subject: str | None, source: Source | None, origin: Origin
) -> None:
    """Give a memory a text, as a new version unless it has that text already, and a subject."""
    version = memory.version
    if content != memory.content:
        version += 1
        await _insert_version(tx, memory.id, version, content, source, origin, datetime.now(UTC))
    values = {"content_key": content_key(content), "subject": subject, "subject_key": subject_key(subject)}
    await _set(tx, memory.id, **values, version=version)
    if (content, subject) != (memory.content, memory.subject):
        await index_memories(tx, [memory.id])
        await add_use(tx, [memory.id], STATED[origin])


async def set_deleted(tx: Transaction, memory_id: str, at: datetime | None) -> None:
    """Mark a memory as deleted at a time, or as live (None)."""
    await _set(tx, memory_id, deleted_at=at)
    if at is None:
        tx.leaves_texts_to_embed = True  # it may have been deleted before it was embedded


async def set_pinned(tx: Transaction, memory_id: str, *, pinned: bool) -> None:
    """Mark a memory as important, or no longer."""
    await _set(tx, memory_id, pinned=pinned)


async def _set(tx: Transaction, memory_id: str, **values: object) -> None:
    await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(values))


async def _insert_version(
    tx: Transaction,
    memory_id: str,
    number: int,
    content: str,
    source: Source | None,
    origin: Origin,
    now: datetime,
) -> None:
    await tx.connection.execute(
        insert(AgentMemoryVersion).values(
            id=uuid7(),
            memory_id=memory_id,
            version_number=number,
            content=content,
            source_conversation_id=source and source.conversation_id,
            source_turn_id=source and source.turn_id,
            origin=origin,
            created_at=now,
        )
    )


async def _versions(tx: Transaction, condition: ColumnElement[bool]) -> dict[str, list[MemoryVersion]]:
    """Return the versions of memories by the memories' ids, the first ones first."""
    version = AgentMemoryVersion
    rows = await tx.connection.execute(
        select(
            version.memory_id,
            version.version_number,
            version.content,
            version.created_at,
            version.source_conversation_id,
            version.source_turn_id,
            version.origin,
        )
        .where(condition)
        .order_by(version.version_number)
    )
    several = defaultdict[str, list[MemoryVersion]](list)
    for memory_id, number, content, created_at, conversation_id, turn_id, origin in rows:
        source = Source(conversation_id=conversation_id, turn_id=turn_id) if conversation_id and turn_id else None
        several[memory_id].append(
            MemoryVersion(number=number, content=content, created_at=created_at, source=source, origin=origin)
        )
    return several


async def _select(tx: Transaction, query: _Query) -> list[Memory]:
    return [as_memory(row) for row in await tx.connection.execute(query)]


def memories_of(owner: Owner) -> _Query:
    """Select an owner's memories with their newest versions; `as_memory` makes memories of the rows."""
    return (
        select(
            AgentMemory.id,
            AgentMemory.category,
            AgentMemory.subject,
            AgentMemory.created_at,
            AgentMemory.deleted_at,
            AgentMemory.version,
            AgentMemory.pinned,
            AgentMemoryVersion.content,
            AgentMemoryVersion.created_at.label("updated_at"),
        )
        .join(
            AgentMemoryVersion,
            and_(
                AgentMemoryVersion.memory_id == AgentMemory.id,
                AgentMemoryVersion.version_number == AgentMemory.version,
            ),
        )
        .where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
    )


def as_memory(row: "Row[*tuple[Any, ...]]") -> Memory:
    """Return a memory of a row of `memories_of`."""
    return Memory(
        id=row.id,
        category=row.category,
        subject=row.subject,
        content=row.content,
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
        pinned=row.pinned,
    )
