"""Reads the rows of an owner for an export. Private conversations are left out."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import JSON, ColumnElement, Label, Select, and_, bindparam, case, exists, func, or_, select, text

from bot.database.engine import Transaction
from bot.database.tables import (
    AgentConversation,
    AgentMemory,
    AgentMemoryVersion,
    AgentMessage,
    AgentOwner,
    AgentTurn,
    AgentUsage,
    Base,
    TelegramMessage,
    TelegramUpdate,
)
from bot.values import FROM_THE_BEGINNING, ConversationMode, Owner

Row: TypeAlias = Mapping[str, Any]
"""A row's values by the names of its columns."""

AT_ONCE: Final = 200
"""Most rows read or stored at once, so that the bot can answer in between."""


def _is_owned(table: Any) -> ColumnElement[bool]:
    return and_(table.bot_id == bindparam("bot_id"), table.user_id == bindparam("user_id"))


def _columns(table: type[Base], **replaced: Any) -> list[ColumnElement[Any]]:
    """Return a table's columns, some of them replaced."""
    return [replaced.get(column.name, column).label(column.name) for column in table.__table__.columns]


def _nested(name: str, query: Select[Any]) -> Label[Any]:
    """Return the rows that belong to a memory or a turn as one column: a JSON array of objects."""
    array = func.json_agg(query.correlate(AgentMemory, AgentTurn).subquery().table_valued(), type_=JSON)
    return select(func.coalesce(array, text("'[]'"), type_=JSON)).scalar_subquery().label(name)


# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_SNAPSHOT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
_IS_KNOWN = select(
    or_(*(exists().where(_is_owned(table)) for table in (AgentOwner, AgentMemory, AgentConversation, AgentUsage)))
)
_IS_KEPT = AgentConversation.mode == ConversationMode.KEPT
_OWNER = select(AgentOwner).where(_is_owned(AgentOwner))
_VERSIONS = (
    select(*_columns(AgentMemoryVersion, source_conversation_id=AgentConversation.id))
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentMemoryVersion.source_conversation_id, _IS_KEPT))
    .where(AgentMemoryVersion.memory_id == AgentMemory.id)
    .order_by(AgentMemoryVersion.version_number)
)
_MEMORIES = select(AgentMemory, _nested("versions", _VERSIONS)).where(_is_owned(AgentMemory))
_CONVERSATIONS = (
    select(AgentConversation)
    .where(_is_owned(AgentConversation), _IS_KEPT, AgentConversation.id > bindparam("after"))
    .order_by(AgentConversation.id)
    .limit(AT_ONCE)
)
_MESSAGES = select(AgentMessage).where(AgentMessage.turn_id == AgentTurn.id).order_by(AgentMessage.position)
_RECEIVED = select(TelegramUpdate).where(TelegramUpdate.turn_id == AgentTurn.id).order_by(TelegramUpdate.id)
_SENT = (
    select(TelegramMessage)
    .where(TelegramMessage.turn_id == AgentTurn.id, TelegramMessage.state == "sent")
    .where(TelegramMessage.message_id.is_not(None))
    .order_by(TelegramMessage.attempt, TelegramMessage.part)
)
_TURNS = (
    select(AgentTurn, _nested("messages", _MESSAGES), _nested("received", _RECEIVED), _nested("sent", _SENT))
    .where(AgentTurn.conversation_id == bindparam("conversation_id"), AgentTurn.id > bindparam("after"))
    .order_by(AgentTurn.id)
    .limit(AT_ONCE)
)
_REQUESTS = (
    select(*_columns(AgentUsage, turn_id=case((AgentConversation.id.is_not(None), AgentUsage.turn_id))))
    .outerjoin(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentTurn.conversation_id, _IS_KEPT))
    .where(_is_owned(AgentUsage), AgentUsage.id > bindparam("after"))
    .order_by(AgentUsage.id)
    .limit(AT_ONCE)
)


async def begin(tx: Transaction, owner: Owner) -> bool:
    """Let the transaction read from one snapshot, and return whether it has anything of the owner.

    This must be the transaction's first statement.
    """
    await tx.connection.execute(_SNAPSHOT)
    return await is_known(tx, owner)


async def is_known(tx: Transaction, owner: Owner) -> bool:
    """Return whether there is anything of an owner."""
    return bool(await tx.connection.scalar(_IS_KNOWN, owner.columns))


async def owner_row(tx: Transaction, owner: Owner) -> Row | None:
    """Return the owner's own row."""
    rows = await _rows(tx, _OWNER, owner.columns)
    return rows[0] if rows else None


async def memories(tx: Transaction, owner: Owner) -> list[Row]:
    """Return the memories in any order, each with its `versions`, the first one first."""
    return await _rows(tx, _MEMORIES, owner.columns)


def conversations(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the conversations in the order of their ids."""
    return _paged(tx, _CONVERSATIONS, owner.columns, FROM_THE_BEGINNING)


def turns(tx: Transaction, conversation_id: UUID) -> AsyncIterator[Row]:
    """Yield the turns of a conversation in order, each with `messages`, and what was `received` and `sent` for it."""
    return _paged(tx, _TURNS, {"conversation_id": conversation_id}, FROM_THE_BEGINNING)


def requests(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the requests to models, the oldest first."""
    return _paged(tx, _REQUESTS, owner.columns, 0)


async def _paged(
    tx: Transaction, query: Select[Any], values: Mapping[str, Any], after: UUID | int
) -> AsyncIterator[Row]:
    """Yield the rows of a query with greater ids than one, a page at a time."""
    while rows := await _rows(tx, query, {**values, "after": after}):
        for row in rows:
            yield row
        if len(rows) < AT_ONCE:
            return
        after = rows[-1]["id"]


async def _rows(tx: Transaction, query: Select[Any], values: Mapping[str, Any]) -> list[Row]:
    return [row._asdict() for row in await tx.connection.execute(query, values)]
