"""The memories: what is remembered, in every wording it ever had."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from sqlalchemy import ColumnElement, Row, Select, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from bot.database.engine import Transaction
from bot.database.ids import short_id, uuid7
from bot.database.redaction import add_note, redact
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.errors import MemoryDeleted, NoSuchMemory, SameMemory, SimilarMemories
from bot.messages import Memory, MemoryCategory, MemoryVersion, Owner, Source, folded, one_line, quoted
from bot.prompt import order

_Query: TypeAlias = "Select[str, str, str | None, datetime, datetime | None, int, str, datetime]"


def subject_key(subject: str | None) -> str | None:
    """Return what subjects are compared by."""
    return folded(subject) if subject else None


def content_key(content: str) -> str:
    """Return what texts are compared by: a digest, since one of 500 characters can be too long for an index."""
    return hashlib.sha256(folded(content).encode()).hexdigest()


def describe(memories: Sequence[Memory]) -> str:
    """Name memories to the model, a line each, their texts in quotation marks."""
    return "\n".join(
        f"- [id:{memory.id}] ({memory.category.value}"
        + (f", {one_line(memory.subject)}" if memory.subject else "")
        + f") {quoted(memory.content)}"
        for memory in memories
    )


class Memories:
    """What each owner has taught. Every method works in the caller's transaction.

    Texts come in already trimmed and within their bounds (`MemoryContent`, `MemorySubject`).
    """

    async def hold(self, tx: Transaction, owner: Owner) -> None:
        """Let nobody else change the owner's memories until the transaction's end."""
        digest = hashlib.blake2b(f"{owner.bot_id}:{owner.user_id}".encode(), digest_size=8).digest()
        await tx.connection.execute(select(func.pg_advisory_xact_lock(int.from_bytes(digest, signed=True))))

    async def live(self, tx: Transaction, owner: Owner) -> list[Memory]:
        """Return all that is remembered, in the order it is always shown in."""
        return order(await self._select(tx, _memories(owner).where(AgentMemory.deleted_at.is_(None))))

    async def starting_with(self, tx: Transaction, owner: Owner, prefix: str) -> list[Memory]:
        """Return the memories, deleted ones included, whose id starts with `prefix` (letter case counts)."""
        return order(await self._select(tx, _memories(owner).where(AgentMemory.id.startswith(prefix, autoescape=True))))

    async def get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Return a memory that is not deleted. Raises NoSuchMemory or MemoryDeleted."""
        memory = await self._get(tx, owner, memory_id)
        if memory.deleted_at:
            raise MemoryDeleted(
                f"Memory {memory_id} was deleted by the user. If they tell you about it anew, use add_to_memory."
            )
        return memory

    async def history(self, tx: Transaction, memory: Memory) -> list[MemoryVersion]:
        """Return every wording of the memory, the first one first."""
        return (await self._wordings(tx, AgentMemoryVersion.memory_id == memory.id))[memory.id]

    async def everything(self, tx: Transaction, owner: Owner) -> list[tuple[Memory, list[MemoryVersion]]]:
        """Return all that was ever remembered, deleted memories included, each with every wording, in the one order."""
        owned = select(AgentMemory.id).where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
        memories = order(await self._select(tx, _memories(owner)))
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
        is_new: bool = False,
        source: Source | None = None,
    ) -> Memory:
        """Remember something new.

        Raises SameMemory when a live memory has this text, and SimilarMemories when live ones have this subject,
        unless `is_new` says that this is another fact about it.
        """
        await self.hold(tx, owner)
        await self._refuse_same(tx, owner, content)
        if subject and not is_new:
            await self._refuse_similar(tx, owner, subject)
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
                    created_at=now,
                )
                .on_conflict_do_nothing(index_elements=["id"])
                .returning(AgentMemory.id)
            )
        await self._add_version(tx, memory_id, 1, content, source, now)
        return await self._get(tx, owner, memory_id)

    async def update(
        self,
        tx: Transaction,
        owner: Owner,
        memory_id: str,
        *,
        content: str,
        subject: str | None = None,
        source: Source | None = None,
    ) -> tuple[Memory, Memory]:
        """Give a memory a new wording, and a new subject if one is given; return it before and after.

        The same text again makes no new version. Raises NoSuchMemory, MemoryDeleted or SameMemory.
        """
        await self.hold(tx, owner)
        before = await self.get(tx, owner, memory_id)
        if content != before.content:
            await self._refuse_same(tx, owner, content, except_id=memory_id)
            await self._add_version(tx, memory_id, before.version + 1, content, source, datetime.now(UTC))
        changed = {"content_key": content_key(content)}
        if subject:
            changed |= {"subject": subject, "subject_key": subject_key(subject) or ""}
        await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(changed))
        return before, await self._get(tx, owner, memory_id)

    async def delete(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Forget a memory, so that it can be restored, and take it out of what the model will be sent.

        Raises NoSuchMemory or MemoryDeleted.
        """
        await self.hold(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        await self._set_deleted(tx, memory_id, datetime.now(UTC))
        await redact(tx, owner, memory_id, [version.content for version in await self.history(tx, memory)])
        return memory

    async def restore(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Remember a deleted memory again, and tell the running conversation; nothing changes for a live one.

        Raises NoSuchMemory, or SameMemory when a live memory has its text by now.
        """
        await self.hold(tx, owner)
        memory = await self._get(tx, owner, memory_id)
        if memory.deleted_at:
            await self._refuse_same(tx, owner, memory.content)
            await self._set_deleted(tx, memory_id, None)
            await add_note(tx, owner, f"The user restored a memory they had deleted:\n{describe([memory])}")
        return await self._get(tx, owner, memory_id)

    async def _get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        found = await self._select(tx, _memories(owner).where(AgentMemory.id == memory_id))
        if not found:
            raise NoSuchMemory(f"There is no memory with the id {memory_id}.")
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
            )
            .where(condition)
            .order_by(versions.version_number)
        )
        wordings = defaultdict[str, list[MemoryVersion]](list)
        for memory_id, number, content, created_at, conversation_id, turn_id in rows:
            source = Source(conversation_id=conversation_id, turn_id=turn_id) if conversation_id and turn_id else None
            version = MemoryVersion(number=number, content=content, created_at=created_at, source=source)
            wordings[memory_id].append(version)
        return wordings

    async def _select(self, tx: Transaction, query: _Query) -> list[Memory]:
        return [_memory(row) for row in await tx.connection.execute(query)]

    async def _add_version(
        self, tx: Transaction, memory_id: str, number: int, content: str, source: Source | None, now: datetime
    ) -> None:
        await tx.connection.execute(
            insert(AgentMemoryVersion).values(
                id=uuid7(),
                memory_id=memory_id,
                version_number=number,
                content=content,
                source_conversation_id=source and source.conversation_id,
                source_turn_id=source and source.turn_id,
                created_at=now,
            )
        )

    async def _set_deleted(self, tx: Transaction, memory_id: str, at: datetime | None) -> None:
        await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(deleted_at=at))

    async def _refuse_same(self, tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> None:
        same = await self._select(
            tx,
            _memories(owner).where(
                AgentMemory.deleted_at.is_(None),
                AgentMemory.content_key == content_key(content),
                AgentMemory.id != except_id,
            ),
        )
        if same:
            raise SameMemory(f"A memory already says exactly this:\n{describe(same)}")

    async def _refuse_similar(self, tx: Transaction, owner: Owner, subject: str) -> None:
        similar = await self._select(
            tx,
            _memories(owner).where(AgentMemory.deleted_at.is_(None), AgentMemory.subject_key == subject_key(subject)),
        )
        if similar:
            raise SimilarMemories(f"There are memories about this subject already:\n{describe(order(similar))}")


def _memories(owner: Owner) -> _Query:
    """Select an owner's memories with their newest wordings."""
    newest = (
        select(func.max(AgentMemoryVersion.version_number))
        .where(AgentMemoryVersion.memory_id == AgentMemory.id)
        .correlate(AgentMemory)
        .scalar_subquery()
    )
    return (
        select(
            AgentMemory.id,
            AgentMemory.category,
            AgentMemory.subject,
            AgentMemory.created_at,
            AgentMemory.deleted_at,
            AgentMemoryVersion.version_number,
            AgentMemoryVersion.content,
            AgentMemoryVersion.created_at.label("updated_at"),
        )
        .join(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
        .where(AgentMemory.bot_id == owner.bot_id, AgentMemory.user_id == owner.user_id)
        .where(AgentMemoryVersion.version_number == newest)
    )


def _memory(row: "Row[str, str, str | None, datetime, datetime | None, int, str, datetime]") -> Memory:
    return Memory(
        id=row.id,
        category=MemoryCategory(row.category),
        subject=row.subject,
        content=row.content,
        version=row.version_number,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
    )
