"""An owner's memories, a few at a time, in the order they are always shown in: nothing of the others is read.

Works in the caller's transaction.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, select, tuple_

from bot.database.engine import Transaction
from bot.database.memories import as_memory, memories_of
from bot.database.search.excerpts import UNPARTED_FROM
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.values import Memory, MemoryCategory, Owner, folded

_PLACE = tuple_(AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
_TEXT = func.lower(func.concat_ws(" ", AgentMemory.subject, AgentMemoryVersion.content))
_CATEGORIES: Final = {
    **{category.value: category for category in MemoryCategory},
    **{f"{category.value}s": category for category in MemoryCategory},
    "people": MemoryCategory.PERSON,
}


@dataclass(frozen=True, slots=True)
class Selection:
    """Which memories: those of a category, or with all of some words; live ones, or deleted ones.

    A memory has a word if one in its text or subject begins with it, or if it is its id. Or the few live ones that fit
    the words best.
    """

    words: str = ""
    deleted: bool = False
    best: bool = False

    @property
    def category(self) -> MemoryCategory | None:
        """The category that the words name, if they do."""
        return None if self.best else category_named(self.words)


def category_named(name: str) -> MemoryCategory | None:
    """Return the category of a name, in the singular or plural, in any case; None if there is none."""
    return _CATEGORIES.get(folded(name))


EVERY: Final = Selection()
"""Every memory that is not deleted."""


async def first(tx: Transaction, owner: Owner, selection: Selection, most: int) -> list[Memory]:
    """Return the first of the selected memories."""
    return await _found(tx, _selected(owner, selection).limit(most))


async def beginning_with(
    tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int
) -> list[Memory]:
    """Return selected memories from one on, that one included if it is selected."""
    return await _beside(tx, owner, memory_id, _selected(owner, selection).limit(most), "__ge__")


async def after(tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int) -> list[Memory]:
    """Return the selected memories next to one; none if there is no such memory."""
    return await _beside(tx, owner, memory_id, _selected(owner, selection).limit(most), "__gt__")


async def before(tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int) -> list[Memory]:
    """Return the selected memories that come just before one; none if there is no such memory."""
    query = _selected(owner, selection, backwards=True).limit(most)
    return (await _beside(tx, owner, memory_id, query, "__lt__"))[::-1]


async def count(tx: Transaction, owner: Owner, selection: Selection, most: int, *, before: Memory | None = None) -> int:
    """Count the selected memories, perhaps only those before one; no further than `most`."""
    some = memories_of(owner).where(*_narrowed(selection)).limit(most)
    if before:
        some = some.where(tuple_(before.category.value, before.created_at, before.id) > _PLACE)
    return await tx.connection.scalar(select(func.count()).select_from(some.subquery())) or 0


async def _beside(tx: Transaction, owner: Owner, memory_id: str, query: Select[Any], how: str) -> list[Memory]:
    place = select(AgentMemory.category, AgentMemory.created_at, AgentMemory.id).where(
        _is_owned(owner), AgentMemory.id == memory_id
    )
    row = (await tx.connection.execute(place)).one_or_none()
    return await _found(tx, query.where(getattr(_PLACE, how)(tuple_(*row)))) if row else []


async def _found(tx: Transaction, query: Select[Any]) -> list[Memory]:
    return [as_memory(row) for row in await tx.connection.execute(query)]


def _is_owned(owner: Owner) -> ColumnElement[bool]:
    return (AgentMemory.bot_id == owner.bot_id) & (AgentMemory.user_id == owner.user_id)


def _narrowed(selection: Selection) -> Iterator[ColumnElement[bool]]:
    yield AgentMemory.deleted_at.is_not(None) if selection.deleted else AgentMemory.deleted_at.is_(None)
    if selection.category:
        yield AgentMemory.category == selection.category
    else:
        yield from (_TEXT.op("~")(_beginning_with(word)) | (AgentMemory.id == word) for word in selection.words.split())


def _beginning_with(word: str) -> ColumnElement[str]:
    """Return the regular expression for a word's beginning, or for what is not a word wherever it is."""
    begins = r"(^|\W)" if word[0].isalnum() and word[0] < UNPARTED_FROM else ""
    return func.concat(begins, func.regexp_replace(func.lower(word), r"(\W)", r"\\\1", "g"))


def _selected(owner: Owner, selection: Selection, *, backwards: bool = False) -> Select[Any]:
    columns = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
    order = [column.desc() if backwards else column.asc() for column in columns]
    return memories_of(owner).where(*_narrowed(selection)).order_by(*order)
