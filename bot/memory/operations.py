"""Operations on memories, shared by chat, buttons and command line. Each works in the caller's transaction.

Texts come in trimmed and within their bounds (`MemoryContent`, `MemorySubject`). An operation that is refused raises
a `MemoryRefused` with the memories concerned, and changes nothing.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import mark, number, plural
from bot.kit.owner import Owner
from bot.kit.prompt_text import joined, own
from bot.kit.text import folded
from bot.kit.vectors import Embedding
from bot.memory.prompt_block import describe
from bot.memory.refusals import (
    ChangedSince,
    MemoryDeleted,
    MemoryRefused,
    NoSuchMemory,
    SameMemory,
    SimilarMemories,
    StoreFull,
    UnrelatedText,
)
from bot.memory.store import memories as stored
from bot.memory.store.likeness import alike, are_related, content_words
from bot.memory.store.redaction import is_mark, redact
from bot.memory.store.summaries import restored
from bot.memory.values import (
    Addition,
    Change,
    Changed,
    ChangeKind,
    Forgetting,
    Memory,
    MemoryUpdate,
    MemoryVersion,
    Wanted,
    names,
    order,
)
from bot.store.engine import Transaction
from bot.turns.store import owners
from bot.turns.store.notices import add_note
from bot.turns.store.owners import lock
from bot.turns.values.origins import FROM_OUTSIDE, Origin, Source, are_others

MOST_ALIKE: Final = 5
"""Most similar memories named in a refusal."""
_MAKE_ROOM: Final = mark("Delete some first: /memory delete")
MOST_OF_SUBJECT: Final = 10
"""Most memories of one subject named in a refusal; the most similar first, then the newest."""
_CHANGED: Final = "The user has changed a memory; it says now"
MOST_NAMED: Final = 5
"""Most memories named in a note to running conversations; others can be recalled."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """A clearing: its time, which identifies it, and the number of deleted memories."""

    at: datetime
    forgotten: int


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """Numbers of restored memories of a clearing, and of those kept out because another one has their text."""

    restored: int
    kept_out: int


class Memories:
    """Operations on an owner's memories. `limit` is the most live memories; restoring may exceed it.

    `capture` is the memory mode of owners who have set none.
    """

    def __init__(self, limit: int | None = None, capture: CaptureMode = CaptureMode.ASK) -> None:
        self._limit = limit
        self._capture = capture

    async def mode(self, tx: Transaction, owner: Owner) -> CaptureMode:
        """Return how an owner's memories come about in conversations at present."""
        return self.mode_of(await owners.capture(tx, owner))

    def mode_of(self, chosen: CaptureMode | None) -> CaptureMode:
        """Return the mode that an owner has chosen, or the usual one."""
        return chosen or self._capture

    async def get(self, tx: Transaction, owner: Owner, memory_id: str) -> Memory:
        """Return a memory that is not deleted. Raises NoSuchMemory or MemoryDeleted."""
        memory = await _find(tx, owner, memory_id)
        if memory.deleted_at:
            raise MemoryDeleted
        return memory

    async def change(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: Wanted,
        *,
        embedding: Embedding | None = None,
        source: Source | None = None,
        origin: Origin = Origin.CONVERSATION,
        through: str = "",
    ) -> Changed:
        """Add, update or delete a memory; a deleted one can be restored. Raises what `check` does.

        The same text makes no new version, unless it was others' and its owner says it now. Deleted text is removed at
        once from what the model will be sent. A command's change is noted for running conversations, and so is one that
        comes `through` a program.
        """
        if isinstance(wanted, Addition):
            await self.check_new(tx, owner, wanted, embedding)
            (after,) = await stored.insert_memories(tx, owner, [wanted], origin, source=source, through=through)
            if origin in FROM_OUTSIDE:
                await notify(tx, owner, "The user has stored a memory", [after])
            return Changed(Change.of(ChangeKind.ADDED, after), after)
        before = await self.check_change(tx, owner, wanted)
        if isinstance(wanted, Forgetting):
            after = replace(before, deleted_at=datetime.now(UTC))
            await forget_those(tx, owner, [before.id], after.deleted_at)
            return Changed(Change.of(ChangeKind.FORGOTTEN, after), after)
        subject = wanted.subject or before.subject
        foreign = is_others_after(before, wanted, origin, through)
        after = await stored.set_text(tx, before, wanted.content, subject, source, origin, through, is_others=foreign)
        if origin in FROM_OUTSIDE and after.content != before.content:
            await notify(tx, owner, _CHANGED, [after])
        return Changed(Change.of(ChangeKind.UPDATED, after, before), after, was_others=before.is_others)

    async def forget(self, tx: Transaction, owner: Owner, memory_id: str) -> Changed:
        """Delete a memory. Raises NoSuchMemory or MemoryDeleted."""
        return await self.change(tx, owner, Forgetting(memory_id=memory_id))

    async def restore(self, tx: Transaction, owner: Owner, memory_id: str) -> Change | None:
        """Restore a deleted memory, with a note to running conversations; return None if it is live already.

        Raises NoSuchMemory, or SameMemory if another live memory has its text.
        """
        await lock(tx, owner)
        memory = await _find(tx, owner, memory_id)
        if memory.deleted_at is None:
            return None
        await _refuse_same(tx, owner, memory.content)
        await _bring_back(tx, owner, [memory_id])
        await notify(tx, owner, "The user restored a memory they had deleted", [memory])
        return Change.of(ChangeKind.ADDED, memory)

    async def pin(self, tx: Transaction, owner: Owner, memory_id: str, *, pinned: bool) -> Memory:
        """Pin or unpin a memory, and return it. Raises NoSuchMemory or MemoryDeleted."""
        await lock(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        await stored.set_pinned(tx, memory_id, pinned=pinned)
        return replace(memory, pinned=pinned)

    async def undo(self, tx: Transaction, owner: Owner, change: Change) -> None:
        """Undo a change, with a note to running conversations.

        An added memory is deleted, an updated one gets its former text as a new version, a forgotten one is restored.
        Raises NoSuchMemory, ChangedSince if the memory has changed since, or SameMemory.
        """
        await lock(tx, owner)
        memory = await _find(tx, owner, change.memory_id)
        left = (change.version, change.subject, change.kind is ChangeKind.FORGOTTEN)
        if (memory.version, memory.subject, memory.deleted_at is not None) != left:
            raise ChangedSince
        match change.kind:
            case ChangeKind.ADDED:
                await self.forget(tx, owner, memory.id)
                await notify(tx, owner, f"The user has undone that [id:{memory.id}] was stored; it is deleted.")
            case ChangeKind.UPDATED:
                former = (await stored.versions(tx, memory.id))[change.former_version - 1]
                now = await self._bring_text_back(tx, owner, memory, former, change.former_subject)
                await notify(tx, owner, "The user has undone a change; the memory says again", [now])
            case ChangeKind.FORGOTTEN:
                await self.restore(tx, owner, memory.id)

    async def redo(self, tx: Transaction, owner: Owner, change: Change) -> Change:
        """Make a change again that was undone; return it as it is now.

        Raises NoSuchMemory, ChangedSince if the memory has changed since, or SameMemory.
        """
        await lock(tx, owner)
        memory = await _find(tx, owner, change.memory_id)
        if (memory.deleted_at is not None) != (change.kind is ChangeKind.ADDED):
            raise ChangedSince
        match change.kind:
            case ChangeKind.ADDED:
                await self.restore(tx, owner, memory.id)
            case ChangeKind.UPDATED:
                versions = await stored.versions(tx, memory.id)
                if memory.content != versions[change.former_version - 1].content:
                    raise ChangedSince
                text = versions[change.version - 1]
                now = await self._bring_text_back(tx, owner, memory, text, change.subject)
                return replace(change, version=now.version, former_version=memory.version)
            case ChangeKind.FORGOTTEN:
                await self.forget(tx, owner, memory.id)
        return change

    async def back_to(self, tx: Transaction, owner: Owner, memory_id: str, number: int) -> Memory:
        """Give a memory the text of one of its versions again by a command, with a note to running conversations.

        Raises NoSuchMemory, MemoryDeleted, or SameMemory. A version that doesn't exist changes nothing.
        """
        await lock(tx, owner)
        memory = await self.get(tx, owner, memory_id)
        versions = {it.number: it for it in await stored.versions(tx, memory_id)}
        if number not in versions:
            return memory
        after = await self._bring_text_back(tx, owner, memory, versions[number], memory.subject, Origin.COMMAND)
        if after.content != memory.content:
            await notify(tx, owner, _CHANGED, [after])
        return after

    async def _bring_text_back(
        self,
        tx: Transaction,
        owner: Owner,
        memory: Memory,
        version: MemoryVersion,
        subject: str | None,
        origin: Origin = Origin.UNDO,
    ) -> Memory:
        """Give a memory the text of another version, which stays others' words if it was. Raises SameMemory."""
        content = version.content
        await _refuse_same(tx, owner, content, except_id=memory.id)
        foreign = version.untrusted or (subject == memory.subject and _keeps_others(memory, content))
        return await stored.set_text(tx, memory, content, subject, None, origin, is_others=foreign)

    async def check_new(
        self,
        tx: Transaction,
        owner: Owner,
        wanted: Addition,
        embedding: Embedding | None = None,
        *,
        may_be_full: bool = False,
    ) -> None:
        """Raise the error that adding would, under the owner's lock.

        Raises SameMemory if a live memory has this text, StoreFull if there is no room (unless it `may_be_full`), and
        SimilarMemories if live ones have this subject, or say nearly the same or the contrary by their words or their
        `embedding` (unless `is_new` is set).
        """
        await lock(tx, owner)
        await _refuse_same(tx, owner, wanted.content)
        if not may_be_full:
            await self.refuse_beyond_limit(tx, owner, 1)
        if not wanted.is_new:
            await _refuse_similar(tx, owner, wanted, embedding)

    async def check_change(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate | Forgetting) -> Memory:
        """Raise the error that changing a memory would, under the owner's lock; return the memory.

        Raises NoSuchMemory, MemoryDeleted, or SameMemory if another live memory has the new text.
        """
        await lock(tx, owner)
        memory = await self.get(tx, owner, wanted.memory_id)
        if isinstance(wanted, MemoryUpdate):
            await _refuse_same(tx, owner, wanted.content, except_id=memory.id)
        return memory

    async def check_related(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate, refused: Sequence[str]) -> None:
        """Raise the error that updating would, or UnrelatedText if the texts share no content word.

        UnrelatedText is not raised on a retry, when texts `refused` for this memory before shared none either.
        """
        memory = await self.check_change(tx, owner, wanted)
        texts = [f"{it.subject or ''} {it.content}" for it in (memory, wanted)]
        old, new, *former = await content_words(tx, [*texts, *refused])
        if not are_related(old, new) and all(are_related(old, it) for it in former):
            raise UnrelatedText(memory, wanted.content)

    async def refuse_beyond_limit(self, tx: Transaction, owner: Owner, more: int) -> None:
        """Raise StoreFull if there is no room for `more` memories."""
        if self._limit is None or await stored.count(tx, owner) + more <= self._limit:
            return
        limit = self._limit
        raise StoreFull(
            lambda: plural(
                "There is room for {limit} memories (MEMORY_LIMIT), and none for another one.",
                "There is room for {limit} memories (MEMORY_LIMIT), and none for {count} more.",
                more,
                limit=number(limit),
            ),
            _MAKE_ROOM,
        )


def is_others_after(before: Memory, wanted: MemoryUpdate, origin: Origin, through: str = "") -> bool:
    """Tell whether a memory's words are others' once it is updated: what they say again, they don't make theirs."""
    if are_others(origin, through):
        is_same = wanted.content == before.content and wanted.subject in {None, "", before.subject}
        return before.is_others or not is_same
    return not wanted.subject and _keeps_others(before, wanted.content)


def _keeps_others(memory: Memory, content: str) -> bool:
    """Tell whether a memory with a new text and its old subject has words of others left: the subject may be theirs."""
    return memory.is_others and not names(content, memory.subject)


async def change_to(tx: Transaction, owner: Owner, kind: ChangeKind, memory_id: str, version: int) -> Change:
    """Return the change that led to a version of a memory and kept its subject.

    Raises NoSuchMemory, and ChangedSince if there is no such version.
    """
    memory = await _find(tx, owner, memory_id)
    texts = [it.content for it in await stored.versions(tx, memory_id)]
    if not 0 < version <= len(texts):
        raise ChangedSince
    former = max(1, version - 1) if kind is ChangeKind.UPDATED else version
    return Change(
        kind=kind,
        memory_id=memory_id,
        version=version,
        subject=memory.subject,
        content=texts[version - 1],
        former_version=former,
        former_subject=memory.subject,
        former_content=texts[former - 1],
    )


async def clear(tx: Transaction, owner: Owner) -> Cleared:
    """Delete all memories, with a note to running conversations."""
    await lock(tx, owner)
    at = datetime.now(UTC)
    if memory_ids := await stored.live_ids(tx, owner):
        await forget_those(tx, owner, memory_ids, at)
        await notify(tx, owner, "The user has deleted all memories.")
    return Cleared(at, len(memory_ids))


async def undo_clear(tx: Transaction, owner: Owner, at: datetime) -> BroughtBack:
    """Restore the memories that a clearing deleted, with a note to running conversations."""
    await lock(tx, owner)
    memory_ids, kept_out = await stored.deleted_together(tx, owner, at)
    if memory_ids:
        await _bring_back(tx, owner, memory_ids)
        first = await stored.those(tx, owner, memory_ids[:MOST_NAMED])
        await notify(tx, owner, "The user restored memories they had deleted", first, len(memory_ids))
    return BroughtBack(len(memory_ids), kept_out)


async def forget_those(tx: Transaction, owner: Owner, memory_ids: Collection[str], at: datetime | None = None) -> None:
    """Delete live memories at a time (None: now), and remove them from what the model will be sent."""
    await stored.set_deleted(tx, memory_ids, at or datetime.now(UTC))
    await redact(tx, owner, memory_ids, await stored.contents(tx, memory_ids))


async def notify(
    tx: Transaction, owner: Owner, news: str, about: Sequence[Memory] = (), number: int | None = None
) -> None:
    """Add a note to the next message of the owner's running conversations.

    It names the first few of the `number` memories (None: these) that it is `about`. The others can be recalled.
    """
    if not about:
        await add_note(tx, owner, own(news))
        return
    named = about[:MOST_NAMED]
    others = (number or len(about)) - len(named)
    more = [own(f"- and {others:,} more")] if others else []
    await add_note(
        tx, owner, joined([own(f"{news}:"), describe(named), *more]), [it.known for it in named], recalls=bool(others)
    )


async def is_known(tx: Transaction, owner: Owner, wanted: Addition) -> bool:
    """Return whether any memory ever had this text, or a live one says nearly the same or the contrary.

    Similar ones don't count if `is_new` is set.
    """
    if await stored.had_text(tx, owner, wanted.content):
        return True
    return not wanted.is_new and bool(await _alike(tx, owner, wanted, None))


async def _bring_back(tx: Transaction, owner: Owner, memory_ids: Collection[str]) -> None:
    await stored.set_deleted(tx, memory_ids, None)
    await restored(tx, owner, memory_ids)


async def _find(tx: Transaction, owner: Owner, memory_id: str) -> Memory:
    found = await stored.those(tx, owner, [memory_id])
    if not found:
        raise NoSuchMemory
    return found[0]


async def _refuse_same(tx: Transaction, owner: Owner, content: str, *, except_id: str = "") -> None:
    """Refuse the text of a live memory, and the mark of deleted text, which a model may have copied."""
    if is_mark(content):
        raise MemoryRefused(mark("This text marks a deleted memory, so it can't be stored."))
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
    """Return the live memories similar to a text, the most similar first, without those of another subject."""
    like = await stored.those(tx, owner, await alike(tx, owner, wanted.content, embedding))
    return [memory for memory in like if not _are_apart(wanted.subject, memory.subject)]


def _are_apart(one: str | None, other: str | None) -> bool:
    """Return whether two subjects surely differ: Anna may be Anna Schmidt, but not Tom."""
    words, others = (folded(it or "").split() for it in (one, other))
    return bool(words and others) and set(words).isdisjoint(others)
