"""Reads all rows of an owner, table by table, for an export. Private conversations are left out."""

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    Uuid,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
    text,
    tuple_,
)

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
"""Most turns, or other rows, read or stored at once, so that the bot can answer in between."""


def _is_owned(table: Any) -> ColumnElement[bool]:
    return and_(table.bot_id == bindparam("bot_id"), table.user_id == bindparam("user_id"))


def _columns(table: type[Base], **replaced: Any) -> list[ColumnElement[Any]]:
    """Return a table's columns, some of them replaced."""
    return [replaced.get(column.name, column).label(column.name) for column in table.__table__.columns]


# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_SNAPSHOT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
_IS_KNOWN = select(
    or_(*(exists().where(_is_owned(table)) for table in (AgentOwner, AgentMemory, AgentConversation, AgentUsage)))
)
_IS_KEPT = AgentConversation.mode == ConversationMode.KEPT.value
_OWNER = select(AgentOwner).where(_is_owned(AgentOwner))
_MEMORIES = select(AgentMemory).where(_is_owned(AgentMemory))
_VERSIONS = (
    select(*_columns(AgentMemoryVersion, source_conversation_id=AgentConversation.id))
    .join(AgentMemory, AgentMemory.id == AgentMemoryVersion.memory_id)
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentMemoryVersion.source_conversation_id, _IS_KEPT))
    .where(_is_owned(AgentMemory))
    .order_by(AgentMemoryVersion.version_number)
)
_CONVERSATIONS = (
    select(AgentConversation)
    .where(_is_owned(AgentConversation), _IS_KEPT, AgentConversation.id > bindparam("after_id"))
    .order_by(AgentConversation.id)
    .limit(AT_ONCE)
)
_TURNS = (
    select(AgentTurn)
    .where(AgentTurn.conversation_id == func.any(bindparam("conversation_ids", type_=ARRAY(Uuid))))
    .where(
        tuple_(AgentTurn.conversation_id, AgentTurn.id)
        > tuple_(bindparam("after_conversation_id", type_=Uuid), bindparam("after_id", type_=Uuid))
    )
    .order_by(AgentTurn.conversation_id, AgentTurn.id)
    .limit(AT_ONCE)
)
_ANY_TURN = func.any(bindparam("turn_ids", type_=ARRAY(Uuid)))
_MESSAGES = select(AgentMessage).where(AgentMessage.turn_id == _ANY_TURN).order_by(AgentMessage.position)
_RECEIVED = select(TelegramUpdate).where(TelegramUpdate.turn_id == _ANY_TURN).order_by(TelegramUpdate.id)
_SENT = (
    select(TelegramMessage)
    .where(TelegramMessage.turn_id == _ANY_TURN, TelegramMessage.state == "sent")
    .where(TelegramMessage.message_id.is_not(None))
    .order_by(TelegramMessage.attempt, TelegramMessage.part)
)
_REQUESTS = (
    select(*_columns(AgentUsage, turn_id=case((AgentConversation.id.is_not(None), AgentUsage.turn_id))))
    .outerjoin(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentTurn.conversation_id, _IS_KEPT))
    .where(_is_owned(AgentUsage), AgentUsage.id > bindparam("after_id"))
    .order_by(AgentUsage.id)
    .limit(AT_ONCE)
)


@dataclass(frozen=True, slots=True)
class TurnRows:
    """A turn, its messages, and the Telegram messages received and sent in it."""

    turn: Row
    messages: Sequence[Row]
    received: Sequence[Row]
    sent: Sequence[Row]


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


async def memories(tx: Transaction, owner: Owner) -> list[tuple[Row, Sequence[Row]]]:
    """Return the memories in any order, each with its versions, the first one first."""
    versions = await _grouped(tx, _VERSIONS, "memory_id", owner.columns)
    return [(row, versions[row["id"]]) for row in await _rows(tx, _MEMORIES, owner.columns)]


async def conversations(tx: Transaction, owner: Owner) -> AsyncIterator[Row | TurnRows]:
    """Yield each conversation, followed by its turns, in the order of their ids."""
    async for rows in _pages(tx, _CONVERSATIONS, owner.columns, id=FROM_THE_BEGINNING):
        waiting = deque(rows)
        async for turn in _turns(tx, [row["id"] for row in rows]):
            while waiting and waiting[0]["id"] <= turn.turn["conversation_id"]:
                yield waiting.popleft()
            yield turn
        for row in waiting:
            yield row


async def requests(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the requests to models, the oldest first."""
    async for rows in _pages(tx, _REQUESTS, owner.columns, id=0):
        for row in rows:
            yield row


async def _turns(tx: Transaction, conversation_ids: Sequence[UUID]) -> AsyncIterator[TurnRows]:
    first = {"conversation_id": FROM_THE_BEGINNING, "id": FROM_THE_BEGINNING}
    async for rows in _pages(tx, _TURNS, {"conversation_ids": conversation_ids}, **first):
        these = {"turn_ids": [row["id"] for row in rows]}
        messages, received, sent = [await _grouped(tx, it, "turn_id", these) for it in (_MESSAGES, _RECEIVED, _SENT)]
        for row in rows:
            yield TurnRows(row, messages[row["id"]], received[row["id"]], sent[row["id"]])


async def _pages(
    tx: Transaction, query: Select[Any], values: Mapping[str, Any], **after: Any
) -> AsyncIterator[Sequence[Row]]:
    """Yield the rows of a query in pages; it is ordered by the columns of `after`, here with their lowest values."""
    while rows := await _rows(tx, query, {**values, **{f"after_{name}": value for name, value in after.items()}}):
        yield rows
        after = {name: rows[-1][name] for name in after}


async def _grouped(tx: Transaction, query: Select[Any], by: str, values: Mapping[str, Any]) -> Mapping[Any, list[Row]]:
    """Return the rows of a query by the value of a column."""
    found = defaultdict[Any, list[Row]](list)
    for row in await _rows(tx, query, values):
        found[row[by]].append(row)
    return found


async def _rows(tx: Transaction, query: Select[Any], values: Mapping[str, Any]) -> list[Row]:
    return [row._asdict() for row in await tx.connection.execute(query, values)]
