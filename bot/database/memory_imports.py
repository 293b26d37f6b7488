"""Memories that come together from a file: offered, put in one go, and taken back in one go."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ARRAY, Row, Select, Text, and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.ids import short_id, uuid7
from bot.database.importance import stated
from bot.database.memories import Memories, content_key, subject_key
from bot.database.notes import add_note, add_note_of_many
from bot.database.redaction import redact
from bot.database.search.memory_words import index_memories
from bot.database.tables import AgentMemory, AgentMemoryImport, AgentMemoryVersion
from bot.errors import NoSuchImport
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
_TAKEN_BACK = "This import was taken back already."
_ADD_IMPORT = insert(AgentMemoryImport)
_ADD_MEMORIES = insert(AgentMemory)
_ADD_WORDINGS = insert(AgentMemoryVersion)


@dataclass(frozen=True, slots=True)
class Preview:
    """What of some proposals is new, each text once, and how many are known already or stand there twice."""

    new: Sequence[Addition]
    known: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be put, under an id (none if nothing of it is new); `replaces` is the id of what was offered before."""

    id: str | None
    preview: Preview
    replaces: str | None


@dataclass(frozen=True, slots=True)
class Put:
    """How many memories were put, under the id that takes them back (none if nothing was new), and how many not."""

    id: str | None
    added: int
    known: int


@dataclass(frozen=True, slots=True)
class Undone:
    """How many memories of an import were forgotten, and how many stay, as they were given another wording since.

    None of either: nothing of the import is remembered at the moment, and it can still be taken back.
    """

    forgotten: int
    kept: int


class MemoryImports:
    """Each owner's imports. Every method works in the caller's transaction."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def preview(self, tx: Transaction, owner: Owner, proposals: Sequence[Addition]) -> Preview:
        """Tell what is new: the first proposal of each text that no live memory has."""
        keyed = {_keys(it.content): it for it in reversed(proposals)}
        keys = [key for several in keyed for key in several]
        live = set(await tx.connection.scalars(_LIVE, {**_of(owner), "keys": keys}))
        firsts = {id(it) for several, it in keyed.items() if live.isdisjoint(several)}
        new = [it for it in proposals if id(it) in firsts]
        return Preview(new, len(proposals) - len(new))

    async def offer(self, tx: Transaction, owner: Owner, proposals: Sequence[Addition], source: str) -> Offer:
        """Keep what is new of some proposals, to be put when its owner says so, in place of what was offered before.

        That stays offered if nothing is new. Raises StoreFull if there is no room for it, and nothing is done.
        """
        await self._memories.hold(tx, owner)
        preview = await self.preview(tx, owner, proposals)
        if not preview.new:
            return Offer(None, preview, replaces=None)
        await self._memories.refuse_beyond_limit(tx, owner, len(preview.new))
        replaces = await self.offered(tx, owner)
        await self.withdraw(tx, owner)
        kept = [[it.category.value, it.subject, it.content] for it in preview.new]
        row = {"source": source, "found": len(proposals), "proposals": kept, "put_at": None, "added": 0}
        return Offer(await self._add(tx, owner, row), preview, replaces)

    async def offered(self, tx: Transaction, owner: Owner) -> str | None:
        """Return the id of what is offered, if anything is."""
        return await _one(tx, _OFFERED, owner)

    async def newest(self, tx: Transaction, owner: Owner) -> str | None:
        """Return the id of the import that was put last of those that can be undone."""
        return await _one(tx, _NEWEST, owner)

    async def added(self, tx: Transaction, owner: Owner, import_id: str) -> int | None:
        """Return how many memories an import put, if it was put and not taken back."""
        added: int | None = await tx.connection.scalar(_ADDED, {**_of(owner), "import_id": import_id})
        return added

    async def withdraw(self, tx: Transaction, owner: Owner, import_id: str | None = None) -> bool:
        """Let go of what is offered under an id (None: under any); tell whether anything was."""
        await self._memories.hold(tx, owner)  # so that it is not put meanwhile
        withdraw = _WITHDRAW if import_id is None else _WITHDRAW_ONE
        return bool((await tx.connection.execute(withdraw, {**_of(owner), "import_id": import_id})).rowcount)

    async def confirm(self, tx: Transaction, owner: Owner, import_id: str) -> Put:
        """Put what is offered under an id, but for what was taught meanwhile. Raises NoSuchImport or StoreFull."""
        await self._memories.hold(tx, owner)
        row = await self._get(tx, owner, import_id)
        if row.put_at:
            raise NoSuchImport(_TAKEN_BACK if row.undone_at else "This was imported already.")
        proposals = [Addition(category=MemoryCategory(it[0]), subject=it[1], content=it[2]) for it in row.proposals]
        preview = await self.preview(tx, owner, proposals)
        if not preview.new:
            await self.withdraw(tx, owner)
            return Put(None, 0, preview.known)
        await self._memories.refuse_beyond_limit(tx, owner, len(preview.new))
        now = datetime.now(UTC)
        await tx.connection.execute(
            update(AgentMemoryImport)
            .where(AgentMemoryImport.id == import_id)
            .values(proposals=None, put_at=now, added=len(preview.new))
        )
        await self._put(tx, owner, import_id, preview.new, now)
        return Put(import_id, len(preview.new), row.found - len(preview.new))

    async def put(self, tx: Transaction, owner: Owner, proposals: Sequence[Addition], source: str) -> Put:
        """Put what is new of some proposals, without an offer. Raises StoreFull if there is no room for it."""
        await self._memories.hold(tx, owner)
        preview = await self.preview(tx, owner, proposals)
        if not preview.new:
            return Put(None, 0, preview.known)
        await self._memories.refuse_beyond_limit(tx, owner, len(preview.new))
        now = datetime.now(UTC)
        row = {"source": source, "found": len(proposals), "proposals": None, "put_at": now, "added": len(preview.new)}
        import_id = await self._add(tx, owner, row)
        await self._put(tx, owner, import_id, preview.new, now)
        return Put(import_id, len(preview.new), preview.known)

    async def undo(self, tx: Transaction, owner: Owner, import_id: str) -> Undone:
        """Forget the memories of an import that never had another wording, as if each was deleted.

        A pin or another subject keeps none. Where all are deleted already, nothing is done: they may be restored, and
        taken back then. Raises NoSuchImport.
        """
        await self._memories.hold(tx, owner)
        row = await self._get(tx, owner, import_id)
        if row.put_at is None:
            raise NoSuchImport
        if row.undone_at:
            raise NoSuchImport(_TAKEN_BACK)
        rows = (await tx.connection.execute(_IMPORTED, {"import_id": import_id})).all()
        if not rows:
            return Undone(0, 0)
        now = datetime.now(UTC)
        await tx.connection.execute(
            update(AgentMemoryImport).where(AgentMemoryImport.id == import_id).values(undone_at=now)
        )
        wordings = {it.id: it.content for it in rows if not it.has_changed}
        if wordings:
            await tx.connection.execute(_FORGET, {"memory_ids": list(wordings), "now": now})
            await redact(tx, owner, wordings, set(wordings.values()))
            await add_note(tx, owner, f"The user took back {_counted(len(wordings))} they had imported.")
        return Undone(len(wordings), len(rows) - len(wordings))

    async def _get(self, tx: Transaction, owner: Owner, import_id: str) -> "Row[*tuple[Any, ...]]":
        rows = await tx.connection.execute(_NAMED_ONE, {**_of(owner), "import_id": import_id})
        row = rows.one_or_none()
        if row is None:
            raise NoSuchImport
        return row

    async def _add(self, tx: Transaction, owner: Owner, row: dict[str, object]) -> str:
        import_id = short_id()
        whose = {**owner.columns, "id": import_id, "created_at": datetime.now(UTC)}
        await tx.connection.execute(_ADD_IMPORT, {**whose, **row})
        return import_id

    async def _put(
        self, tx: Transaction, owner: Owner, import_id: str, proposals: Sequence[Addition], now: datetime
    ) -> None:
        """Store memories with their first wordings, and tell the running conversation of them.

        It recalls what is not named to it.
        """
        first = now - timedelta(microseconds=len(proposals))  # each a bit later than the one before, as in the file
        ids = await _free_ids(tx, len(proposals))
        memories = [
            _memory(memory_id, it, first + timedelta(microseconds=place))
            for place, (memory_id, it) in enumerate(zip(ids, proposals, strict=True))
        ]
        await tx.connection.execute(_ADD_MEMORIES, [_memory_row(owner, import_id, it) for it in memories])
        await tx.connection.execute(_ADD_WORDINGS, [_wording_row(it) for it in memories])
        await index_memories(tx, ids)
        await add_note_of_many(tx, owner, f"The user imported {_counted(len(memories))}", memories, len(memories))


def _keys(content: str) -> tuple[str, ...]:
    """Return what memories have that say this: "User likes tea" is read as "The user likes tea"."""
    bare = content.removeprefix("The ")
    return (content_key(content), content_key(bare)) if bare.startswith("user ") else (content_key(content),)


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


def _memory(memory_id: str, proposal: Addition, at: datetime) -> Memory:
    return Memory(
        id=memory_id,
        category=proposal.category,
        subject=proposal.subject,
        content=proposal.content,
        version=1,
        created_at=at,
        updated_at=at,
    )


def _memory_row(owner: Owner, import_id: str, memory: Memory) -> dict[str, object]:
    return {
        **owner.columns,
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "subject_key": subject_key(memory.subject),
        "content_key": content_key(memory.content),
        "import_id": import_id,
        "importance": stated(Origin.IMPORT, memory.created_at),
        "created_at": memory.created_at,
    }


def _wording_row(memory: Memory) -> dict[str, object]:
    return {
        "id": uuid7(),
        "memory_id": memory.id,
        "version_number": memory.version,
        "content": memory.content,
        "origin": Origin.IMPORT.value,
        "created_at": memory.created_at,
    }


def _counted(memories: int) -> str:
    return "a memory" if memories == 1 else f"{memories:,} memories"
