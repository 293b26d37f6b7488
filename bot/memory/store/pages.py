"""Pages and numbers of an owner's memories. Works in the caller's transaction."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, func, select, tuple_

from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.memory.store.memories import IS_NEWEST, as_memory, memories_of, subject_key
from bot.memory.store.tables import AgentMemory, AgentMemoryBeginnings, AgentMemoryVersion
from bot.memory.store.words import Beginnings, beginnings
from bot.memory.values import Memory, MemoryCategory
from bot.store.engine import Transaction

_ORDER = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
_IS_LIVE = AgentMemory.deleted_at.is_(None)
_CATEGORIES: Final = {
    **{category.value: category for category in MemoryCategory},
    **{f"{category.value}s": category for category in MemoryCategory},
    "people": MemoryCategory.PERSON,
}

# Statements are built once, since building takes longer than running them.
_STATS = (
    select(
        *(func.count().filter(_IS_LIVE, AgentMemory.category == it).label(it.value) for it in MemoryCategory),
        func.count().filter(AgentMemory.deleted_at.is_not(None)).label("deleted"),
        func.count().filter(_IS_LIVE, AgentMemory.pinned).label("pinned"),
        func.coalesce(func.sum(AgentMemory.version), 0).label("versions"),
        func.min(AgentMemory.created_at).filter(_IS_LIVE).label("oldest"),
        func.max(AgentMemory.created_at).filter(_IS_LIVE).label("newest"),
        func.coalesce(
            func.sum(
                func.octet_length(AgentMemoryVersion.content)
                + func.coalesce(func.octet_length(AgentMemory.subject) + 3, 0)
            ).filter(_IS_LIVE),
            0,
        ).label("text_bytes"),
    )
    .join(AgentMemoryVersion, IS_NEWEST)
    .where(AgentMemory.is_owned())
)


class Which(StrEnum):
    """The kinds of lists: live memories, deleted ones, or the live ones that match words best."""

    LIVE = "l"
    DELETED = "d"
    BEST = "b"


class MemorySort(StrEnum):
    """The order of a list: display order, or the newest memory or the one changed last first."""

    CATEGORY = "category"
    NEWEST = "newest"
    CHANGED = "changed"


class Side(StrEnum):
    """The side of a memory that a page is on; `FROM` begins with the memory."""

    FROM = "from"
    AFTER = "after"
    BEFORE = "before"


_PLACES: Final = {
    MemorySort.NEWEST: (AgentMemory.created_at, AgentMemory.id),
    MemorySort.CHANGED: (AgentMemoryVersion.created_at, AgentMemory.id),
}
"""What a memory's place depends on in the orders whose last one comes first."""
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


@dataclass(frozen=True, slots=True)
class Selection:
    """A list of memories: of a category, with all words, or the best matches of the words.

    A memory has a word if a word of its text or subject begins with it.
    """

    words: str = ""
    which: Which = Which.LIVE

    @property
    def category(self) -> MemoryCategory | None:
        """The category named by the words, if any."""
        return None if self.which is Which.BEST else category_named(self.words)

    def __str__(self) -> str:
        return f"{self.which}{self.words}"


EVERY: Final = Selection()
"""All live memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStats:
    """Numbers and ages of memories; `text_bytes` is the size of the live texts in UTF-8."""

    by_category: Mapping[MemoryCategory, int]
    deleted: int
    pinned: int
    versions: int
    oldest: datetime | None
    newest: datetime | None
    text_bytes: int

    @property
    def live(self) -> int:
        """Number of live memories."""
        return sum(self.by_category.values())


def category_named(name: str) -> MemoryCategory | None:
    """Return the category with a name (singular or plural, any case), or None."""
    return _CATEGORIES.get(folded(name))


async def page(
    tx: Transaction, owner: Owner, selection: Selection, most: int, side: Side = Side.FROM, memory_id: str = ""
) -> list[Memory]:
    """Return the selected memories next to one on a side, or the first ones; none if that memory doesn't exist."""
    its = await _narrowed(tx, owner, selection)
    if side is Side.BEFORE:
        return (await _page(tx, its, most, memory_id, operator.lt, is_descending=True))[::-1]
    return await _page(tx, its, most, memory_id, operator.ge if side is Side.FROM else operator.gt)


async def position(tx: Transaction, owner: Owner, selection: Selection, memory: Memory) -> tuple[int, int]:
    """Count the selected memories before one, and all of them."""
    its = await _narrowed(tx, owner, selection)
    is_before = tuple_(*_ORDER) < tuple_(memory.category.value, memory.created_at, memory.id)
    counted = select(func.count().filter(is_before), func.count()).select_from(AgentMemory)
    before, of = (await tx.connection.execute(counted.where(AgentMemory.owned_by(owner), *_fitting(its)))).one()
    return before, of


async def narrowed(tx: Transaction, owner: Owner, which: MemoryFilter) -> Narrowed:
    """Return the memories that fit a filter, for `filtered_page` and `count`."""
    return Narrowed(owner, which, await beginnings(tx, owner, which.words, deleted=which.deleted))


async def filtered_page(
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
    are_few = total is not None and total <= _FEW
    if sort is MemorySort.CATEGORY:
        return await _page(tx, its, most, after, operator.gt, are_few=are_few)
    return await _page(tx, its, most, after, operator.lt, _PLACES[sort], is_descending=True, are_few=are_few)


async def page_after(
    tx: Transaction,
    owner: Owner,
    which: MemoryFilter,
    after: str,
    most: int | None,
    sort: MemorySort = MemorySort.CATEGORY,
) -> tuple[list[Memory], str | None, int]:
    """Return at most `most` memories that fit, the id of the last one if more follow, and how many there are.

    They come after the one with an id, if given; without `most`, all follow.
    """
    its = await narrowed(tx, owner, which)
    total = await count(tx, its)
    most = most or max(1, total)
    found = await filtered_page(tx, its, most + 1, after, sort, total)
    return found[:most], found[most - 1].id if len(found) > most else None, total


async def count(tx: Transaction, its: Narrowed) -> int:
    """Return how many memories fit."""
    query = select(func.count()).select_from(AgentMemory).where(AgentMemory.owned_by(its.owner), *_fitting(its))
    if its.are_by_index and its.words.index is not None:
        query = select(func.count()).select_from(AgentMemoryBeginnings).where(its.words.index)
    return await tx.connection.scalar(query) or 0


async def memory_stats(tx: Transaction, owner: Owner) -> MemoryStats:
    """Count an owner's memories."""
    row = dict((await tx.connection.execute(_STATS, owner.columns)).mappings().one())
    by_category = {it: row.pop(it.value) for it in MemoryCategory}
    return MemoryStats(by_category=by_category, **row)


async def _page(
    tx: Transaction,
    its: Narrowed,
    most: int,
    memory_id: str,
    is_beside: Callable[[Any, Any], ColumnElement[bool]],
    place: Sequence[SQLColumnExpression[Any]] = _ORDER,
    *,
    is_descending: bool = False,
    are_few: bool = False,
) -> list[Memory]:
    """Return the first memories that fit, of those whose place is beside that of the one with an id, if given."""
    order = [it.desc() for it in place] if is_descending else place
    query = memories_of(its.owner).where(*_fitting(its, are_few=are_few)).order_by(*order).limit(most)
    if memory_id:
        places = select(*place).join(AgentMemoryVersion, IS_NEWEST).correlate(None)
        former = places.where(AgentMemory.owned_by(its.owner), AgentMemory.id == memory_id).scalar_subquery()
        query = query.where(is_beside(tuple_(*place), former))
    return [as_memory(row) for row in await tx.connection.execute(query)]


async def _narrowed(tx: Transaction, owner: Owner, selection: Selection) -> Narrowed:
    category, is_deleted = selection.category, selection.which is Which.DELETED
    which = MemoryFilter(category=category, words="" if category else selection.words, deleted=is_deleted)
    return await narrowed(tx, owner, which)


def _fitting(its: Narrowed, *, are_few: bool = False) -> Iterator[ColumnElement[bool]]:
    which = its.which
    yield AgentMemory.deleted_at.is_not(None) if which.deleted else AgentMemory.deleted_at.is_(None)
    if which.category:
        yield AgentMemory.category == which.category
    if which.subject:
        yield AgentMemory.subject_key == subject_key(which.subject)
    yield from its.words.conditions(are_few=are_few and its.are_by_index)
