"""An owner's memories, a few at a time, in the order they are always shown in: nothing of the others is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, literal, select, tuple_

from bot.database.engine import Transaction
from bot.database.memories import as_memory, memories_of
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.messages import Memory, MemoryCategory, Owner, folded

_PLACE = tuple_(AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
_HELD = func.lower(func.concat_ws(" ", AgentMemory.subject, AgentMemoryVersion.content, AgentMemory.id))


@dataclass(frozen=True, slots=True)
class Selection:
    """Which memories: those of a category, or that hold every one of some words; live ones, or deleted ones.

    Or the few live ones that fit the words best.
    """

    words: str = ""
    deleted: bool = False
    best: bool = False

    @property
    def category(self) -> MemoryCategory | None:
        """The category that the words name, if they do."""
        if self.best:
            return None
        return next((it for it in MemoryCategory if it.value == folded(self.words)), None)


EVERY: Final = Selection()
"""Every memory that is not deleted."""


class MemoryPages:
    """The memories of every owner, by their places. Works in the caller's transaction."""

    async def first(self, tx: Transaction, owner: Owner, selection: Selection, most: int) -> list[Memory]:
        """Return the first of the selected memories."""
        return await self._found(tx, _selected(owner, selection).limit(most))

    async def beginning_with(
        self, tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int
    ) -> list[Memory]:
        """Return selected memories from one on, that one included if it is selected."""
        return await self._beside(tx, owner, memory_id, _selected(owner, selection).limit(most), "__ge__")

    async def after(
        self, tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int
    ) -> list[Memory]:
        """Return the selected memories next to one; none if there is no such memory."""
        return await self._beside(tx, owner, memory_id, _selected(owner, selection).limit(most), "__gt__")

    async def before(
        self, tx: Transaction, owner: Owner, selection: Selection, memory_id: str, most: int
    ) -> list[Memory]:
        """Return the selected memories that come just before one; none if there is no such memory."""
        query = _selected(owner, selection, backwards=True).limit(most)
        return (await self._beside(tx, owner, memory_id, query, "__lt__"))[::-1]

    async def count(self, tx: Transaction, owner: Owner, selection: Selection, most: int) -> int:
        """Count the memories of a category, or all; no further than `most`."""
        some = (
            select(literal(1)).select_from(AgentMemory).where(_is_owned(owner), *_narrowed(selection, words=False))
        ).limit(most)
        return await tx.connection.scalar(select(func.count()).select_from(some.subquery())) or 0

    async def _beside(
        self, tx: Transaction, owner: Owner, memory_id: str, query: Select[Any], how: str
    ) -> list[Memory]:
        place = select(AgentMemory.category, AgentMemory.created_at, AgentMemory.id).where(
            _is_owned(owner), AgentMemory.id == memory_id
        )
        row = (await tx.connection.execute(place)).one_or_none()
        return await self._found(tx, query.where(getattr(_PLACE, how)(tuple_(*row)))) if row else []

    async def _found(self, tx: Transaction, query: Select[Any]) -> list[Memory]:
        return [as_memory(row) for row in await tx.connection.execute(query)]


def _is_owned(owner: Owner) -> ColumnElement[bool]:
    return (AgentMemory.bot_id == owner.bot_id) & (AgentMemory.user_id == owner.user_id)


def _narrowed(selection: Selection, *, words: bool) -> Iterator[ColumnElement[bool]]:
    yield AgentMemory.deleted_at.is_not(None) if selection.deleted else AgentMemory.deleted_at.is_(None)
    if selection.category:
        yield AgentMemory.category == selection.category.value
    elif words:
        yield from (func.strpos(_HELD, func.lower(word)) > 0 for word in selection.words.split())


def _selected(owner: Owner, selection: Selection, *, backwards: bool = False) -> Select[Any]:
    columns = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id)
    order = [column.desc() if backwards else column.asc() for column in columns]
    return memories_of(owner).where(*_narrowed(selection, words=True)).order_by(*order)
