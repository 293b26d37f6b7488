"""Memories with all versions of their texts. Works in the caller's transaction."""

import hashlib
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.memory.store.importance import STATED, add_use, stated
from bot.memory.store.tables import AgentMemory, AgentMemoryVersion
from bot.memory.store.words import forget_beginnings, index_beginnings, index_memories
from bot.memory.values import Addition, Memory, MemoryVersion, order
from bot.store.engine import Transaction
from bot.store.ids import short_id, uuid7
from bot.turns.store.vectors import TO_EMBED
from bot.turns.values.origins import Origin, Source, are_others

_Query: TypeAlias = "Select[*tuple[Any, ...]]"
_BATCH: Final = 200
_IS_LIVE = AgentMemory.deleted_at.is_(None)
IS_NEWEST = and_(
    AgentMemoryVersion.memory_id == AgentMemory.id, AgentMemoryVersion.version_number == AgentMemory.version
)
"""Condition that a version is its memory's newest one."""
_MEMORIES: Final[_Query] = select(
    AgentMemory.id,
    AgentMemory.category,
    AgentMemory.subject,
    AgentMemory.created_at,
    AgentMemory.deleted_at,
    AgentMemory.version,
    AgentMemory.pinned,
    AgentMemoryVersion.content,
    AgentMemoryVersion.created_at.label("updated_at"),
    AgentMemoryVersion.untrusted.label("is_others"),
).join(AgentMemoryVersion, IS_NEWEST)
_THOSE = _MEMORIES.where(AgentMemory.is_owned(), AgentMemory.id == func.any(bindparam("memory_ids", type_=ARRAY(Text))))
_INSERT = insert(AgentMemory).on_conflict_do_nothing(index_elements=["id"]).returning(AgentMemory.id)


def subject_key(subject: str | None) -> str | None:
    """Return the key by which subjects are compared."""
    return folded(subject) if subject else None


def content_key(content: str) -> str:
    """Return the key by which texts are compared: a digest, since a long text doesn't fit into an index."""
    return hashlib.sha256(folded(content).encode()).hexdigest()


async def live(tx: Transaction, owner: Owner) -> list[Memory]:
    """Return all live memories in display order."""
    return order(await _select(tx, memories_of(owner).where(_IS_LIVE)))


async def live_in_batches(tx: Transaction, owner: Owner) -> AsyncIterator[list[Memory]]:
    """Yield all live memories in display order, a few at a time: the bot can answer between two batches."""
    places = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id.collate("C"))
    query = memories_of(owner).where(_IS_LIVE).order_by(*places)
    found = await tx.connection.stream(query, execution_options={"yield_per": _BATCH})
    async for rows in found.partitions():
        yield [as_memory(row) for row in rows]


async def live_ids(tx: Transaction, owner: Owner) -> list[str]:
    """Return the ids of all live memories."""
    return list(await tx.connection.scalars(select(AgentMemory.id).where(AgentMemory.owned_by(owner), _IS_LIVE)))


async def most_important(tx: Transaction, owner: Owner, most: int) -> list[Memory]:
    """Return at most `most` live memories: pinned ones first, then by importance."""
    matter = (AgentMemory.pinned.desc(), AgentMemory.importance.desc(), AgentMemory.id.desc())
    return await _select(tx, memories_of(owner).where(_IS_LIVE).order_by(*matter).limit(most))


async def first_at(tx: Transaction, owner: Owner) -> datetime | None:
    """Return when an owner's first memory came, deleted or not; None if they never had one."""
    return await tx.connection.scalar(select(func.min(AgentMemory.created_at)).where(AgentMemory.owned_by(owner)))


async def count(tx: Transaction, owner: Owner) -> int:
    """Return the number of live memories."""
    live = select(func.count()).where(AgentMemory.owned_by(owner), _IS_LIVE)
    return await tx.connection.scalar(live) or 0


async def stamp(tx: Transaction, owner: Owner) -> tuple[object, ...]:
    """Return what differs once a live memory has come, gone, or got a new text."""
    figures = select(func.count(), func.sum(AgentMemory.version), func.max(AgentMemory.created_at))
    live = (await tx.connection.execute(figures.where(AgentMemory.owned_by(owner), _IS_LIVE))).one()
    deleted = select(func.max(AgentMemory.deleted_at)).where(AgentMemory.owned_by(owner))
    return (*live, await tx.connection.scalar(deleted))


async def those(tx: Transaction, owner: Owner, memory_ids: Sequence[str]) -> list[Memory]:
    """Return the memories with these ids that exist, in the order of the ids."""
    if not memory_ids:
        return []
    rows = await tx.connection.fetch(_THOSE, {**owner.columns, "memory_ids": list(memory_ids)})
    return sorted((Memory(**row) for row in rows), key=lambda memory: memory_ids.index(memory.id))


async def starting_with(tx: Transaction, owner: Owner, prefix: str) -> list[Memory]:
    """Return the memories, deleted ones included, whose id starts with `prefix` (letter case counts)."""
    return order(await _select(tx, memories_of(owner).where(AgentMemory.id.startswith(prefix, autoescape=True))))


async def with_text(tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> list[Memory]:
    """Return the live memory with this text, if any, except `except_id`."""
    has_it = and_(AgentMemory.content_key == content_key(content), AgentMemory.id != except_id)
    return await _select(tx, memories_of(owner).where(_IS_LIVE, has_it))


async def of_subject(tx: Transaction, owner: Owner, subject: str | None) -> list[Memory]:
    """Return the live memories about a subject; none for no subject."""
    key = subject_key(subject)
    return await _select(tx, memories_of(owner).where(_IS_LIVE, AgentMemory.subject_key == key)) if key else []


async def had_text(tx: Transaction, owner: Owner, content: str) -> bool:
    """Return whether any version of any memory, live or deleted, has this text, ignoring case."""
    had = exists().where(
        AgentMemoryVersion.memory_id == AgentMemory.id,
        AgentMemory.owned_by(owner),
        func.lower(AgentMemoryVersion.content) == func.lower(content),
    )
    return bool(await tx.connection.scalar(select(had)))


async def deleted_since(tx: Transaction, owner: Owner, at: datetime) -> bool:
    """Tell whether memories of an owner were deleted since a time."""
    were = exists().where(AgentMemory.owned_by(owner), AgentMemory.deleted_at > at)
    return bool(await tx.connection.scalar(select(were)))


async def deleted_together(tx: Transaction, owner: Owner, at: datetime) -> tuple[list[str], int]:
    """Return the restorable memories deleted at a time, and the number of those with a live memory's text."""
    other = aliased(AgentMemory)
    is_said = exists().where(
        other.owned_by(owner), other.deleted_at.is_(None), other.content_key == AgentMemory.content_key
    )
    rows = await tx.connection.execute(
        select(AgentMemory.id, is_said.label("is_said"))
        .where(AgentMemory.owned_by(owner), AgentMemory.deleted_at == at)
        .order_by(AgentMemory.id)
    )
    several = rows.all()
    free = [row.id for row in several if not row.is_said]
    return free, len(several) - len(free)


async def versions(tx: Transaction, memory_id: str) -> list[MemoryVersion]:
    """Return every version of a memory, the first one first."""
    return (await _versions(tx, AgentMemoryVersion.memory_id == memory_id))[memory_id]


async def contents(tx: Transaction, memory_ids: Collection[str]) -> set[str]:
    """Return the texts of all versions of memories."""
    is_theirs = AgentMemoryVersion.memory_id == func.any(list(memory_ids))
    return set(await tx.connection.scalars(select(AgentMemoryVersion.content).where(is_theirs)))


async def everything(tx: Transaction, owner: Owner) -> list[tuple[Memory, list[MemoryVersion]]]:
    """Return all memories, deleted ones included, with all versions, in display order."""
    memories = order(await _select(tx, memories_of(owner)))
    owned = select(AgentMemory.id).where(AgentMemory.owned_by(owner))
    several = await _versions(tx, AgentMemoryVersion.memory_id.in_(owned))
    return [(memory, several[memory.id]) for memory in memories]


async def insert_memories(
    tx: Transaction,
    owner: Owner,
    additions: Sequence[Addition],
    origin: Origin,
    *,
    source: Source | None = None,
    import_id: str | None = None,
    through: str = "",
) -> list[Memory]:
    """Store new memories with their first versions; each is a microsecond older than the next."""
    first = datetime.now(UTC) - timedelta(microseconds=len(additions) - 1)
    foreign = are_others(origin, through)
    waiting = [_new(it, first + timedelta(microseconds=at), is_others=foreign) for at, it in enumerate(additions)]
    memories: list[Memory] = []
    while waiting:
        rows = [{**owner.columns, **_row(memory, origin), "import_id": import_id} for memory in waiting]
        stored = set(await tx.connection.scalars(_INSERT, rows))
        memories += [memory for memory in waiting if memory.id in stored]
        waiting = [replace(memory, id=short_id()) for memory in waiting if memory.id not in stored]  # the id is taken
    memories.sort(key=lambda memory: memory.created_at)
    await _insert_versions(tx, memories, source, origin, through)
    await index_memories(tx, [memory.id for memory in memories])
    return memories


def _row(memory: Memory, origin: Origin) -> dict[str, object]:
    return {
        "id": memory.id,
        "category": memory.category,
        "subject": memory.subject,
        "subject_key": subject_key(memory.subject),
        "content_key": content_key(memory.content),
        "importance": stated(origin, memory.created_at),
        "created_at": memory.created_at,
    }


async def set_text(
    tx: Transaction,
    memory: Memory,
    content: str,
    subject: str | None,
    source: Source | None,
    origin: Origin,
    through: str = "",
    *,
    is_others: bool = False,
) -> Memory:
    """Give a memory a text (a new version unless it is the same) and a subject; return the memory.

    What was or becomes others' makes a new version, too, since that knows whose the words are.
    """
    after = replace(memory, content=content, subject=subject, is_others=is_others)
    if after == memory:
        return memory
    if content != memory.content or is_others or memory.is_others:
        after = replace(after, version=memory.version + 1, updated_at=datetime.now(UTC))
        await _insert_versions(tx, [after], source, origin, through)
    values = {"content_key": content_key(content), "subject": subject, "subject_key": subject_key(subject)}
    await _set(tx, [memory.id], **values, version=after.version)
    await index_memories(tx, [memory.id])
    add_use(tx, [memory.id], STATED[origin])
    return after


async def set_deleted(tx: Transaction, memory_ids: Collection[str], at: datetime | None) -> None:
    """Mark memories as deleted at a time, or as live (None)."""
    await _set(tx, memory_ids, deleted_at=at)
    if at:
        await forget_beginnings(tx, memory_ids)
    else:
        await index_beginnings(tx, memory_ids)
        tx.after_commit(tx.events[TO_EMBED].set)  # they may not be embedded yet


async def set_pinned(tx: Transaction, memory_id: str, *, pinned: bool) -> None:
    """Pin or unpin a memory."""
    await _set(tx, [memory_id], pinned=pinned)


async def _set(tx: Transaction, memory_ids: Collection[str], **values: object) -> None:
    await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == func.any(list(memory_ids))).values(values))


def _new(wanted: Addition, at: datetime, *, is_others: bool) -> Memory:
    return Memory(
        id=short_id(),
        category=wanted.category,
        subject=wanted.subject or None,
        content=wanted.content,
        version=1,
        created_at=at,
        updated_at=at,
        is_others=is_others,
    )


async def _insert_versions(
    tx: Transaction, memories: Sequence[Memory], source: Source | None, origin: Origin, through: str
) -> None:
    rows = [
        {
            "id": uuid7(),
            "memory_id": memory.id,
            "version_number": memory.version,
            "content": memory.content,
            "source_conversation_id": source and source.conversation_id,
            "source_turn_id": source and source.turn_id,
            "origin": origin,
            "through": through or None,
            "untrusted": memory.is_others,
            "created_at": memory.updated_at,
        }
        for memory in memories
    ]
    await tx.connection.execute(insert(AgentMemoryVersion), rows)


async def _versions(tx: Transaction, condition: ColumnElement[bool]) -> dict[str, list[MemoryVersion]]:
    """Return the versions of memories by memory id, oldest first."""
    rows = await tx.connection.execute(
        select(*AgentMemoryVersion.__table__.columns).where(condition).order_by(AgentMemoryVersion.version_number)
    )
    several = defaultdict[str, list[MemoryVersion]](list)
    for row in rows:
        conversation_id, turn_id = row.source_conversation_id, row.source_turn_id
        source = Source(conversation_id=conversation_id, turn_id=turn_id) if conversation_id and turn_id else None
        several[row.memory_id].append(
            MemoryVersion(
                number=row.version_number,
                content=row.content,
                created_at=row.created_at,
                source=source,
                origin=row.origin,
                through=row.through or "",
                untrusted=row.untrusted,
            )
        )
    return several


async def _select(tx: Transaction, query: _Query) -> list[Memory]:
    return [as_memory(row) for row in await tx.connection.execute(query)]


def memories_of(owner: Owner) -> _Query:
    """Select an owner's memories with their newest versions, for `as_memory`."""
    return _MEMORIES.where(AgentMemory.owned_by(owner))


def as_memory(row: "Row[*tuple[Any, ...]]") -> Memory:
    """Return the memory of a row of `memories_of`."""
    return Memory(**row._asdict())
