"""An owner's memories, a few at a time, in the order they are always shown in, and how many there are.

Works in the caller's transaction.
"""

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.memories import as_memory, memories_of
from bot.database.search.excerpts import UNPARTED_FROM
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import Memory, MemoryCategory, Owner, folded

_ORDER = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
_TEXT = func.lower(func.concat_ws(" ", AgentMemory.subject, AgentMemoryVersion.content))
_IS_LIVE = AgentMemory.deleted_at.is_(None)
_CATEGORIES: Final = {
    **{category.value: category for category in MemoryCategory},
    **{f"{category.value}s": category for category in MemoryCategory},
    "people": MemoryCategory.PERSON,
}

# Built once: building a statement anew takes longer than PostgreSQL takes to run it.
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
    .join(
        AgentMemoryVersion,
        (AgentMemoryVersion.memory_id == AgentMemory.id) & (AgentMemoryVersion.version_number == AgentMemory.version),
    )
    .where(AgentMemory.is_owned())
)


class Which(StrEnum):
    """The memories of a list: live ones, deleted ones, or the few live ones that fit some words best."""

    LIVE = "l"
    DELETED = "d"
    BEST = "b"


class Side(StrEnum):
    """On which side of a memory a page lies; `FROM` begins with it."""

    FROM = "from"
    AFTER = "after"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which memories: those of a category, or with all of some words, or those that fit the words best.

    A memory has a word if one in its text or subject begins with it, or if it is its id.
    """

    words: str = ""
    which: Which = Which.LIVE

    @property
    def category(self) -> MemoryCategory | None:
        """The category that the words name, if they do."""
        return None if self.which is Which.BEST else category_named(self.words)

    def __str__(self) -> str:
        return f"{self.which}{self.words}"


EVERY: Final = Selection()
"""Every memory that is not deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStats:
    """How many memories there are, and of which age; `text_bytes` is what the live ones say now, in UTF-8."""

    by_category: Mapping[MemoryCategory, int]
    deleted: int
    pinned: int
    versions: int
    oldest: datetime | None
    newest: datetime | None
    text_bytes: int

    @property
    def live(self) -> int:
        """How many are not deleted."""
        return sum(self.by_category.values())


def category_named(name: str) -> MemoryCategory | None:
    """Return the category of a name, in the singular or plural, in any case; None if there is none."""
    return _CATEGORIES.get(folded(name))


async def page(
    tx: Transaction, owner: Owner, selection: Selection, most: int, side: Side = Side.FROM, memory_id: str = ""
) -> list[Memory]:
    """Return the selected memories nearest to one on a side, or the first ones; none if there is no such memory."""
    is_backwards = side is Side.BEFORE
    order = (column.desc() if is_backwards else column.asc() for column in _ORDER)
    query = memories_of(owner).where(*_narrowed(selection)).order_by(*order).limit(most)
    if memory_id:
        one = aliased(AgentMemory)
        place = select(one.category, one.created_at, one.id).where(one.owned_by(owner), one.id == memory_id)
        is_beside = {Side.FROM: operator.ge, Side.AFTER: operator.gt, Side.BEFORE: operator.lt}[side]
        query = query.where(is_beside(tuple_(*_ORDER), place.scalar_subquery()))
    found = [as_memory(row) for row in await tx.connection.execute(query)]
    return found[::-1] if is_backwards else found


async def position(tx: Transaction, owner: Owner, selection: Selection, memory: Memory, most: int) -> tuple[int, int]:
    """Count the selected memories before one, and all of them; neither further than `most`."""
    some = memories_of(owner).where(*_narrowed(selection)).order_by(*_ORDER).limit(most).subquery()
    place = tuple_(memory.category.value, memory.created_at, memory.id)
    is_before = place > tuple_(some.c.category, some.c.created_at, some.c.id)
    counted = select(func.count().filter(is_before), func.count()).select_from(some)
    before, of = (await tx.connection.execute(counted)).one()
    return before, of


async def memory_stats(tx: Transaction, owner: Owner) -> MemoryStats:
    """Count an owner's memories."""
    row = dict((await tx.connection.execute(_STATS, owner.columns)).mappings().one())
    by_category = {it: row.pop(it.value) for it in MemoryCategory}
    return MemoryStats(by_category=by_category, **row)


def _narrowed(selection: Selection) -> Iterator[ColumnElement[bool]]:
    yield AgentMemory.deleted_at.is_not(None) if selection.which is Which.DELETED else _IS_LIVE
    if selection.category:
        yield AgentMemory.category == selection.category
    else:
        yield from (_TEXT.op("~")(_beginning_with(word)) | (AgentMemory.id == word) for word in selection.words.split())


def _beginning_with(word: str) -> ColumnElement[str]:
    """Return the regular expression for a word's beginning, or for what is not a word wherever it is."""
    begins = r"(^|\W)" if word[0].isalnum() and word[0] < UNPARTED_FROM else ""
    return func.concat(begins, func.regexp_replace(func.lower(word), r"(\W)", r"\\\1", "g"))
