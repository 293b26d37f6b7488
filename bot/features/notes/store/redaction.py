"""Redaction: a deleted note is removed at once from all that is sent to the model, but messages in words."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, or_, select, update

from bot.features.notes.values import (
    NAMES_IN_CALLS,
    NOTE_TOOLS,
    name_key,
    note_mark,
    receipt_beginning,
    wish_beginning,
)
from bot.kit.owner import Owner
from bot.kit.prompt_text import beginnings
from bot.memory.store.redaction import CALLS, messages
from bot.store.engine import Transaction
from bot.turns.store.conversations import drop_summaries
from bot.turns.store.tables import AgentConversation, AgentMessage

NOTE_DELETED: Final = "The user has deleted this note."

_IN_ANY_CALL: Final = or_(*(func.strpos(CALLS, name) > 0 for name in sorted(NOTE_TOOLS)))


async def redact_note(tx: Transaction, owner: Owner, name: str) -> None:
    """Empty the calls about a deleted note, replace their results, and remove its lines from searches and notes.

    The name is one that the note has had. Calls that can't be read are emptied, too. Summaries of these conversations
    are made again.
    """
    changed = await _redact_acts(tx, owner, name)
    redacted: dict[UUID, set[str]] = defaultdict(set)
    for row in await _messages_of(tx, owner, _IN_ANY_CALL):
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
    for row in await _messages_of(tx, owner, AgentMessage.role == "tool", func.strpos(AgentMessage.content, mark) > 0):
        kept = [line for line in row.content.split("\n") if not line.startswith(beginnings(mark))]
        await _set(tx, row, content="\n".join(kept) or NOTE_DELETED)
        changed.add(row.conversation_id)
    await drop_summaries(tx, changed)


async def _redact_acts(tx: Transaction, owner: Owner, name: str) -> set[UUID]:
    """Cut what was done or wanted of a note short in the notes with users' messages; return their conversations."""
    changed: set[UUID] = set()
    words = receipt_beginning(name), wish_beginning(name)
    holds_any = or_(*(func.strpos(AgentMessage.note, it) > 0 for it in words))
    for row in await _messages_of(tx, owner, holds_any):
        await _set(tx, row, note=_cut_short(row.note, words))
        changed.add(row.conversation_id)
    pending = select(AgentConversation.id, AgentConversation.pending_notes).where(
        AgentConversation.owned_by(owner), func.cardinality(AgentConversation.pending_notes) > 0
    )
    for row in (await tx.connection.execute(pending)).all():
        notes = [_cut_short(note, words) for note in row.pending_notes]
        its = update(AgentConversation).where(AgentConversation.id == row.id)
        await tx.connection.execute(its.values(pending_notes=notes))
    return changed


def _cut_short(note: str, words: Iterable[str]) -> str:
    """Return a note without what its lines say after any of these words, to the end of a quotation if they are in one.

    Quotation marks in it are not told from its end: the last one is.
    """
    for its in words:
        note = "\n".join(_cut_line(line, its) for line in note.split("\n"))
    return note


def _cut_line(line: str, words: str) -> str:
    before, found, said = line.partition(words)
    after = said[said.rindex('"') :] if '"' in before and '"' in said else ""
    return f"{before}{found}{NOTE_DELETED}{after}" if found else line


async def _messages_of(
    tx: Transaction, owner: Owner, *conditions: ColumnElement[bool]
) -> "Sequence[Row[*tuple[Any, ...]]]":
    return (await tx.connection.execute(messages(owner, *conditions))).all()


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
