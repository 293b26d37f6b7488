"""Sections of an export: what a feature brings to it, and the reading of rows. Works in the caller's transaction."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Final, Generic, TypeAlias, TypeVar

from sqlalchemy import JSON, ColumnElement, Label, Select, SQLColumnExpression, and_, case, func, select, text

from bot.kit.exports import Part
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.tables import Base, belong
from bot.turns.store.tables import AgentConversation, AgentTurn
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

PartT = TypeVar("PartT", bound=Part)
Row: TypeAlias = Mapping[str, Any]
"""A row's values by the names of its columns."""

Stored: TypeAlias = Callable[[Transaction, Owner], AsyncIterator[Row]]
"""Yields the rows that an owner's parts are read from."""
Rendered: TypeAlias = Callable[[AsyncIterator[Any], tzinfo | None], AsyncIterator[str]]
"""Yields the Markdown of parts, with times in a zone."""
Counted: TypeAlias = Callable[[int], str]
"""Returns a number of parts in words."""

AT_ONCE: Final = 200
"""Most rows read or stored at once; the bot can answer between batches."""
IS_KEPT: Final = AgentConversation.mode == ConversationMode.KEPT
WAS_KEPT: Final = AgentTurn.state != TurnState.SUPERSEDED


@dataclass(frozen=True, slots=True, kw_only=True)
class Section(Generic[PartT]):
    """A section of an export: all that an owner has of one kind."""

    name: str
    """Its name in the file for programs."""
    part: type[PartT]
    table: type[Base]
    """The table with a row for each part."""
    stored: Stored
    rows: Callable[[Sequence[PartT]], Mapping[str, Iterable[Row]]]
    """Returns the rows to import, by their tables; none comes before one that it refers to."""
    readable: Rendered
    counted: Counted


def rows_of(
    tx: Transaction, owner: Owner, table: type[Base], *order: SQLColumnExpression[Any], **nested: Select[Any]
) -> AsyncIterator[Row]:
    """Yield an owner's rows of a table in an order, each perhaps with `nested` ones that name it."""
    its = (within(table, name, query) for name, query in nested.items())
    theirs = belong(table.metadata.tables[table.__tablename__], owner)
    return streamed(tx, select(table, *its).where(theirs).order_by(*order))


def versions(table: type[Base], *which: ColumnElement[bool]) -> Select[Any]:
    """Select versions in order with their `source`, unless that was private or superseded."""
    columns = table.__table__.c
    source = nested_object(conversation_id=AgentConversation.id, turn_id=AgentTurn.id)
    return (
        select(table, source.label("source"))
        .outerjoin(AgentConversation, (AgentConversation.id == columns.source_conversation_id) & IS_KEPT)
        .outerjoin(AgentTurn, (AgentTurn.id == columns.source_turn_id) & WAS_KEPT)
        .where(*which)
        .order_by(columns.version_number)
    )


def nested_object(**columns: Any) -> ColumnElement[Any]:
    """Return columns as a JSON object; NULL if one of them is."""
    pairs = (it for name, column in columns.items() for it in (name, column))
    is_there = and_(*(column.is_not(None) for column in columns.values()))
    return case((is_there, func.json_build_object(*pairs, type_=JSON)))


def within(table: type[Base], name: str, query: Select[Any]) -> Label[Any]:
    """Return what belongs to a row of a table as one column: a JSON array of objects."""
    array = func.json_agg(query.correlate(table).subquery().table_valued(), type_=JSON)
    return select(func.coalesce(array, text("'[]'"), type_=JSON)).scalar_subquery().label(name)


async def streamed(tx: Transaction, query: Select[Any]) -> AsyncIterator[Row]:
    """Yield the rows of a query, with at most AT_ONCE in memory."""
    found = await tx.connection.stream(query, execution_options={"yield_per": AT_ONCE})
    async for row in found:
        yield row._asdict()
