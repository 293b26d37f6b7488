"""Filtered lists of memories, a page at a time. Works in the caller's transaction."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, func, select, tuple_

from bot.database.engine import Transaction
from bot.database.memories import IS_NEWEST, as_memory, memories_of, subject_key
from bot.database.search.beginnings import Beginnings, beginnings
from bot.database.tables import AgentMemory, AgentMemoryBeginnings, AgentMemoryVersion
from bot.values.memories import Memory, MemoryCategory
from bot.values.owner import Owner


class MemorySort(StrEnum):
    """The order of a list: display order, or the newest memory or the one changed last first."""

    CATEGORY = "category"
    NEWEST = "newest"
    CHANGED = "changed"


_PLACES: Final = {
    MemorySort.CATEGORY: (AgentMemory.category, AgentMemory.created_at, AgentMemory.id),
    MemorySort.NEWEST: (AgentMemory.created_at, AgentMemory.id),
    MemorySort.CHANGED: (AgentMemoryVersion.created_at, AgentMemory.id),
}
"""What a memory's place in each order depends on."""
_FEW: Final = 2_000
"""Most memories that are read and sorted for a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilter:
    """Which memories are listed: of a category, about a subject, with all words; the deleted ones instead of the live.

    A memory has a word if a word of its text or subject begins with it.
    """

    category: MemoryCategory | None = None
    subject: str = ""
    words: str = ""
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Narrowed:
    """An owner's memories that fit a filter, whose words were looked up."""

    owner: Owner
    which: MemoryFilter
    words: Beginnings

    @property
    def are_by_index(self) -> bool:
        """Whether the index of words alone finds them."""
        return self.words.are_exact and not (self.which.category or self.which.subject)


async def narrowed(tx: Transaction, owner: Owner, which: MemoryFilter) -> Narrowed:
    """Return the memories that fit a filter, for `page` and `count`."""
    return Narrowed(owner, which, await beginnings(tx, owner, which.words, deleted=which.deleted))


async def page(
    tx: Transaction,
    its: Narrowed,
    most: int,
    after: str = "",
    sort: MemorySort = MemorySort.CATEGORY,
    total: int | None = None,
) -> list[Memory]:
    """Return the first memories that fit, after the one with an id, if given; none if that doesn't exist.

    Knowing their `total` helps to find the shortest way.
    """
    place, is_descending = _PLACES[sort], sort is not MemorySort.CATEGORY
    order = [it.desc() for it in place] if is_descending else place
    query = (
        memories_of(its.owner)
        .where(*_fitting(its, are_few=total is not None and total <= _FEW))
        .order_by(*order)
        .limit(most)
    )
    if after:
        places = select(*place).join(AgentMemoryVersion, IS_NEWEST).correlate(None)
        former = places.where(AgentMemory.owned_by(its.owner), AgentMemory.id == after).scalar_subquery()
        query = query.where(tuple_(*place) < former if is_descending else tuple_(*place) > former)
    return [as_memory(row) for row in await tx.connection.execute(query)]


async def count(tx: Transaction, its: Narrowed) -> int:
    """Return how many memories fit."""
    query = select(func.count()).select_from(AgentMemory).where(AgentMemory.owned_by(its.owner), *_fitting(its))
    if its.are_by_index and its.words.index is not None:
        query = select(func.count()).select_from(AgentMemoryBeginnings).where(its.words.index)
    return await tx.connection.scalar(query) or 0


def _fitting(its: Narrowed, *, are_few: bool = False) -> Iterator[ColumnElement[bool]]:
    which = its.which
    yield AgentMemory.deleted_at.is_not(None) if which.deleted else AgentMemory.deleted_at.is_(None)
    if which.category:
        yield AgentMemory.category == which.category
    if which.subject:
        yield AgentMemory.subject_key == subject_key(which.subject)
    yield from its.words.conditions(are_few=are_few and its.are_by_index)
