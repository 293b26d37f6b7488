"""All rows of an owner, read for an export (without private conversations) and stored by an import."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from bot.kit.console import counted_in_english
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.memory.store.tables import AgentMemory, AgentMemoryVersion
from bot.memory.store.words import index_beginnings
from bot.store import bot_lock
from bot.store.engine import Transaction
from bot.store.tables import Base, belong
from bot.turns.store import words as word_index
from bot.turns.store.exports import (
    AT_ONCE,
    IS_KEPT,
    WAS_KEPT,
    Counted,
    Row,
    Section,
    nested_object,
    rows_of,
    streamed,
    versions,
    within,
)
from bot.turns.store.owners import lock
from bot.turns.store.tables import (
    AgentAct,
    AgentAttachment,
    AgentConversation,
    AgentDocumentPart,
    AgentMessage,
    AgentOwner,
    AgentTool,
    AgentTurn,
    AgentUsage,
)
from bot.turns.store.telegram_tables import TelegramMessage, TelegramUpdate
from bot.turns.values.acts import ASKED

Sections: TypeAlias = Callable[[], Sequence[Section[Any]]]
"""Returns what the features bring to an export."""

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


@dataclass(slots=True)
class Amounts:
    """Numbers of an owner's data; `deleted` of the memories are deleted ones."""

    memories: int = 0
    deleted: int = 0
    conversations: int = 0
    messages: int = 0
    of_sections: Counter[Counted] = field(default_factory=Counter)
    """The numbers of the parts that features have, by what says them."""
    leaves_out_private: bool = False
    """Whether an open private conversation is not among them."""

    @property
    def more(self) -> list[str]:
        """What there is in the sections of features, in the current language."""
        return [counted(number) for counted, number in self.of_sections.items() if number]

    def __str__(self) -> str:
        deleted = f" ({self.deleted:,} of them deleted)" if self.deleted else ""
        memories = counted_in_english(self.memories, f"memory{deleted}", f"memories{deleted}")
        conversations = counted_in_english(self.conversations, "conversation", "conversations")
        messages = counted_in_english(self.messages, "message", "messages")
        return ", ".join([*memories, *self.more, *conversations, *messages]) or "nothing"


async def amounts(tx: Transaction, owner: Owner, sections: Iterable[Section[Any]]) -> Amounts:
    """Count an owner's data, also an open private conversation, but not the messages."""

    async def number_of(table: type[Base], *which: ColumnElement[bool]) -> int:
        theirs = belong(table.metadata.tables[table.__tablename__], owner)
        return await tx.connection.scalar(select(func.count()).select_from(table).where(theirs, *which)) or 0

    return Amounts(
        memories=await number_of(AgentMemory),
        deleted=await number_of(AgentMemory, AgentMemory.deleted_at.is_not(None)),
        conversations=await number_of(AgentConversation),
        of_sections=Counter({it.counted: await number_of(it.table) for it in sections}),
    )


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
    its = versions(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
    order = AgentMemory.category, AgentMemory.created_at, AgentMemory.id.collate("C")
    return rows_of(tx, owner, AgentMemory, *order, versions=its)


def tools(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield what the owner has chosen about tools, by names."""
    return rows_of(tx, owner, AgentTool, AgentTool.name.collate("C"))


def acts(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield what was done in no turn, the oldest first: by programs, on the page, or as a review had offered."""
    is_done = AgentAct.turn_id.is_(None) & AgentAct.state.not_in(ASKED)
    return streamed(tx, select(AgentAct).where(AgentAct.owned_by(owner), is_done).order_by("created_at", "id"))


def conversations(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the conversations in the order of their ids, each with its `carried` turns.

    Those of topics have ended, since a topic can't be taken along.
    """
    others = (column for column in AgentConversation.__table__.columns if column.name != "ended_at")
    left = func.coalesce(AgentConversation.ended_at, AgentConversation.last_message_at)
    ended_at = case((AgentConversation.topic_id == 0, AgentConversation.ended_at), else_=left)
    carried = nested_object(
        conversation_id=AgentConversation.carried_conversation_id,
        from_turn_id=AgentConversation.carried_from_turn_id,
        to_turn_id=AgentConversation.carried_to_turn_id,
    )
    leaves_out = AgentConversation.left_out_from.is_not(None)
    named = {"ended_at": ended_at, "carried": carried, "left_out": leaves_out}
    query = select(*others, *(column.label(name) for name, column in named.items()))
    return streamed(tx, query.where(AgentConversation.owned_by(owner), IS_KEPT).order_by(AgentConversation.id))


def turns(tx: Transaction, conversation_id: UUID) -> AsyncIterator[Row]:
    """Yield a conversation's turns in order, each with its `messages` and `acts`.

    Messages have their `attachments`, and these the `parts` of a document. What Telegram had of it is in `received` and
    `sent`.
    """
    parts = select(AgentDocumentPart).where(AgentDocumentPart.attachment_id == AgentAttachment.id).order_by("number")
    attachments = (
        select(AgentAttachment, within(AgentAttachment, "parts", parts))
        .where(AgentAttachment.turn_id == AgentMessage.turn_id, AgentAttachment.position == AgentMessage.position)
        .order_by("place")
    )
    messages = select(AgentMessage, within(AgentMessage, "attachments", attachments))
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
    query = select(AgentTurn, *(within(AgentTurn, name, several) for name, several in nested.items()))
    return streamed(tx, query.where(AgentTurn.conversation_id == conversation_id, WAS_KEPT).order_by(AgentTurn.id))


def requests(tx: Transaction, owner: Owner) -> AsyncIterator[Row]:
    """Yield the requests to models, the oldest first; those in private without their turn."""
    others = (column for column in AgentUsage.__table__.columns if column.name != "turn_id")
    query = (
        select(*others, case((AgentConversation.id.is_not(None), AgentUsage.turn_id)).label("turn_id"))
        .outerjoin(AgentTurn, (AgentTurn.id == AgentUsage.turn_id) & WAS_KEPT)
        .outerjoin(AgentConversation, (AgentConversation.id == AgentTurn.conversation_id) & IS_KEPT)
        .where(AgentUsage.owned_by(owner))
        .order_by(AgentUsage.id)
    )
    return streamed(tx, query)


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
            while batch := list(islice(waiting, AT_ONCE)):
                await tx.connection.execute(statement, batch)
    except IntegrityError as error:
        detail = getattr(getattr(error.orig, "diag", None), "message_detail", None) or ""  # on the conflicting key
        raise StartError(
            "Part of this export is already in the database, for another user or bot, or the export is inconsistent:"
            f" {detail} Nothing was changed."
        ) from None
    await index_beginnings(tx)
    await word_index.begin_anew(tx)


async def _is_known(tx: Transaction, owner: Owner) -> bool:
    """Tell whether there is anything of an owner that an export has."""
    tables = [it for it in Base.metadata.sorted_tables if it.info["of"] is None and not it.info["left_out"]]
    theirs = (exists().where(belong(table, owner)) for table in tables)
    return bool(await tx.connection.scalar(select(or_(*theirs))))
