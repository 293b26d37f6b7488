"""The parts of an export as rows of the database, and back.

A field has the name of its column, except for those that are named here.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, TypeVar

from pydantic import BaseModel

from bot.database.exports import Row, TurnRows
from bot.database.importance import stated
from bot.database.memories import content_key, subject_key
from bot.database.turns import NOT_RUN
from bot.memory.export import document
from bot.values import FROM_THE_BEGINNING, Owner, TurnState

PartT = TypeVar("PartT", bound=BaseModel)


def part(model: type[PartT], row: Row, **others: object) -> PartT:
    """Return a part whose fields have the names of columns, except for others."""
    same = {name: row[name] for name in model.model_fields if name in row}
    return model.model_validate(same | others, strict=False)


def head(row: Row | None, owner: Owner, at: datetime) -> document.Head:
    """Return what an export of a time begins with; there is no row of an owner who never wrote."""
    row = row or {"conversations": 0, "warned_at": None}
    about = {"format": document.FORMAT, "version": document.VERSION, "exported_at": at, **owner.columns}
    return part(document.Head, row, numbered_conversations=row["conversations"], **about)


def memory(row: Row, versions: Iterable[Row]) -> document.Memory:
    """Return a memory with its versions."""
    return part(document.Memory, row, wordings=[_wording(version) for version in versions])


def conversation(row: Row) -> document.Conversation:
    """Return a conversation without its turns."""
    carried = _nested(document.Carried, row, "carried")
    return part(document.Conversation, row, carried=carried, left_out=row["left_out_from"] is not None, turns=())


def turn(rows: TurnRows) -> document.Turn:
    """Return a turn with its messages."""
    return part(
        document.Turn,
        rows.turn,
        messages=[part(document.Message, row) for row in rows.messages],
        received=[part(document.Received, row) for row in rows.received],
        sent=[part(document.Sent, row) for row in rows.sent],
    )


def tables(export: document.Export, owner: Owner) -> Mapping[str, Iterable[Row]]:
    """Return the rows of each table, for an owner.

    What was received and sent in another chat than the owner's is left out. A turn that was still running has failed.
    """
    turns = [(it.id, _ended(turn, export.exported_at)) for it in export.conversations for turn in it.turns]
    is_own = (export.bot_id, export.user_id) == (owner.bot_id, owner.user_id)
    chat = [turn for _, turn in turns if is_own]
    return {
        "agent_owners": [
            {
                "conversations": export.numbered_conversations,
                "warned_at": export.warned_at,
                "capture": export.capture,
            }
        ],
        "agent_conversations": (_conversation_row(it) for it in export.conversations),
        "agent_turns": (
            {**_columns(turn, "messages", "received", "sent"), "conversation_id": conversation_id}
            for conversation_id, turn in turns
        ),
        "agent_messages": ({**_columns(it), "turn_id": turn.id} for _, turn in turns for it in turn.messages),
        "telegram_updates": (
            {**_columns(it), "turn_id": turn.id, "handled_at": it.received_at} for turn in chat for it in turn.received
        ),
        "telegram_messages": (
            {**_columns(it), "turn_id": turn.id, "state": "sent", "created_at": it.sent_at or datetime.now(UTC)}
            for turn in chat
            for it in turn.sent
        ),
        "agent_memories": (_memory_row(it) for it in export.memories),
        "agent_memory_versions": (
            {"memory_id": memory.id, **_wording_row(it)} for memory in export.memories for it in memory.wordings
        ),
        "agent_usage": (_columns(it) for it in export.usage),
    }


def _columns(part: BaseModel, *others: str) -> dict[str, Any]:
    """Return the fields that have the names of columns: all except for others."""
    return part.model_dump(exclude=set(others))


def _wording(row: Row) -> document.Wording:
    source = _nested(document.Source, row, "source")
    return part(document.Wording, row, number=row["version_number"], source=source)


def _wording_row(wording: document.Wording) -> Row:
    source = _flat(document.Source, wording.source, "source")
    return {**_columns(wording, "number", "source"), "version_number": wording.number, **source}


def _memory_row(memory: document.Memory) -> Row:
    newest = memory.wordings[-1]
    row = {
        **_columns(memory, "wordings"),
        "version": newest.number,
        "subject_key": subject_key(memory.subject),
        "content_key": content_key(newest.content),
    }
    return row if memory.importance is not None else row | {"importance": stated(newest.origin, newest.created_at)}


def _conversation_row(conversation: document.Conversation) -> Row:
    row = _columns(conversation, "carried", "left_out", "turns")
    carried = _flat(document.Carried, conversation.carried, "carried")
    left_out_from = (conversation.left_out_from or FROM_THE_BEGINNING) if conversation.left_out else None
    return {**row, **carried, "left_out_from": left_out_from}


def _nested(model: type[PartT], row: Row, prefix: str) -> PartT | None:
    """Return a part whose fields are columns with a prefix; None if one of them is empty."""
    values = {name: row[f"{prefix}_{name}"] for name in model.model_fields}
    return None if None in values.values() else model.model_validate(values)


def _flat(model: type[PartT], part: PartT | None, prefix: str) -> dict[str, Any]:
    """Return the columns of a nested part; they are empty if there is none."""
    return {f"{prefix}_{name}": getattr(part, name, None) for name in model.model_fields}


def _ended(turn: document.Turn, at: datetime) -> document.Turn:
    """Return a turn as nobody runs it any more: not running, and each of its calls has a result."""
    messages = sorted(turn.messages, key=attrgetter("position"))
    answered = {message.call_id for message in messages}
    owed: list[document.Message] = []
    whole: list[document.Message] = []
    for message in messages:
        if message.kind != "tool":
            whole += owed
            owed = [_not_run(message, call.id) for call in message.tool_calls or () if call.id not in answered]
        whole.append(message)
    whole += owed
    ended = {"state": TurnState.FAILED, "ended_at": at} if turn.state is TurnState.RUNNING else {}
    placed = tuple(message.model_copy(update={"position": place}) for place, message in enumerate(whole, 1))
    return turn.model_copy(update={"messages": placed, **ended})


def _not_run(message: document.Message, call_id: str) -> document.Message:
    """Return what stands in for the result of a call."""
    result = {"kind": "tool", "content": NOT_RUN, "note": "", "tool_calls": None, "call_id": call_id}
    return message.model_copy(update=result)
