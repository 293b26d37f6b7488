"""An export, put into a database that knows nothing of its owner."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from operator import attrgetter
from typing import Final, TypeAlias
from uuid import UUID

from sqlalchemy import Executable, and_, bindparam, func, update
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.exc import IntegrityError

from bot.database import bot_lock
from bot.database.engine import Transaction
from bot.database.exports import AT_ONCE, IS_KNOWN
from bot.database.importance import stated
from bot.database.memories import Memories, content_key, subject_key
from bot.database.search.words import Words
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
from bot.database.turns import NOT_RUN
from bot.errors import StartError
from bot.export import document
from bot.values import FROM_THE_BEGINNING, Owner, TurnState

_Values: TypeAlias = dict[str, object]

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_CARRY = (
    update(AgentConversation)
    .where(AgentConversation.id == bindparam("of_conversation"))
    .values({f"carried_{name}": bindparam(f"carried_{name}") for name in document.Carried.model_fields})
)
_INSERTS: Final[Mapping[type[Base], Insert]] = {
    table: insert(table)
    for table in (
        AgentOwner,
        AgentConversation,
        AgentTurn,
        AgentMessage,
        TelegramMessage,
        AgentMemory,
        AgentMemoryVersion,
        AgentUsage,
    )
}
_INSERT_UPDATE = insert(TelegramUpdate)
_RECEIVE = _INSERT_UPDATE.on_conflict_do_update(
    index_elements=["bot_id", "update_id"],
    set_={name: _INSERT_UPDATE.excluded[name] for name in ("chat_id", "message_id", "turn_id")},
    where=and_(
        func.coalesce(TelegramUpdate.chat_id, _INSERT_UPDATE.excluded.chat_id) == _INSERT_UPDATE.excluded.chat_id,
        TelegramUpdate.turn_id.is_(None),
    ),
)


class Imports:
    """Stores exports. Works in the caller's transaction."""

    def __init__(self, memories: Memories, words: Words) -> None:
        self._memories = memories
        self._words = words

    async def put(self, tx: Transaction, owner: Owner, export: document.Export) -> None:
        """Store an export as what an owner has said and taught; the messages in another chat than its own are unknown.

        Raises StartError if a bot runs, if there is anything of the owner, or if what is in it is another's.
        """
        if not await bot_lock.keep_away(tx, owner.bot_id):
            raise StartError("Keepsake is running on this database: stop it first. Nothing was changed.")
        await self._memories.hold(tx, owner)
        if await tx.connection.scalar(IS_KNOWN, owner.columns):
            raise StartError(
                f"There is something of user {owner.user_id} in the database already, and an export is only put where"
                " there is nothing: /erase lets go of all of it. Nothing was changed."
            )
        try:
            await _put(tx, owner, export)
        except IntegrityError:
            raise StartError(
                "A part of this export is in the database already, as another user's or with another bot. "
                "Nothing was changed."
            ) from None
        await self._words.begin_anew(tx)


async def _put(tx: Transaction, owner: Owner, export: document.Export) -> None:
    whose = owner.columns
    known = {
        "conversations": export.numbered_conversations,
        "warned_at": export.warned_at,
        "capture": export.capture and export.capture.value,
    }
    await _store(tx, _INSERTS[AgentOwner], [{**whose, **known}])
    await _put_conversations(tx, owner, export)
    if (export.bot_id, export.user_id) == (owner.bot_id, owner.user_id):
        received = (_received_row(owner, turn.id, it) for turn in export.turns for it in turn.received)
        sent = (_sent_row(owner, turn.id, it) for turn in export.turns for it in turn.sent)
        await _store(tx, _RECEIVE, received)
        await _store(tx, _INSERTS[TelegramMessage], sent)
    wordings = (_wording_row(memory.id, it) for memory in export.memories for it in memory.wordings)
    requests = ({**whose, **it.model_dump(), "purpose": it.purpose.value} for it in export.usage)
    await _store(tx, _INSERTS[AgentMemory], (_memory_row(owner, memory) for memory in export.memories))
    await _store(tx, _INSERTS[AgentMemoryVersion], wordings)
    await _store(tx, _INSERTS[AgentUsage], requests)


async def _put_conversations(tx: Transaction, owner: Owner, export: document.Export) -> None:
    """Store conversations; what one carries of another is noted once all are there."""
    conversations = export.conversations
    turns = (_turn_row(it.id, turn, export.exported_at) for it in conversations for turn in it.turns)
    await _store(tx, _INSERTS[AgentConversation], (_conversation_row(owner, it) for it in conversations))
    await _store(tx, _CARRY, (_carried_row(it.id, it.carried) for it in conversations if it.carried))
    await _store(tx, _INSERTS[AgentTurn], turns)
    await _store(tx, _INSERTS[AgentMessage], (row for it in export.turns for row in _message_rows(it)))


async def _store(tx: Transaction, statement: Executable, rows: Iterable[_Values]) -> None:
    waiting = iter(rows)
    while several := list(islice(waiting, AT_ONCE)):
        await tx.connection.execute(statement, several)


def _conversation_row(owner: Owner, conversation: document.Conversation) -> _Values:
    values = conversation.model_dump(exclude={"carried", "turns", "left_out"})
    lists = {name: list(values[name]) for name in ("tools", "pending_notes", "recalled", "summary_without")}
    left_out_from = (conversation.left_out_from or FROM_THE_BEGINNING) if conversation.left_out else None
    return {
        **owner.columns,
        "chat_id": owner.user_id,
        **values,
        **lists,
        "capture": conversation.capture.value,
        "left_out_from": left_out_from,
    }


def _carried_row(conversation_id: UUID, carried: document.Carried) -> _Values:
    values = {f"carried_{name}": value for name, value in carried.model_dump().items()}
    return {"of_conversation": conversation_id, **values}


def _turn_row(conversation_id: UUID, turn: document.Turn, exported_at: datetime) -> _Values:
    """Return a turn's row: one that was running failed, as nobody answers it any more."""
    is_running = turn.state is TurnState.RUNNING
    return {
        "id": turn.id,
        "conversation_id": conversation_id,
        "state": (TurnState.FAILED if is_running else turn.state).value,
        "attempt": turn.attempt,
        "created_at": turn.created_at,
        "ended_at": exported_at if is_running else turn.ended_at,
    }


def _message_rows(turn: document.Turn) -> Iterator[_Values]:
    """Yield the rows of a turn's messages. A call without a result gets one: nobody runs it any more."""
    messages = sorted(turn.messages, key=attrgetter("position"))
    answered = {message.call_id for message in messages}
    owed: list[document.Message] = []
    whole: list[document.Message] = []
    for message in messages:
        if message.kind != "tool":
            whole += owed
            owed = [_not_run(message, call.id) for call in message.tool_calls or () if call.id not in answered]
        whole.append(message)
    for position, message in enumerate([*whole, *owed], 1):
        values = message.model_dump()
        calls = values["tool_calls"] and list(values["tool_calls"])
        yield {**values, "turn_id": turn.id, "position": position, "tool_calls": calls}


def _not_run(message: document.Message, call_id: str) -> document.Message:
    """Return what stands in for the result of a call."""
    result = {"kind": "tool", "content": NOT_RUN, "note": "", "tool_calls": None, "call_id": call_id}
    return message.model_copy(update=result)


def _received_row(owner: Owner, turn_id: UUID, received: document.Received) -> _Values:
    whose = {"bot_id": owner.bot_id, "chat_id": owner.user_id, "turn_id": turn_id}
    return {**whose, **received.model_dump(), "handled_at": received.received_at}


def _sent_row(owner: Owner, turn_id: UUID, sent: document.Sent) -> _Values:
    whose = {"bot_id": owner.bot_id, "chat_id": owner.user_id, "turn_id": turn_id}
    at = sent.sent_at or datetime.now(UTC)
    return {**whose, **sent.model_dump(), "state": "sent", "created_at": at}


def _memory_row(owner: Owner, memory: document.Memory) -> _Values:
    newest = memory.wordings[-1]
    importance = stated(newest.origin, newest.created_at) if memory.importance is None else memory.importance
    return {
        **owner.columns,
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "subject_key": subject_key(memory.subject),
        "content_key": content_key(newest.content),
        "created_at": memory.created_at,
        "version": newest.number,
        "pinned": memory.pinned,
        "importance": importance,
        "deleted_at": memory.deleted_at,
    }


def _wording_row(memory_id: str, wording: document.Wording) -> _Values:
    return {
        "id": wording.id,
        "memory_id": memory_id,
        "version_number": wording.number,
        "content": wording.content,
        "source_conversation_id": wording.source and wording.source.conversation_id,
        "source_turn_id": wording.source and wording.source.turn_id,
        "origin": wording.origin.value,
        "created_at": wording.created_at,
    }
