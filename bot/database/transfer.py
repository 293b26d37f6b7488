"""All rows of an owner: read for an export, without private conversations, and stored by an import."""

from collections.abc import AsyncIterator, Iterable, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

from sqlalchemy import JSON, ColumnElement, Label, Select, and_, case, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from bot.database import bot_lock
from bot.database.engine import Transaction
from bot.database.memories import lock
from bot.database.search import words as word_index
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
from bot.errors import StartError
from bot.values import ConversationMode, Owner

Row: TypeAlias = Mapping[str, Any]
"""A row's values by the names of its columns."""

_AT_ONCE: Final = 200
"""Most rows read or stored at once, so that the bot can answer in between."""
_IS_KEPT = AgentConversation.mode == ConversationMode.KEPT


async def begin(tx: Transaction, owner: Owner) -> bool:
    """Let the transaction read from one snapshot, and return whether it has anything of the owner.

    This must be the transaction's first statement.
    """
    await tx.connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    return await _is_known(tx, owner)


async def owner_row(tx: Transaction, owner: Owner) -> Row | None:
    """Return the owner's own row."""
    row = (await tx.connection.execute(select(AgentOwner).where(_is_of(owner, AgentOwner)))).one_or_none()
    return row and row._asdict()


async def memories(tx: Transaction, owner: Owner) -> list[Row]:
    """Return the memories in any order, each with its `versions`, the first one first."""
    learned_in = and_(AgentConversation.id == AgentMemoryVersion.source_conversation_id, _IS_KEPT)
    versions = (
        select(*_columns(AgentMemoryVersion, source_conversation_id=AgentConversation.id))
        .outerjoin(AgentConversation, learned_in)
        .where(AgentMemoryVersion.memory_id == AgentMemory.id)
        .order_by(AgentMemoryVersion.version_number)
    )
    query = select(AgentMemory, _nested("versions", versions)).where(_is_of(owner, AgentMemory))
    return [row._asdict() for row in await tx.connection.execute(query)]


def conversations(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the conversations in the order of their ids, each with its `turns` in order.

    Each turn has its `messages`, and what was `received` and `sent` for it.
    """
    messages = select(AgentMessage).where(AgentMessage.turn_id == AgentTurn.id).order_by("position")
    received = select(TelegramUpdate).where(TelegramUpdate.turn_id == AgentTurn.id).order_by("id")
    sent = (
        select(TelegramMessage)
        .where(TelegramMessage.turn_id == AgentTurn.id, TelegramMessage.state == "sent")
        .where(TelegramMessage.message_id.is_not(None))
        .order_by(TelegramMessage.attempt, TelegramMessage.part)
    )
    turns = (
        select(AgentTurn, _nested("messages", messages), _nested("received", received), _nested("sent", sent))
        .where(AgentTurn.conversation_id == AgentConversation.id)
        .order_by(AgentTurn.id)
    )
    query = select(AgentConversation, _nested("turns", turns)).where(_is_of(owner, AgentConversation), _IS_KEPT)
    return _streamed(tx, query.order_by(AgentConversation.id), at_once=1)


def requests(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the requests to models, the oldest first."""
    kept_turn = case((AgentConversation.id.is_not(None), AgentUsage.turn_id))
    query = (
        select(*_columns(AgentUsage, turn_id=kept_turn))
        .outerjoin(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
        .outerjoin(AgentConversation, and_(AgentConversation.id == AgentTurn.conversation_id, _IS_KEPT))
    )
    return _streamed(tx, query.where(_is_of(owner, AgentUsage)).order_by(AgentUsage.id), at_once=_AT_ONCE)


async def put(tx: Transaction, owner: Owner, rows: Mapping[str, Iterable[Row]]) -> None:
    """Store rows as an owner's, by their tables' names; no row may come before one that it refers to.

    The columns that tell whose a row is are set here. Raises StartError if a bot runs, if there is anything of the
    owner, or if the rows don't fit together or with those that are there.
    """
    if not await bot_lock.keep_away(tx, owner.bot_id):
        raise StartError("Keepsake is running on this database: stop it first. Nothing was changed.")
    await lock(tx, owner)
    if await _is_known(tx, owner):
        raise StartError(
            f"There is something of user {owner.user_id} in the database already, and an export is only put where"
            " there is nothing: /erase lets go of all of it. Nothing was changed."
        )
    whose = {**owner.columns, "chat_id": owner.user_id}
    try:
        for name, several in rows.items():
            table = Base.metadata.tables[name]
            statement = _RECEIVE if table is TelegramUpdate.__table__ else insert(table)
            columns = {column: value for column, value in whose.items() if column in table.columns}
            waiting = ({**columns, **row} for row in several)
            while batch := list(islice(waiting, _AT_ONCE)):
                await tx.connection.execute(statement, batch)
    except IntegrityError as error:
        raise StartError(
            "A part of this export is in the database already, as another user's or with another bot; or it is there"
            f" twice, or names what is not there: {_detail(error)} Nothing was changed."
        ) from None
    await word_index.begin_anew(tx)


async def _is_known(tx: Transaction, owner: Owner) -> bool:
    owned = (AgentOwner, AgentMemory, AgentConversation, AgentUsage)
    return bool(await tx.connection.scalar(select(or_(*(exists().where(_is_of(owner, table)) for table in owned)))))


def _is_of(owner: Owner, table: Any) -> ColumnElement[bool]:
    return and_(table.bot_id == owner.bot_id, table.user_id == owner.user_id)


def _columns(table: type[Base], **replaced: Any) -> list[ColumnElement[Any]]:
    """Return a table's columns, some of them replaced."""
    return [replaced.get(column.name, column).label(column.name) for column in table.__table__.columns]


def _nested(name: str, query: Select[Any]) -> Label[Any]:
    """Return the rows that belong to a memory or a turn as one column: a JSON array of objects."""
    array = func.json_agg(
        query.correlate(AgentMemory, AgentTurn, AgentConversation).subquery().table_valued(), type_=JSON
    )
    return select(func.coalesce(array, text("'[]'"), type_=JSON)).scalar_subquery().label(name)


async def _streamed(tx: Transaction, query: Select[Any], *, at_once: int) -> AsyncIterator[Row]:
    """Yield the rows of a query, of which some are in memory at once."""
    found = await tx.connection.stream(query, execution_options={"yield_per": at_once})
    async for row in found:
        yield row._asdict()


def _detail(error: IntegrityError) -> str:
    """Return which key is in the way, as PostgreSQL says it."""
    diagnostics = getattr(error.orig, "diag", None)
    return getattr(diagnostics, "message_detail", None) or ""


_INSERT_UPDATE = insert(TelegramUpdate)
_RECEIVE = _INSERT_UPDATE.on_conflict_do_update(
    index_elements=["bot_id", "update_id"],
    set_={name: _INSERT_UPDATE.excluded[name] for name in ("chat_id", "message_id", "turn_id")},
    where=and_(
        func.coalesce(TelegramUpdate.chat_id, _INSERT_UPDATE.excluded.chat_id) == _INSERT_UPDATE.excluded.chat_id,
        TelegramUpdate.turn_id.is_(None),
    ),
)
"""The inbox may still know an update, even after its chat was erased."""
