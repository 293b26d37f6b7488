"""The parts of an export as rows of the database, and back.

A field has the name of its column, except for those that are named here.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, TypeVar
from uuid import UUID

from pydantic import BaseModel

from bot.database.exports import Row
from bot.database.importance import stated
from bot.database.memories import content_key, subject_key
from bot.database.receipts import stored_change
from bot.database.turns import NOT_RUN
from bot.memory.export import document, early
from bot.memory.receipts import line
from bot.values import FROM_THE_BEGINNING, Owner, Receipt, TurnState

PartT = TypeVar("PartT", bound=BaseModel)


def part(model: type[PartT], row: Row, **others: object) -> PartT:
    """Return a part of an export whose fields are columns of a row, except for others."""
    columns = {name: row[name] for name in model.model_fields if name in row}
    return model.model_validate(columns | others, strict=False)


def head(row: Row | None, owner: Owner, at: datetime) -> document.Head:
    """Return what an export made at a time begins with; there is no row of an owner who never wrote."""
    row = row or {"conversations": 0, "warned_at": None}
    about = {"format": document.FORMAT, "version": document.VERSION, "exported_at": at, **owner.columns}
    return part(document.Head, row, numbered_conversations=row["conversations"], **about)


def memory(row: Row) -> document.Memory:
    """Return a memory with its versions."""
    versions = [
        part(document.MemoryVersion, it, number=it["version_number"], source=_nested(document.Source, it, "source"))
        for it in row["versions"]
    ]
    return part(document.Memory, row, versions=versions)


def conversation(row: Row) -> document.Conversation:
    """Return a conversation without its turns."""
    carried = _nested(document.Carried, row, "carried")
    return part(document.Conversation, row, carried=carried, left_out=row["left_out_from"] is not None, turns=())


def turn(row: Row) -> document.Turn:
    """Return a turn with its messages."""
    return part(
        document.Turn,
        row,
        messages=[part(document.Message, it, receipt=_receipt(it)) for it in row["messages"]],
        received=[part(document.Received, it) for it in row["received"]],
        sent=[part(document.Sent, it) for it in row["sent"]],
    )


def tables(export: document.Export, owner: Owner) -> Mapping[str, Iterator[Row]]:
    """Return the rows to import by table, without the columns that say whose they are.

    What was received and sent is left out if that was in another chat than the owner's.
    """
    is_own_chat = (export.bot_id, export.user_id) == (owner.bot_id, owner.user_id)
    in_chat = [*export.turns] if is_own_chat else []
    settings = export.model_dump(include={"warned_at", "capture"})
    return {
        "agent_owners": iter([{**settings, "conversations": export.numbered_conversations}]),
        "agent_conversations": (_conversation_row(it, export) for it in export.conversations),
        "agent_turns": (_turn_row(turn, it.id, export.exported_at) for it in export.conversations for turn in it.turns),
        "agent_messages": (row for turn in export.turns for row in _message_rows(turn)),
        "telegram_updates": (
            _row(it, turn_id=turn.id, handled_at=it.received_at) for turn in in_chat for it in turn.received
        ),
        "telegram_messages": (
            _row(it, turn_id=turn.id, state="sent", created_at=it.sent_at or datetime.now(UTC))
            for turn in in_chat
            for it in turn.sent
        ),
        "agent_memories": map(_memory_row, export.memories),
        "agent_memory_versions": (_version_row(it, memory.id) for memory in export.memories for it in memory.versions),
        "agent_usage": map(_row, export.usage),
    }


def _row(part: BaseModel, *elsewhere: str, **others: object) -> dict[str, Any]:
    """Return the columns of a part: its fields, except for those that are elsewhere, and others."""
    return part.model_dump(exclude=set(elsewhere)) | others


def _conversation_row(conversation: document.Conversation, export: document.Export) -> Row:
    left_out_from = (conversation.left_out_from or FROM_THE_BEGINNING) if conversation.left_out else None
    carried = _flat(document.Carried, conversation.carried, "carried")
    known = early.known(conversation, export.memories) if conversation.memories is None else {}
    return _row(
        conversation, "carried", "left_out", "turns", "recalled", left_out_from=left_out_from, **carried, **known
    )


def _turn_row(turn: document.Turn, conversation_id: UUID, exported_at: datetime) -> Row:
    """Return a turn's row; one that was running has failed, as nobody continues it."""
    failed = {"state": TurnState.FAILED, "ended_at": exported_at} if turn.state is TurnState.RUNNING else {}
    return _row(turn, "messages", "received", "sent", conversation_id=conversation_id, **failed)


def _message_rows(turn: document.Turn) -> Iterator[Row]:
    """Yield the rows of a turn's messages. A call without a result gets one, as nobody runs it any more."""
    answered = {message.call_id for message in turn.messages}
    messages: list[document.Message] = []
    owed: list[document.Message] = []
    for message in sorted(turn.messages, key=attrgetter("position")):
        if message.role != "tool":
            messages += owed
            owed = [_not_run(message, call.id) for call in message.tool_calls or () if call.id not in answered]
        messages.append(message)
    for position, message in enumerate([*messages, *owed], 1):
        yield _row(message, turn_id=turn.id, position=position) | early.said(message)


def _not_run(message: document.Message, call_id: str) -> document.Message:
    """Return the result that a call gets instead of being run."""
    result = {"role": "tool", "content": NOT_RUN, "note": "", "tool_calls": None, "call_id": call_id}
    return message.model_copy(update=result)


def _memory_row(memory: document.Memory) -> Row:
    newest = memory.versions[-1]
    importance = stated(newest.origin, newest.created_at) if memory.importance is None else memory.importance
    return _row(
        memory,
        "versions",
        subject_key=subject_key(memory.subject),
        content_key=content_key(newest.content),
        version=newest.number,
        importance=importance,
    )


def _version_row(version: document.MemoryVersion, memory_id: str) -> Row:
    source = _flat(document.Source, version.source, "source")
    return _row(version, "number", "source", memory_id=memory_id, version_number=version.number, **source)


def _receipt(message: Row) -> str | None:
    """Return the line that the chat shows of a message's change."""
    return line(Receipt(stored_change(message["change"]), message["receipt"] or "")) or None


def _nested(model: type[PartT], row: Row, prefix: str) -> PartT | None:
    """Return a part whose fields are columns with a prefix; None if one of them is empty."""
    values = {name: row[f"{prefix}_{name}"] for name in model.model_fields}
    return None if None in values.values() else model.model_validate(values, strict=False)


def _flat(model: type[PartT], part: PartT | None, prefix: str) -> dict[str, Any]:
    """Return the columns of a nested part, which are empty if there is none."""
    return {f"{prefix}_{name}": getattr(part, name, None) for name in model.model_fields}
