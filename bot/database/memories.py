"""The memories: what is remembered, in every wording it ever had."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from bot.database.engine import Transaction
from bot.database.ids import short_id, uuid7
from bot.database.importance import STATED, add_use, stated
from bot.database.notes import add_note, describe
from bot.database.redaction import is_mark, redact
from bot.database.search.content_words import are_related, content_words
from bot.database.search.likeness import alike
from bot.database.search.memory_words import index_memories
from bot.database.summaries import restored
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.errors import (
    ChangedSince,
    MemoryDeleted,
    MemoryRefused,
    NoSuchMemory,
    SameMemory,
    SimilarMemories,
    StoreFull,
    UnrelatedText,
)
from bot.values import (
    Addition,
    Change,
    ChangeKind,
    Meaning,
    Memory,
    MemoryCategory,
    MemoryVersion,
    Origin,
    Owner,
    Rewording,
    Source,
    folded,
    order,
    quoted,
)

MOST_ALIKE: Final = 5
"""So many memories that are like another are named,"""
MOST_OF_SUBJECT: Final = 10
"""and so many about its subject, those first that are like it, then the newest."""

_Query: TypeAlias = "Select[*tuple[Any, ...]]"


def subject_key(subject: str | None) -> str | None:
    """Return what subjects are compared by."""
    return folded(subject) if subject else None


def content_key(content: str) -> str:
    """Return what texts are compared by: a digest, since one of 500 characters can be too long for an index."""
    return hashlib.sha256(folded(content).encode()).hexdigest()


class Memories:
    """What each owner has taught. Every method works in the caller's transaction.

    Texts come in already trimmed and within their bounds (`MemoryContent`, `MemorySubject`). Each owner has room for at
    most so many live memories, if there is a limit; what was deleted can be restored all the same.
    """

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit

    async def hold(self, tx: Transaction, owner: Owner) -> None:
        """Let nobody else change the owner's memories until the transaction's end."""
        digest = hashlib.blake2b(f"{owner.bot_id}:{owner.user_id}".encode(), digest_size=8).digest()
        await tx.connection.execute(select(func.pg_advisory_xact_lock(int.from_bytes(digest, signed=True))))

    async def live(self, tx: Transaction, owner: Owner) -> list[Memory]:
        """Return all that is remembered, in the order it is always shown in."""
        return order(await self._select(tx, memories_of(owner).where(AgentMemory.deleted_at.is_(None))))

    async def most_important(self, tx: Transaction, owner: Owner, most: int) -> list[Memory]:
        """Return the live memories that matter most, at most so many: pinned ones first, then by importance."""
        matter = (AgentMemory.pinned.desc(), AgentMemory.importance.desc(), AgentMemory.id.desc())
        live = memories_of(owner).where(AgentMemory.deleted_at.is_(None))
        return await self._select(tx, live.order_by(*matter).limit(most))

    async def count(self, tx: Transaction, owner: Owner) -> int:
        """Return how much is remembered."""
        counted = (
            select(func.count())
            .select_from(AgentMemory)
            .where(
                AgentMemory.bot_id == owner.bot_id,
                AgentMemory.user_id == owner.user_id,
                AgentMemory.deleted_at.is_(None),
            )
        )
        return await tx.connection.scalar(counted) or 0

    async def refuse_beyond_limit(self, tx: Transaction, owner: Owner, more: int) -> None:
        """Raise StoreFull if there is no room for so many more memories."""
        if self._limit is None or await self.count(tx, owner) + more <= self._limit:
            return
        raise StoreFull(
            f"There is room for {self._limit:,} memories (MEMORY_LIMIT), and none for {more:,} more: "
            "some have to be deleted before (/memory delete)."
        )

    async def those(self, tx: Transaction, owner: Owner, memory_ids: Sequence[str]) -> list[Memory]:
        """Return the memories with these ids that are there, in the order of the ids."""
        if not memory_ids:
            return []
        found = await self._select(tx, memories_of(owner).where(AgentMemory.id.in_(memory_ids)))
        return sorted(found, key=lambda memory: memory_ids.index(memory.id))

    async def starting_with(self, tx: Transaction, owner: Owner, prefix: str) -> list[Memory]:
        """Return the memories, deleted ones included, whose id starts with `prefix` (letter case counts)."""
        return order(
            await self._select(tx, memories_of(owner).where(AgentMemory.id.startswith(prefix, autoescape=True)))
        )

    async def get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Return a memory that is not deleted. Raises NoSuchMemory or MemoryDeleted."""
        memory = await self._get(tx, owner, memory_id)
        if memory.deleted_at:
            raise MemoryDeleted("This memory is deleted. If the user tells you about it anew, it is a new memory.")
        return memory

    async def history(self, tx: Transaction, memory: Memory) -> list[MemoryVersion]:
        """Return every wording of the memory, the first one first."""
        return (await self._wordings(tx, AgentMemoryVersion.memory_id == memory.id))[memory.id]

    async def everything(self, tx: Transaction, owner: Owner) -> list[tuple[Memory, list[MemoryVersion]]]:
        """Return all that was ever remembered, deleted memories included, each with every wording, in the one order."""
        owned = select(AgentMemory.id).where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
        memories = order(await self._select(tx, memories_of(owner)))
        wordings = await self._wordings(tx, AgentMemoryVersion.memory_id.in_(owned))
        return [(memory, wordings[memory.id]) for memory in memories]

    async def add(
        self,
        tx: Transaction,
        owner: Owner,
        *,
        content: str,
        category: MemoryCategory,
        subject: str | None = None,
        meaning: Meaning | None = None,
        is_new: bool = False,
        source: Source | None = None,
        origin: Origin = Origin.CONVERSATION,
    ) -> Memory:
        """Remember something new.

        Raises SameMemory when a live memory has this text, and StoreFull when there is no room. Raises SimilarMemories
        when live ones have this subject, or say nearly the same or the contrary, as far as the words tell and the
        `meaning`, if it is known; unless `is_new` says that this is another fact.
        """
        await self.check_new(tx, owner, content=content, subject=subject, meaning=meaning, is_new=is_new)
        now = datetime.now(UTC)
        memory_id = None
        while memory_id is None:
            memory_id = await tx.connection.scalar(
                insert_or_not(AgentMemory)
                .values(
                    id=short_id(),
                    bot_id=owner.bot_id,
                    user_id=owner.user_id,
                    category=category.value,
                    subject=subject or None,
                    subject_key=subject_key(subject),
                    content_key=content_key(content),
                    importance=stated(origin, now),
                    created_at=now,
                )
                .on_conflict_do_nothing(index_elements=["id"])
                .returning(AgentMemory.id)
            )
        await self._add_version(tx, memory_id, 1, content, source, origin, now)
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

    async def check_new(
        self,
        tx: Transaction,
        owner: Owner,
        *,
        content: str,
        subject: str | None = None,
        meaning: Meaning | None = None,
        is_new: bool = False,
        may_be_full: bool = False,
    ) -> None:
        """Raise what `add` would, until the transaction's end; that the store is full does not matter if it may be."""
        _refuse_mark(content)
        await self.hold(tx, owner)
        await self._refuse_same(tx, owner, content)
        if not may_be_full:
            await self.refuse_beyond_limit(tx, owner, 1)
        if not is_new:
            await self._refuse_similar(tx, owner, content, subject, meaning)

    async def check_update(self, tx: Transaction, owner: Owner, memory_id: str, *, content: str) -> Memory:
        """Raise what `update` would, until the transaction's end; return the memory as it is."""
        _refuse_mark(content)
        await self.hold(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        await self._refuse_same(tx, owner, content, except_id=memory_id)
        return memory

    async def check_related(self, tx: Transaction, owner: Owner, wanted: Rewording, refused: Sequence[str]) -> None:
        """Raise what `update` would, and UnrelatedText if a new text shares no content word with what it replaces.

        Not if any of the texts that were `refused` for this memory before shared none either: then it is meant.
        """
        memory = await self.check_update(tx, owner, wanted.memory_id, content=wanted.content)
        texts = [f"{it.subject or ''} {it.content}" for it in (memory, wanted)]
        old, new, *former = await content_words(tx, [*texts, *refused])
        if are_related(old, new) or not all(are_related(old, it) for it in former):
            return
        raise UnrelatedText(
            f"The new text has nothing in common with the memory:\n{describe([memory])}\n"
            f"The new text is {quoted(wanted.content)}."
        )

    async def is_known(self, tx: Transaction, owner: Owner, wanted: Addition) -> bool:
        """Tell whether a memory had this wording once, be it deleted or not, or says nearly this, or the contrary.

        The latter does not count where it `is_new`: that says of what is like it that it is another fact.
        """
        had = exists().where(
            AgentMemoryVersion.memory_id == AgentMemory.id,
            AgentMemory.bot_id == owner.bot_id,
            AgentMemory.user_id == owner.user_id,
            func.lower(AgentMemoryVersion.content) == func.lower(wanted.content),
        )
        if await tx.connection.scalar(select(had)):
            return True
        return not wanted.is_new and bool(await self._alike(tx, owner, wanted.content, wanted.subject, None))

    async def update(
        self,
        tx: Transaction,
        owner: Owner,
        memory_id: str,
        *,
        content: str,
        subject: str | None = None,
        source: Source | None = None,
        origin: Origin = Origin.CONVERSATION,
    ) -> tuple[Memory, Memory]:
        """Give a memory a new wording, and a new subject if one is given; return it before and after.

        The same text again makes no new version. Raises NoSuchMemory, MemoryDeleted or SameMemory.
        """
        before = await self.check_update(tx, owner, memory_id, content=content)
        await self._reword(tx, before, content, subject or before.subject, source, origin)
        return before, await self._get(tx, owner, memory_id)

    async def undo(self, tx: Transaction, owner: Owner, change: Change) -> Memory:
        """Take back what was done to a memory, tell the running conversation, and return the memory as it is then.

        What was added is deleted; what was updated has its former text, as a new wording, and its former subject; what
        was forgotten is restored. Raises NoSuchMemory, ChangedSince if the memory is not as it was left any more, or
        SameMemory when a live memory has its former text by now.
        """
        await self.hold(tx, owner)
        memory = await self._get(tx, owner, change.memory_id)
        is_forgotten = change.kind is ChangeKind.FORGOTTEN
        if (memory.version, memory.subject, memory.deleted_at is not None) != (
            change.version,
            change.subject,
            is_forgotten,
        ):
            raise ChangedSince
        match change.kind:
            case ChangeKind.ADDED:
                await self.delete(tx, owner, memory.id)
                await add_note(tx, owner, f"The user has undone that [id:{memory.id}] was stored; it is deleted.")
            case ChangeKind.UPDATED:
                await self._undo_update(tx, owner, memory, change)
            case ChangeKind.FORGOTTEN:
                await self.restore(tx, owner, memory.id)
        return await self._get(tx, owner, memory.id)

    async def _undo_update(self, tx: Transaction, owner: Owner, memory: Memory, change: Change) -> None:
        wordings = await self.history(tx, memory)
        former = wordings[change.former_version - 1].content
        await self._refuse_same(tx, owner, former, except_id=memory.id)
        await self._reword(tx, memory, former, change.former_subject, None, Origin.UNDO)
        now = await self._get(tx, owner, memory.id)
        await add_note(tx, owner, f"The user has undone a change; the memory says again:\n{describe([now])}")

    async def delete(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Forget a memory, so that it can be restored, and take it out of what the model will be sent.

        Raises NoSuchMemory or MemoryDeleted.
        """
        await self.hold(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        await self._set_deleted(tx, memory_id, datetime.now(UTC))
        await redact(tx, owner, [memory_id], [version.content for version in await self.history(tx, memory)])
        return memory

    async def pin(self, tx: Transaction, owner: Owner, memory_id: str, *, pinned: bool) -> Memory:
        """Mark a memory as important, or no longer, and return it. Raises NoSuchMemory or MemoryDeleted."""
        await self.hold(tx, owner)
        await self.get(tx, owner, memory_id)
        await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(pinned=pinned))
        return await self.get(tx, owner, memory_id)

    async def restore(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Remember a deleted memory again, and tell the running conversation; nothing changes for a live one.

        Raises NoSuchMemory, or SameMemory when a live memory has its text by now.
        """
        await self.hold(tx, owner)
        memory = await self._get(tx, owner, memory_id)
        if memory.deleted_at:
            await self._refuse_same(tx, owner, memory.content)
            await self._set_deleted(tx, memory_id, None)
            tx.leaves_texts_to_embed = True  # it may have been deleted before it was embedded
            await restored(tx, owner, [memory_id])
            await add_note(tx, owner, f"The user restored a memory they had deleted:\n{describe([memory])}")
        return await self._get(tx, owner, memory_id)

    async def _reword(
        self,
        tx: Transaction,
        memory: Memory,
        content: str,
        subject: str | None,
        source: Source | None,
        origin: Origin,
    ) -> None:
        """Give a memory a text that no other has, a new wording unless it has it already, and a subject."""
        version = memory.version
        if content != memory.content:
            version += 1
            await self._add_version(tx, memory.id, version, content, source, origin, datetime.now(UTC))
        await tx.connection.execute(
            update(AgentMemory)
            .where(AgentMemory.id == memory.id)
            .values(
                content_key=content_key(content), subject=subject, subject_key=subject_key(subject), version=version
            )
        )
        if (content, subject) != (memory.content, memory.subject):
            await index_memories(tx, [memory.id])
            await add_use(tx, [memory.id], STATED[origin])

    async def _get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        found = await self._select(tx, memories_of(owner).where(AgentMemory.id == memory_id))
        if not found:
            raise NoSuchMemory
        return found[0]

    async def _wordings(self, tx: Transaction, condition: ColumnElement[bool]) -> dict[str, list[MemoryVersion]]:
        """Return memories' wordings by their ids, the first ones first."""
        versions = AgentMemoryVersion
        rows = await tx.connection.execute(
            select(
                versions.memory_id,
                versions.version_number,
                versions.content,
                versions.created_at,
                versions.source_conversation_id,
                versions.source_turn_id,
                versions.origin,
            )
            .where(condition)
            .order_by(versions.version_number)
        )
        wordings = defaultdict[str, list[MemoryVersion]](list)
        for memory_id, number, content, created_at, conversation_id, turn_id, origin in rows:
            source = Source(conversation_id=conversation_id, turn_id=turn_id) if conversation_id and turn_id else None
            version = MemoryVersion(
                number=number, content=content, created_at=created_at, source=source, origin=Origin(origin)
            )
            wordings[memory_id].append(version)
        return wordings

    async def _select(self, tx: Transaction, query: _Query) -> list[Memory]:
        return [as_memory(row) for row in await tx.connection.execute(query)]

    async def _add_version(
        self,
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
                origin=origin.value,
                created_at=now,
            )
        )

    async def _set_deleted(self, tx: Transaction, memory_id: str, at: datetime | None) -> None:
        await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(deleted_at=at))

    async def _refuse_same(self, tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> None:
        same = await self._select(
            tx,
            memories_of(owner).where(
                AgentMemory.deleted_at.is_(None),
                AgentMemory.content_key == content_key(content),
                AgentMemory.id != except_id,
            ),
        )
        if same:
            words = f"A memory already says exactly this:\n{describe(same)}"
            raise SameMemory(words, memory_id=same[0].id, content=same[0].content)

    async def _refuse_similar(
        self, tx: Transaction, owner: Owner, content: str, subject: str | None, meaning: Meaning | None
    ) -> None:
        key = subject_key(subject)
        about = memories_of(owner).where(AgentMemory.deleted_at.is_(None), AgentMemory.subject_key == key)
        if of_subject := await self._select(tx, about) if key else []:
            named, more = of_subject, ""
            if others := max(0, len(of_subject) - MOST_OF_SUBJECT):
                newest_first = sorted(of_subject, key=lambda memory: memory.updated_at, reverse=True)
                like = frozenset(await alike(tx, owner, content, meaning))
                named = sorted(newest_first, key=lambda memory: memory.id not in like)[:MOST_OF_SUBJECT]
                more = f"\n- and {others:,} more"
            raise SimilarMemories(f"There are memories about this subject already:\n{describe(order(named))}{more}")
        if likest := (await self._alike(tx, owner, content, subject, meaning))[:MOST_ALIKE]:
            raise SimilarMemories(f"There are memories like this already:\n{describe(likest)}")

    async def _alike(
        self, tx: Transaction, owner: Owner, content: str, subject: str | None, meaning: Meaning | None
    ) -> list[Memory]:
        """Return the live memories that are like a text, the likest first, but for those of surely another subject."""
        like = await self.those(tx, owner, await alike(tx, owner, content, meaning))
        return [memory for memory in like if not _are_apart(subject, memory.subject)]


def _refuse_mark(content: str) -> None:
    """Refuse the mark of what was deleted, which a model may have copied from a result. Raises MemoryRefused."""
    if is_mark(content):
        raise MemoryRefused("This text stands for a memory that was deleted, and is none itself.")


def _are_apart(one: str | None, other: str | None) -> bool:
    """Tell whether two subjects are surely not the same: Anna may be Anna Schmidt, but not Tom."""
    words, others = ((subject_key(it) or "").split() for it in (one, other))
    return bool(words and others) and set(words).isdisjoint(others)


def memories_of(owner: Owner) -> _Query:
    """Select an owner's memories with their newest wordings; `as_memory` makes memories of the rows."""
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
        category=MemoryCategory(row.category),
        subject=row.subject,
        content=row.content,
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
        pinned=row.pinned,
    )
