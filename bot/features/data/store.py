"""All rows of an owner, read for an export (without private conversations) and stored by an import."""

from collections.abc import AsyncIterator, Iterable, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import JSON, ColumnElement, Label, Select, and_, case, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from bot.features.notes.store.tables import AgentNote, AgentNoteVersion
from bot.features.reminders.store import AgentReminder
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.memory.store.memories import lock
from bot.memory.store.tables import AgentMemory, AgentMemoryVersion
from bot.store import bot_lock
from bot.store.engine import Transaction
from bot.store.tables import Base
from bot.turns.store import words as word_index
from bot.turns.store.act_tables import AgentAct, AgentTool
from bot.turns.store.tables import (
    AgentAttachment,
    AgentConversation,
    AgentDocumentPart,
    AgentMessage,
    AgentOwner,
    AgentTurn,
    AgentUsage,
)
from bot.turns.store.telegram_tables import TelegramMessage, TelegramUpdate
from bot.turns.values.acts import ASKED
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

Row: TypeAlias = Mapping[str, Any]
"""A row's values by the names of its columns."""

_AT_ONCE: Final = 200
"""Most rows read or stored at once; the bot can answer between batches."""
_IS_KEPT = AgentConversation.mode == ConversationMode.KEPT
_WAS_KEPT = AgentTurn.state != TurnState.SUPERSEDED
_INSERT_UPDATE = insert(TelegramUpdate)
_RECEIVE = _INSERT_UPDATE.on_conflict_do_update(
    index_elements=["bot_id", "update_id"],
    set_={name: _INSERT_UPDATE.excluded[name] for name in ("chat_id", "topic_id", "message_id", "turn_id")},
    where=and_(
        func.coalesce(TelegramUpdate.chat_id, _INSERT_UPDATE.excluded.chat_id) == _INSERT_UPDATE.excluded.chat_id,
        TelegramUpdate.turn_id.is_(None),
    ),
)
"""The inbox may still know an update, even after its chat was erased."""


async def begin(tx: Transaction, owner: Owner) -> bool:
    """Set the transaction to one snapshot, and return whether it has data of the owner. Must be its first statement."""
    await tx.connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    return await _is_known(tx, owner)


async def owner_row(tx: Transaction, owner: Owner) -> Row | None:
    """Return the owner's own row."""
    row = (await tx.connection.execute(select(AgentOwner).where(AgentOwner.owned_by(owner)))).one_or_none()
    return row and row._asdict()


def memories(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the memories in display order, each with its `versions` and their `source`."""
    versions = _versions(AgentMemoryVersion).where(AgentMemoryVersion.memory_id == AgentMemory.id)
    query = select(AgentMemory, _nested("versions", versions)).where(AgentMemory.owned_by(owner))
    order = (AgentMemory.category, AgentMemory.created_at, AgentMemory.id.collate("C"))
    return _streamed(tx, query.order_by(*order))


def notes(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the notes in the order of their names, each with its `versions` and their `source`."""
    versions = _versions(AgentNoteVersion).where(AgentNoteVersion.note_id == AgentNote.id)
    query = select(AgentNote, _nested("versions", versions)).where(AgentNote.owned_by(owner))
    return _streamed(tx, query.order_by(AgentNote.name_key, AgentNote.created_at, AgentNote.id))


def reminders(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the reminders in the order in which they were set."""
    query = select(AgentReminder).where(AgentReminder.owned_by(owner))
    return _streamed(tx, query.order_by(AgentReminder.created_at, AgentReminder.id))


def tools(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield what the owner has chosen about tools, by names."""
    return _streamed(tx, select(AgentTool).where(AgentTool.owned_by(owner)).order_by(AgentTool.name.collate("C")))


def acts(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield what was done in no turn, the oldest first: by programs, on the page, or as a review had offered."""
    is_done = AgentAct.turn_id.is_(None) & AgentAct.state.not_in(ASKED)
    return _streamed(tx, select(AgentAct).where(AgentAct.owned_by(owner), is_done).order_by("created_at", "id"))


def conversations(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the conversations in the order of their ids, each with its `carried` turns.

    Those of topics have ended, since a topic can't be taken along.
    """
    others = (column for column in AgentConversation.__table__.columns if column.name != "ended_at")
    left = func.coalesce(AgentConversation.ended_at, AgentConversation.last_message_at)
    ended_at = case((AgentConversation.topic_id == 0, AgentConversation.ended_at), else_=left)
    carried = _object(
        conversation_id=AgentConversation.carried_conversation_id,
        from_turn_id=AgentConversation.carried_from_turn_id,
        to_turn_id=AgentConversation.carried_to_turn_id,
    )
    leaves_out = AgentConversation.left_out_from.is_not(None)
    named = {"ended_at": ended_at, "carried": carried, "left_out": leaves_out}
    query = select(*others, *(column.label(name) for name, column in named.items()))
    return _streamed(tx, query.where(AgentConversation.owned_by(owner), _IS_KEPT).order_by(AgentConversation.id))


def turns(tx: Transaction, conversation_id: UUID) -> AsyncIterator[Row]:
    """Yield a conversation's turns in order, each with its `messages` and `acts`.

    Messages have their `attachments`, and these the `parts` of a document. What Telegram had of it is in `received` and
    `sent`.
    """
    parts = select(AgentDocumentPart).where(AgentDocumentPart.attachment_id == AgentAttachment.id).order_by("number")
    attachments = (
        select(AgentAttachment, _nested("parts", parts))
        .where(AgentAttachment.turn_id == AgentMessage.turn_id, AgentAttachment.position == AgentMessage.position)
        .order_by("place")
    )
    messages = select(AgentMessage, _nested("attachments", attachments))
    messages = messages.where(AgentMessage.turn_id == AgentTurn.id).order_by("position")
    acts = select(AgentAct).where(AgentAct.turn_id == AgentTurn.id).order_by("created_at", "id")
    received = select(TelegramUpdate).where(TelegramUpdate.turn_id == AgentTurn.id).order_by("id")
    sent = (
        select(TelegramMessage)
        .where(TelegramMessage.turn_id == AgentTurn.id, TelegramMessage.state == "sent")
        .where(TelegramMessage.message_id.is_not(None))
        .order_by(TelegramMessage.attempt, TelegramMessage.part)
    )
    nested = {"messages": messages, "acts": acts, "received": received, "sent": sent}
    query = select(AgentTurn, *(_nested(name, several) for name, several in nested.items()))
    return _streamed(tx, query.where(AgentTurn.conversation_id == conversation_id, _WAS_KEPT).order_by(AgentTurn.id))


def requests(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the requests to models, the oldest first; those in private without their turn."""
    others = (column for column in AgentUsage.__table__.columns if column.name != "turn_id")
    query = (
        select(*others, case((AgentConversation.id.is_not(None), AgentUsage.turn_id)).label("turn_id"))
        .outerjoin(AgentTurn, (AgentTurn.id == AgentUsage.turn_id) & _WAS_KEPT)
        .outerjoin(AgentConversation, (AgentConversation.id == AgentTurn.conversation_id) & _IS_KEPT)
        .where(AgentUsage.owned_by(owner))
        .order_by(AgentUsage.id)
    )
    return _streamed(tx, query)


async def put(tx: Transaction, owner: Owner, rows: Mapping[str, Iterable[Row]]) -> None:
    """Store rows as an owner's, by their tables' names; no row may come before one that it refers to.

    The owner's columns are set here. Raises StartError if a bot runs, if there is anything of the
    owner, or if the rows don't fit together or with those that are there.
    """
    if not await bot_lock.keep_away(tx, owner.bot_id):
        raise StartError("Keepsake is running on this database. Stop it first. Nothing was changed.")
    await lock(tx, owner)
    if await _is_known(tx, owner):
        raise StartError(
            f"User {owner.user_id} already has data in this database. Delete it first with /erase. Nothing was changed."
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
        detail = getattr(getattr(error.orig, "diag", None), "message_detail", None) or ""  # on the conflicting key
        raise StartError(
            "Part of this export is already in the database, for another user or bot, or the export is inconsistent:"
            f" {detail} Nothing was changed."
        ) from None
    await word_index.begin_anew(tx)


async def _is_known(tx: Transaction, owner: Owner) -> bool:
    owned = (AgentOwner, AgentMemory, AgentNote, AgentReminder, AgentTool, AgentConversation, AgentUsage)
    return bool(await tx.connection.scalar(select(or_(*(exists().where(table.owned_by(owner)) for table in owned)))))


def _versions(table: type[AgentMemoryVersion | AgentNoteVersion]) -> Select[Any]:
    """Select versions in order with their source, unless that was private or superseded."""
    source = _object(conversation_id=AgentConversation.id, turn_id=AgentTurn.id)
    return (
        select(table, source.label("source"))
        .outerjoin(AgentConversation, (AgentConversation.id == table.source_conversation_id) & _IS_KEPT)
        .outerjoin(AgentTurn, (AgentTurn.id == table.source_turn_id) & _WAS_KEPT)
        .order_by(table.version_number)
    )


def _object(**columns: Any) -> ColumnElement[Any]:
    """Return columns as a JSON object; NULL if one of them is."""
    pairs = (it for name, column in columns.items() for it in (name, column))
    is_there = and_(*(column.is_not(None) for column in columns.values()))
    return case((is_there, func.json_build_object(*pairs, type_=JSON)))


def _nested(name: str, query: Select[Any]) -> Label[Any]:
    """Return the rows of a memory, a note, a turn, a message or a file as one column: a JSON array of objects."""
    of = (AgentMemory, AgentNote, AgentTurn, AgentMessage, AgentAttachment)
    array = func.json_agg(query.correlate(*of).subquery().table_valued(), type_=JSON)
    return select(func.coalesce(array, text("'[]'"), type_=JSON)).scalar_subquery().label(name)


async def _streamed(tx: Transaction, query: Select[Any]) -> AsyncIterator[Row]:
    """Yield the rows of a query, with at most _AT_ONCE in memory."""
    found = await tx.connection.stream(query, execution_options={"yield_per": _AT_ONCE})
    async for row in found:
        yield row._asdict()
