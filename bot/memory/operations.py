"""What may be done with one memory: every door calls these. Each works in the caller's transaction.

Texts come in already trimmed and within their bounds (`MemoryContent`, `MemorySubject`). What cannot be done raises a
`MemoryRefused` that names the memories it is about, and leaves everything as it was.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.database import memories as stored
from bot.database.engine import Transaction
from bot.database.notes import add_note
from bot.database.redaction import is_mark, redact
from bot.database.search.content_words import are_related, content_words
from bot.database.search.likeness import alike
from bot.database.summaries import restored
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
from bot.memory.block import describe
from bot.values import (
    Addition,
    Change,
    Changed,
    ChangeKind,
    Embedding,
    Memory,
    MemoryUpdate,
    Origin,
    Owner,
    Source,
    folded,
    order,
)

MOST_ALIKE: Final = 5
"""Most similar memories named in a refusal."""
MOST_OF_SUBJECT: Final = 10
"""Most memories of one subject named in a refusal; the most similar first, then the newest."""


class Memories:
    """The operations on each owner's memories. `limit` bounds how many live memories an owner has room for.

    Deleted memories can be restored beyond the limit.
    """

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit

    async def get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Return a memory that is not deleted. Raises NoSuchMemory or MemoryDeleted."""
        memory = await _find(tx, owner, memory_id)
        if memory.deleted_at:
            raise MemoryDeleted("This memory is deleted. If the user tells you about it anew, it is a new memory.")
        return memory

    async def add(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: Addition,
        *,
        embedding: Embedding | None = None,
        source: Source | None = None,
        origin: Origin = Origin.CONVERSATION,
    ) -> Changed:
        """Store a new memory. Raises what `check_new` does."""
        await self.check_new(tx, owner, wanted, embedding)
        memory = await stored.insert_memory(
            tx,
            owner,
            content=wanted.content,
            category=wanted.category,
            subject=wanted.subject,
            source=source,
            origin=origin,
        )
        if origin is Origin.COMMAND:
            await add_note(tx, owner, f"The user has stored a memory:\n{describe([memory])}", [memory])
        return Changed(Change.of(ChangeKind.ADDED, memory), memory)

    async def update(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: MemoryUpdate,
        *,
        source: Source | None = None,
        origin: Origin = Origin.CONVERSATION,
    ) -> Changed:
        """Give a memory a new version, and a new subject if one is given. The same text makes no new version.

        Raises what `check_update` does.
        """
        before = await self.check_update(tx, owner, wanted)
        await stored.set_text(tx, before, wanted.content, wanted.subject or before.subject, source, origin)
        after = await _find(tx, owner, before.id)
        if origin is Origin.COMMAND and after.content != before.content:
            await add_note(tx, owner, f"The user has changed a memory; it says now:\n{describe([after])}", [after])
        return Changed(Change.of(ChangeKind.UPDATED, after, before), after)

    async def forget(self, tx: Transaction, owner: Owner, memory_id: str) -> Changed:
        """Delete a memory, and take it out of what the model will be sent; it can be restored.

        Raises NoSuchMemory or MemoryDeleted.
        """
        await stored.lock(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        deleted = replace(memory, deleted_at=datetime.now(UTC))
        await stored.set_deleted(tx, memory_id, deleted.deleted_at)
        await redact(tx, owner, [memory_id], [version.content for version in await stored.versions(tx, memory_id)])
        return Changed(Change.of(ChangeKind.FORGOTTEN, deleted), deleted)

    async def restore(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Bring a deleted memory back, and tell the running conversation; nothing changes for a live one.

        Raises NoSuchMemory, or SameMemory if another live memory has its text.
        """
        await stored.lock(tx, owner)
        memory = await _find(tx, owner, memory_id)
        if memory.deleted_at:
            await _refuse_same(tx, owner, memory.content)
            await stored.set_deleted(tx, memory_id, None)
            await restored(tx, owner, [memory_id])
            await add_note(tx, owner, f"The user restored a memory they had deleted:\n{describe([memory])}", [memory])
        return await _find(tx, owner, memory_id)

    async def pin(self, tx: Transaction, owner: Owner, memory_id: str, *, pinned: bool) -> Memory:
        """Mark a memory as important, or no longer, and return it. Raises NoSuchMemory or MemoryDeleted."""
        await stored.lock(tx, owner)
        await self.get(tx, owner, memory_id)
        await stored.set_pinned(tx, memory_id, pinned=pinned)
        return await self.get(tx, owner, memory_id)

    async def undo(self, tx: Transaction, owner: Owner, change: Change) -> Memory:
        """Take a change back, tell the running conversation, and return the memory as it is then.

        An added memory is deleted, an updated one gets its former text as a new version, a forgotten one is restored.
        Raises NoSuchMemory, ChangedSince if the memory is not as the change left it, or SameMemory.
        """
        await stored.lock(tx, owner)
        memory = await _find(tx, owner, change.memory_id)
        left = (change.version, change.subject, change.kind is ChangeKind.FORGOTTEN)
        if (memory.version, memory.subject, memory.deleted_at is not None) != left:
            raise ChangedSince
        match change.kind:
            case ChangeKind.ADDED:
                await self.forget(tx, owner, memory.id)
                await add_note(tx, owner, f"The user has undone that [id:{memory.id}] was stored; it is deleted.")
            case ChangeKind.UPDATED:
                await _undo_update(tx, owner, memory, change)
            case ChangeKind.FORGOTTEN:
                await self.restore(tx, owner, memory.id)
        return await _find(tx, owner, memory.id)

    async def check_new(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: Addition,
        embedding: Embedding | None = None,
        *,
        may_be_full: bool = False,
    ) -> None:
        """Raise what `add` would, until the transaction ends; StoreFull is not raised if the store `may_be_full`.

        Raises SameMemory if a live memory has this text, and StoreFull if there is no room. Raises SimilarMemories if
        live ones have this subject, or say nearly the same or the contrary by their words or their `embedding`, unless
        the memory wanted `is_new`: another fact.
        """
        _refuse_mark(wanted.content)
        await stored.lock(tx, owner)
        await _refuse_same(tx, owner, wanted.content)
        if not may_be_full:
            await self.refuse_beyond_limit(tx, owner, 1)
        if not wanted.is_new:
            await _refuse_similar(tx, owner, wanted, embedding)

    async def check_update(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate) -> Memory:
        """Raise what `update` would, until the transaction ends; return the memory as it is.

        Raises NoSuchMemory, MemoryDeleted, or SameMemory if another live memory has this text.
        """
        _refuse_mark(wanted.content)
        await stored.lock(tx, owner)
        memory = await self.get(tx, owner, wanted.memory_id)
        await _refuse_same(tx, owner, wanted.content, except_id=memory.id)
        return memory

    async def check_related(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate, refused: Sequence[str]) -> None:
        """Raise what `update` would, and UnrelatedText if the new text shares no content word with the memory.

        Texts `refused` for this memory before, which shared none either, mean that it is meant.
        """
        memory = await self.check_update(tx, owner, wanted)
        texts = [f"{it.subject or ''} {it.content}" for it in (memory, wanted)]
        old, new, *former = await content_words(tx, [*texts, *refused])
        if not are_related(old, new) and all(are_related(old, it) for it in former):
            raise UnrelatedText(memory, wanted.content)

    async def refuse_beyond_limit(self, tx: Transaction, owner: Owner, more: int) -> None:
        """Raise StoreFull if there is no room for so many more memories."""
        if self._limit is None or await stored.count(tx, owner) + more <= self._limit:
            return
        raise StoreFull(
            f"There is room for {self._limit:,} memories (MEMORY_LIMIT), and none for {more:,} more: "
            "some have to be deleted before (/memory delete)."
        )


async def is_known(tx: Transaction, owner: Owner, wanted: Addition) -> bool:
    """Return whether a memory, deleted or not, ever had this text, or a live one says nearly this, or the contrary.

    The latter does not count if the memory wanted `is_new`: another fact than those like it.
    """
    if await stored.had_text(tx, owner, wanted.content):
        return True
    return not wanted.is_new and bool(await _alike(tx, owner, wanted, None))


async def _find(tx: Transaction, owner: Owner, memory_id: str) -> Memory:
    found = await stored.those(tx, owner, [memory_id])
    if not found:
        raise NoSuchMemory
    return found[0]


async def _undo_update(tx: Transaction, owner: Owner, memory: Memory, change: Change) -> None:
    former = (await stored.versions(tx, memory.id))[change.former_version - 1].content
    await _refuse_same(tx, owner, former, except_id=memory.id)
    await stored.set_text(tx, memory, former, change.former_subject, None, Origin.UNDO)
    now = await _find(tx, owner, memory.id)
    await add_note(tx, owner, f"The user has undone a change; the memory says again:\n{describe([now])}", [now])


async def _refuse_same(tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> None:
    if same := await stored.with_text(tx, owner, content, except_id=except_id):
        raise SameMemory(same[0])


async def _refuse_similar(tx: Transaction, owner: Owner, wanted: Addition, embedding: Embedding | None) -> None:
    if of_subject := await stored.of_subject(tx, owner, wanted.subject):
        named = of_subject
        if len(of_subject) > MOST_OF_SUBJECT:
            newest_first = sorted(of_subject, key=lambda memory: memory.updated_at, reverse=True)
            like = frozenset(await alike(tx, owner, wanted.content, embedding))
            named = sorted(newest_first, key=lambda memory: memory.id not in like)[:MOST_OF_SUBJECT]
        raise SimilarMemories(order(named), of_subject=True, others=len(of_subject) - len(named))
    if likest := (await _alike(tx, owner, wanted, embedding))[:MOST_ALIKE]:
        raise SimilarMemories(likest, of_subject=False)


async def _alike(tx: Transaction, owner: Owner, wanted: Addition, embedding: Embedding | None) -> list[Memory]:
    """Return the live memories similar to a text, the most similar first, without those surely of another subject."""
    like = await stored.those(tx, owner, await alike(tx, owner, wanted.content, embedding))
    return [memory for memory in like if not _are_apart(wanted.subject, memory.subject)]


def _refuse_mark(content: str) -> None:
    """Refuse the mark of deleted text, which a model may have copied from a result. Raises MemoryRefused."""
    if is_mark(content):
        raise MemoryRefused("This text stands for a memory that was deleted, and is none itself.")


def _are_apart(one: str | None, other: str | None) -> bool:
    """Return whether two subjects surely differ: Anna may be Anna Schmidt, but not Tom."""
    words, others = (folded(it or "").split() for it in (one, other))
    return bool(words and others) and set(words).isdisjoint(others)
