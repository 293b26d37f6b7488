"""Deletion binds at once: a deleted memory leaves all that is sent to the model, but for the two's own words.

And what else was changed outside a conversation reaches it as a note.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, false, func, or_, select, true, update

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.messages import Owner, folded, one_line

DELETED = "deleted by the user"


async def add_note(tx: Transaction, owner: Owner, note: str) -> None:
    """Tell the owner's running conversations something with their next message."""
    await tx.connection.execute(
        update(AgentConversation)
        .where(*_open(owner))
        .values(pending_notes=func.array_append(AgentConversation.pending_notes, note))
    )


async def redact(tx: Transaction, owner: Owner, memory_id: str, wordings: Sequence[str]) -> None:
    """Take a memory's line out of the owner's stored prompts, and its wordings out of calls, results and notes."""
    line = f"- [id:{memory_id}] "
    await tx.connection.execute(
        update(AgentConversation)
        .where(_owned(owner), AgentConversation.system_prompt.contains(line, autoescape=True))
        .values(
            system_prompt=func.regexp_replace(
                AgentConversation.system_prompt, rf"^- \[id:{memory_id}\] .*(\n|$)", "", "n"
            )
        )
    )
    await _redact_messages(tx, owner, wordings)
    await _redact_pending_notes(tx, owner, wordings)


async def _redact_messages(tx: Transaction, owner: Owner, wordings: Sequence[str]) -> None:
    found = await tx.connection.execute(
        select(
            AgentMessage.turn_id,
            AgentMessage.position,
            AgentMessage.kind,
            AgentMessage.content,
            AgentMessage.note,
            AgentMessage.tool_calls,
        )
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(
            _owned(owner),
            or_(AgentMessage.kind == "tool", AgentMessage.tool_calls.is_not(None), AgentMessage.note != ""),
            or_(false(), *(_may_hold(wording) for wording in wordings)),
        )
    )
    for row in found.all():
        changed = {
            "content": _without_quotes(row.content, wordings) if row.kind == "tool" else row.content,
            "note": _without_quotes(row.note, wordings),
            "tool_calls": row.tool_calls and [_redacted_call(call, wordings) for call in row.tool_calls],
        }
        await tx.connection.execute(
            update(AgentMessage)
            .where(AgentMessage.turn_id == row.turn_id, AgentMessage.position == row.position)
            .values(changed)
        )


async def _redact_pending_notes(tx: Transaction, owner: Owner, wordings: Sequence[str]) -> None:
    rows = await tx.connection.execute(
        select(AgentConversation.id, AgentConversation.pending_notes).where(*_open(owner)).with_for_update()
    )
    for conversation_id, notes in rows.all():
        await tx.connection.execute(
            update(AgentConversation)
            .where(AgentConversation.id == conversation_id)
            .values(
                pending_notes=[_without_quotes(note, wordings) for note in notes],
                revision=AgentConversation.revision + 1,
            )
        )


def _owned(owner: Owner) -> ColumnElement[bool]:
    return (AgentConversation.bot_id == owner.bot_id) & (AgentConversation.user_id == owner.user_id)


def _open(owner: Owner) -> Iterable[ColumnElement[bool]]:
    return _owned(owner), AgentConversation.ended_at.is_(None)


def _may_hold(wording: str) -> ColumnElement[bool]:
    """Narrow the search to messages with the wording's longest run that JSON never escapes."""
    runs = re.findall(r"[A-Za-z0-9]+", wording)
    if not runs:
        return true()
    run = max(runs, key=len)
    return or_(
        *(
            column.icontains(run)
            for column in (AgentMessage.content, AgentMessage.note, cast(AgentMessage.tool_calls, Text))
        )
    )


def _without_quotes(text: str, wordings: Sequence[str]) -> str:
    """Replace the wordings where our own texts quote them, in quotation marks and on one line."""
    for wording in wordings:
        text = text.replace(f'"{one_line(wording)}"', f'"{DELETED}"')
    return text


def _redacted_call(call: dict[str, str], wordings: Sequence[str]) -> dict[str, str]:
    """Replace arguments that are a wording, and all arguments where they can't be read and may hold one."""
    keys = {folded(wording) for wording in wordings}
    try:
        arguments: Any = json.loads(call["arguments"])
    except ValueError:
        held = any(key in folded(call["arguments"]) for key in keys)
        return call | {"arguments": json.dumps(DELETED)} if held else call
    if not isinstance(arguments, dict) or not any(_is_one(value, keys) for value in arguments.values()):
        return call
    kept = {name: DELETED if _is_one(value, keys) else value for name, value in arguments.items()}
    return call | {"arguments": json.dumps(kept, ensure_ascii=False)}


def _is_one(value: object, keys: set[str]) -> bool:
    return isinstance(value, str) and folded(value) in keys
