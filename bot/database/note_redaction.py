"""Redaction of notes: a deleted one is removed at once from the calls and results that the model will be sent."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Row, Text, cast, func, or_, select, update

from bot.database import summaries
from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.values.notes import NAMES_IN_CALLS, NOTE_TOOLS, name_key, note_mark, receipt_beginning
from bot.values.owner import Owner

NOTE_DELETED: Final = "The user has deleted this note."

_CALLS: Final = cast(AgentMessage.tool_calls, Text)
_IN_ANY_CALL: Final = or_(*(func.strpos(_CALLS, name) > 0 for name in sorted(NOTE_TOOLS)))


async def redact_note(tx: Transaction, owner: Owner, name: str) -> None:
    """Empty the calls about a deleted note, replace their results, and remove its lines from searches and notes.

    The name is one that the note has had. Calls that can't be read are emptied, too. Summaries of these conversations
    are made again.
    """
    changed = await _redact_notes(tx, owner, name)
    redacted: dict[UUID, set[str]] = defaultdict(set)
    for row in await _messages(tx, owner, _IN_ANY_CALL):
        about = {call["id"] for call in row.tool_calls if _is_about(call, name)}
        if about:
            redacted[row.turn_id] |= about
            calls = [call | {"arguments": "{}"} if call["id"] in about else call for call in row.tool_calls]
            await _set(tx, row, tool_calls=calls)
            changed.add(row.conversation_id)
    for turn_id, call_ids in redacted.items():
        its_result = update(AgentMessage).where(AgentMessage.turn_id == turn_id, AgentMessage.call_id.in_(call_ids))
        await tx.connection.execute(its_result.values(content=NOTE_DELETED))
    mark = note_mark(name)
    for row in await _messages(tx, owner, AgentMessage.role == "tool", func.strpos(AgentMessage.content, mark) > 0):
        kept = [line for line in row.content.split("\n") if not line.startswith(mark)]
        await _set(tx, row, content="\n".join(kept) or NOTE_DELETED)
        changed.add(row.conversation_id)
    await summaries.drop(tx, changed)


async def _redact_notes(tx: Transaction, owner: Owner, name: str) -> set[UUID]:
    """Cut receipts of a note short in the notes with users' messages; return the conversations of those sent."""
    changed: set[UUID] = set()
    beginning = receipt_beginning(name)
    for row in await _messages(tx, owner, func.strpos(AgentMessage.note, beginning) > 0):
        await _set(tx, row, note=_cut_short(row.note, beginning))
        changed.add(row.conversation_id)
    pending = select(AgentConversation.id, AgentConversation.pending_notes).where(
        AgentConversation.owned_by(owner), func.cardinality(AgentConversation.pending_notes) > 0
    )
    for row in (await tx.connection.execute(pending)).all():
        notes = [_cut_short(note, beginning) for note in row.pending_notes]
        its = update(AgentConversation).where(AgentConversation.id == row.id)
        await tx.connection.execute(its.values(pending_notes=notes))
    return changed


def _cut_short(note: str, beginning: str) -> str:
    lines = note.split("\n")
    return "\n".join(f"{beginning}{NOTE_DELETED}" if line.startswith(beginning) else line for line in lines)


async def _messages(tx: Transaction, owner: Owner, *conditions: Any) -> "Sequence[Row[*tuple[Any, ...]]]":
    columns = AgentMessage.__table__.c["turn_id", "position", "content", "note", "tool_calls"]
    query = (
        select(AgentTurn.conversation_id, *columns)
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentConversation.owned_by(owner), *conditions)
    )
    return (await tx.connection.execute(query)).all()


async def _set(tx: Transaction, row: "Row[*tuple[Any, ...]]", **values: object) -> None:
    its = update(AgentMessage).filter_by(turn_id=row.turn_id, position=row.position)
    await tx.connection.execute(its.values(values))


def _is_about(call: Mapping[str, str], name: str) -> bool:
    """Tell whether a call names a note, itself or through a tool that calls others; also if it can't be read."""
    arguments = call["arguments"]
    tool: Any = call["name"]
    try:
        given = json.loads(arguments)
        if isinstance(given, dict) and tool not in NOTE_TOOLS:
            tool, given = given.get("name"), given.get("arguments")
            given = json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        return any(it in tool or it in arguments for it in NOTE_TOOLS)
    if tool not in NOTE_TOOLS or not isinstance(given, dict):
        return False
    named = (given.get(argument) for argument in NAMES_IN_CALLS)
    return any(isinstance(it, str) and name_key(it) == name_key(name) for it in named)
