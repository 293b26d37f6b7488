"""Imports of memories from files: offered, stored and undone as a whole. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.memory.exchange.found import Found, left_out
from bot.memory.operations import Memories, forget_those, notify
from bot.memory.refusals import NoSuchImport
from bot.memory.store import imports as stored
from bot.memory.store.imports import StoredImport
from bot.memory.store.memories import content_key
from bot.memory.values import Addition
from bot.store.engine import Transaction
from bot.turns.store.owners import lock

_TAKEN_BACK: Final = mark("This import is already undone.")
_IMPORTED: Final = mark("This was already imported.")


@dataclass(frozen=True, slots=True)
class Import:
    """The new memories of a file, each text once, and the number of known or repeated ones.

    `id` identifies the offer or import, None if there is none. `replaces` is the id of the earlier offer.
    """

    new: Sequence[Addition]
    known: int
    id: str | None = None
    replaces: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedImport:
    """An offer, what was found in the file, and the file's name."""

    offer: Import
    found: Found
    name: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Numbers of removed memories of an import, and of those kept because they were changed since.

    If both are 0, all of them are deleted at the moment, and the import can still be undone.
    """

    forgotten: int
    kept: int


async def preview(tx: Transaction, owner: Owner, additions: Sequence[Addition]) -> Import:
    """Return the first addition of each text that no live memory has."""
    keyed = [(it, _keys(it.content)) for it in additions]
    known = await stored.live_keys(tx, owner, {key for _, keys in keyed for key in keys})
    new = []
    for addition, keys in keyed:
        if known.isdisjoint(keys):
            new.append(addition)
        known |= keys
    return Import(new, len(additions) - len(new))


async def without_former(tx: Transaction, owner: Owner, found: Found) -> Found:
    """Return a file's contents, of one that Keepsake wrote without what was deleted or changed since."""
    if not found.is_own:
        return found
    former = await stored.former(tx, owner, [it.content for it in found.additions])
    known = await stored.live_keys(tx, owner, {content_key(it) for it in former})
    former = {it for it in former if content_key(it) not in known}
    return replace(
        found,
        additions=tuple(it for it in found.additions if it.content not in former),
        left_out=(
            *found.left_out,
            *(left_out(it.content, t("deleted or changed since")) for it in found.additions if it.content in former),
        ),
    )


async def fitting(tx: Transaction, memories: Memories, owner: Owner, additions: Sequence[Addition]) -> Import:
    """Return the new memories, under the owner's lock. Raises StoreFull if there is no room for them."""
    await lock(tx, owner)
    found = await preview(tx, owner, additions)
    if found.new:
        await memories.refuse_beyond_limit(tx, owner, len(found.new))
    return found


async def offer(
    tx: Transaction, memories: Memories, owner: Owner, additions: Sequence[Addition], source: str
) -> Import:
    """Offer the new memories to their owner, in place of an earlier offer, which stays if none are new.

    Raises StoreFull.
    """
    found = await fitting(tx, memories, owner, additions)
    if not found.new:
        return found
    replaced = await stored.withdraw(tx, owner)
    import_id = await stored.insert_offer(tx, owner, source, len(additions), found.new)
    return replace(found, id=import_id, replaces=replaced)


async def withdraw(tx: Transaction, owner: Owner, import_id: str) -> None:
    """Drop an offer. Raises NoSuchImport."""
    await lock(tx, owner)  # so that it is not confirmed meanwhile
    if not await stored.withdraw(tx, owner, import_id):
        raise NoSuchImport(mark("This offer is no longer open."))


async def confirm(tx: Transaction, memories: Memories, owner: Owner, import_id: str) -> Import:
    """Store the memories of an offer that are still new. Raises NoSuchImport or StoreFull."""
    await lock(tx, owner)
    offer = await _get(tx, owner, import_id)
    if offer.put_at:
        raise NoSuchImport(_TAKEN_BACK if offer.undone_at else _IMPORTED)
    found = await fitting(tx, memories, owner, offer.additions)
    await stored.withdraw(tx, owner, import_id)
    return await _put(tx, owner, replace(found, known=offer.found - len(found.new)), offer.source, import_id)


async def put(
    tx: Transaction,
    memories: Memories,
    owner: Owner,
    additions: Sequence[Addition],
    source: str,
    *,
    through: str = "",
) -> Import:
    """Store the new memories without an offer, perhaps `through` a program. Raises StoreFull."""
    return await _put(tx, owner, await fitting(tx, memories, owner, additions), source, through=through)


async def undo(tx: Transaction, owner: Owner, import_id: str) -> Undone:
    """Delete the memories of an import that still have their first version. Raises NoSuchImport.

    Pinned ones and those with another subject are deleted, too. If all are deleted already, nothing is done: they may
    be restored, and the import undone then.
    """
    await lock(tx, owner)
    found = await _get(tx, owner, import_id)
    if found.put_at is None:
        raise NoSuchImport
    if found.undone_at:
        raise NoSuchImport(_TAKEN_BACK)
    unchanged, kept = await stored.live_of(tx, import_id)
    if unchanged or kept:
        await stored.set_undone(tx, import_id)
    if unchanged:
        await forget_those(tx, owner, unchanged)
        await notify(tx, owner, f"The user took back {_counted(len(unchanged))} they had imported.")
    return Undone(len(unchanged), kept)


async def _get(tx: Transaction, owner: Owner, import_id: str) -> StoredImport:
    found = await stored.find(tx, owner, import_id)
    if found is None:
        raise NoSuchImport
    return found


async def _put(
    tx: Transaction, owner: Owner, found: Import, source: str, import_id: str | None = None, through: str = ""
) -> Import:
    """Store the new memories, with a note to running conversations; those not named in it can be recalled."""
    if not found.new:
        return found
    import_id, memories = await stored.put(tx, owner, source, found.new, import_id, through)
    await notify(tx, owner, f"The user imported {_counted(len(memories))}", memories)
    return replace(found, id=import_id)


def _keys(content: str) -> set[str]:
    """Return the keys of equal texts: "User likes tea" is read as "The user likes tea"."""
    bare = content.removeprefix("The ")
    return {content_key(content), content_key(bare)} if bare.startswith("user ") else {content_key(content)}


def _counted(memories: int) -> str:
    return "a memory" if memories == 1 else f"{memories:,} memories"
