"""Memories that come together from a file: offered, put in one operation, and undone in one.

Works in the caller's transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.database import memories as stored
from bot.database import memory_imports
from bot.database.engine import Transaction
from bot.database.memories import content_key
from bot.database.memory_imports import StoredImport
from bot.database.notes import add_note
from bot.database.redaction import redact
from bot.errors import NoSuchImport
from bot.memory.notes import add_note_of_many
from bot.memory.operations import Memories
from bot.values import Addition, Owner

_TAKEN_BACK: Final = "This import was taken back already."


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
    """How many memories of an import were forgotten, and how many stay, as they were given another version since.

    None of either: nothing of the import is remembered at the moment, and it can still be taken back.
    """

    forgotten: int
    kept: int


async def preview(tx: Transaction, owner: Owner, additions: Sequence[Addition]) -> Preview:
    """Return what is new: the first addition of each text that no live memory has."""
    keyed = {_keys(it.content): it for it in reversed(additions)}
    live = await memory_imports.live_keys(tx, owner, [key for several in keyed for key in several])
    firsts = {id(it) for several, it in keyed.items() if live.isdisjoint(several)}
    new = [it for it in additions if id(it) in firsts]
    return Preview(new, len(additions) - len(new))


class MemoryImports:
    """Imports into each owner's memories, as far as there is room."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def offer(self, tx: Transaction, owner: Owner, additions: Sequence[Addition], source: str) -> Offer:
        """Keep what is new, to be put when its owner says so, in place of what was offered before.

        That stays offered if nothing is new. Raises StoreFull, and nothing is done.
        """
        new = await self._new(tx, owner, additions)
        if not new.new:
            return Offer(None, new, replaces=None)
        replaces = await memory_imports.offered(tx, owner)
        await memory_imports.withdraw(tx, owner)
        offer_id = await memory_imports.insert_import(tx, owner, source, len(additions), offered=new.new)
        return Offer(offer_id, new, replaces)

    async def withdraw(self, tx: Transaction, owner: Owner, import_id: str) -> bool:
        """Drop what is offered under an id; return whether anything was."""
        await stored.lock(tx, owner)  # so that it is not put meanwhile
        return await memory_imports.withdraw(tx, owner, import_id)

    async def confirm(self, tx: Transaction, owner: Owner, import_id: str) -> Put:
        """Put what is offered under an id, without what was taught meanwhile. Raises NoSuchImport or StoreFull."""
        await stored.lock(tx, owner)
        offer = await _get(tx, owner, import_id)
        if offer.put_at:
            raise NoSuchImport(_TAKEN_BACK if offer.undone_at else "This was imported already.")
        new = await self._new(tx, owner, offer.additions)
        if not new.new:
            await memory_imports.withdraw(tx, owner)
            return Put(None, 0, new.known)
        await memory_imports.set_put(tx, import_id, len(new.new))
        await _put(tx, owner, import_id, new.new)
        return Put(import_id, len(new.new), offer.found - len(new.new))

    async def put(self, tx: Transaction, owner: Owner, additions: Sequence[Addition], source: str) -> Put:
        """Put what is new, without an offer. Raises StoreFull."""
        new = await self._new(tx, owner, additions)
        if not new.new:
            return Put(None, 0, new.known)
        import_id = await memory_imports.insert_import(
            tx, owner, source, len(additions), offered=None, added=len(new.new)
        )
        await _put(tx, owner, import_id, new.new)
        return Put(import_id, len(new.new), new.known)

    async def _new(self, tx: Transaction, owner: Owner, additions: Sequence[Addition]) -> Preview:
        """Return what is new, until the transaction ends. Raises StoreFull if there is no room for it."""
        await stored.lock(tx, owner)
        new = await preview(tx, owner, additions)
        if new.new:
            await self._memories.refuse_beyond_limit(tx, owner, len(new.new))
        return new


async def undo(tx: Transaction, owner: Owner, import_id: str) -> Undone:
    """Delete the memories of an import that have one version only, as if each was forgotten.

    A pin or another subject keeps none. Where all are deleted already, nothing is done: they may be restored, and the
    import undone then. Raises NoSuchImport.
    """
    await stored.lock(tx, owner)
    found = await _get(tx, owner, import_id)
    if found.put_at is None:
        raise NoSuchImport
    if found.undone_at:
        raise NoSuchImport(_TAKEN_BACK)
    texts, kept = await memory_imports.live_of(tx, import_id)
    if not texts and not kept:
        return Undone(0, 0)
    await memory_imports.set_undone(tx, import_id)
    if texts:
        await memory_imports.delete_those(tx, texts)
        await redact(tx, owner, texts, set(texts.values()))
        await add_note(tx, owner, f"The user took back {_counted(len(texts))} they had imported.")
    return Undone(len(texts), kept)


async def _get(tx: Transaction, owner: Owner, import_id: str) -> StoredImport:
    found = await memory_imports.find(tx, owner, import_id)
    if found is None:
        raise NoSuchImport
    return found


async def _put(tx: Transaction, owner: Owner, import_id: str, additions: Sequence[Addition]) -> None:
    """Store memories, and tell the running conversation, which recalls those that are not named to it."""
    memories = await memory_imports.insert_memories(tx, owner, import_id, additions)
    await add_note_of_many(tx, owner, f"The user imported {_counted(len(memories))}", memories, len(memories))


def _keys(content: str) -> tuple[str, ...]:
    """Return what memories have that say this: "User likes tea" is read as "The user likes tea"."""
    bare = content.removeprefix("The ")
    return (content_key(content), content_key(bare)) if bare.startswith("user ") else (content_key(content),)


def _counted(memories: int) -> str:
    return "a memory" if memories == 1 else f"{memories:,} memories"
