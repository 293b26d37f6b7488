"""Redaction: a deleted memory is removed at once from all that is sent to the model, but messages in words."""

import asyncio
import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    SQLColumnExpression,
    Text,
    cast,
    collate,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSONPATH

from bot.kit.owner import Owner
from bot.kit.text import clean, folded, quoted
from bot.memory.store.summaries import live_versions, withdraw
from bot.memory.store.telling import FEW, Parts
from bot.store.engine import Transaction
from bot.turns.store import reasoning
from bot.turns.store.tables import AgentConversation, AgentMessage, AgentTurn
from bot.turns.values.conversations import KnownMemory

DELETED: Final = "deleted by the user"

_AT_ONCE: Final = 200
"""Messages searched before other tasks get their turn."""
CALLS: Final = cast(AgentMessage.tool_calls, Text)
"""The calls of a message as JSON."""
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


async def redact(tx: Transaction, owner: Owner, memory_ids: Collection[str], versions: Collection[str]) -> None:
    """Remove deleted memories' lines from the owner's stored prompts, and their versions from calls, results and notes.

    A call loses its arguments if one contains a version, ignoring letter case and white space, unless that is exactly a
    version of a live memory, which the call taught. Summaries that may repeat a version are withdrawn, and reasoning is
    erased. Restored memories may be recalled again.
    """
    live = await live_versions(tx, owner)
    deleted = _Deleted(versions, live)
    changed = await _redact_conversations(tx, owner, frozenset(memory_ids), deleted)
    changed |= await _redact_messages(tx, owner, deleted, _may_hold(versions))
    changed |= await reasoning.drop(tx, owner)
    changed |= await withdraw(tx, owner, memory_ids, versions, live.difference(map(folded, versions)))
    await tx.connection.execute(
        update(AgentConversation)
        .where(or_(AgentConversation.id.in_(changed), AgentConversation.carried_conversation_id.in_(changed)))
        .values(revision=AgentConversation.revision + 1)
    )


def is_mark(content: str) -> bool:
    """Tell whether a text is the mark of deleted text, with or without quotes around it."""
    return " ".join(re.findall(r"[^\W_]+", folded(content))) == DELETED


class _Deleted:
    """All versions of deleted memories, to be removed from texts; `live` are the versions of live ones, folded."""

    def __init__(self, versions: Collection[str], live: Collection[str]) -> None:
        keys = [folded(version) for version in versions]
        self._quotes = Parts([quoted(version) for version in versions])
        self._keys = Parts(keys)
        self._longest_words = Parts([_longest(re.findall(r"\w+", key)) or key for key in keys])
        self._live = frozenset(live).difference(keys)

    def redacted(self, text: str) -> str:
        """Return one of our own texts, with the mark in place of quoted versions."""
        return self._quotes.replaced(text, f'"{DELETED}"')

    def redacted_call(self, call: dict[str, str]) -> dict[str, str]:
        """Return a call, with empty arguments if they hold a version, since the model would copy a mark.

        Malformed arguments are emptied if they hold a version's longest word.
        """
        arguments = call["arguments"]
        if not any(map(self._longest_words.found_in, _readings(arguments))):
            return call
        try:
            holds = any(map(self._is_in, _texts_in(arguments)))
        except (ValueError, RecursionError):
            holds = True
        return call | {"arguments": "{}"} if holds else call

    def _is_in(self, text: str) -> bool:
        """Tell whether a text holds a version, and isn't all of what a live memory says."""
        return folded(text) not in self._live and any(map(self._keys.found_in, _readings(text)))


async def _redact_conversations(
    tx: Transaction, owner: Owner, memory_ids: frozenset[str], deleted: _Deleted
) -> set[UUID]:
    """Remove memories from prompts, notes and lists of known ones; return conversations with changed prompts."""
    conversation = AgentConversation
    rows = await tx.connection.execute(
        select(
            conversation.id,
            conversation.system_prompt,
            conversation.memories,
            conversation.pending_memories,
            conversation.pending_notes,
        )
        .where(
            conversation.owned_by(owner),
            or_(
                _names_any(conversation.memories, memory_ids),
                _names_any(conversation.pending_memories, memory_ids),
                func.cardinality(conversation.pending_notes) > 0,
            ),
        )
        .with_for_update(key_share=True)
    )
    changed: set[UUID] = set()
    for row in rows.all():
        known = [KnownMemory(**it) for it in row.memories]
        out = {it.line for it in known if it.id in memory_ids and it.line is not None}
        if out:
            changed.add(row.id)
        await tx.connection.execute(
            update(conversation)
            .where(conversation.id == row.id)
            .values(
                system_prompt=_without_lines(row.system_prompt, out),
                memories=[asdict(_moved_up(it, out)) for it in known if it.id not in memory_ids],
                pending_memories=[it for it in row.pending_memories if it["id"] not in memory_ids],
                pending_notes=[deleted.redacted(note) for note in row.pending_notes],
            )
        )
    return changed


def _names_any(known: SQLColumnExpression[Any], memory_ids: Collection[str]) -> ColumnElement[bool]:
    ids = func.jsonb_path_query_array(known, cast("$[*].id", JSONPATH))
    return ids.bool_op("?|")(cast(list(memory_ids), ARRAY(Text)))


def _without_lines(prompt: str, out: Collection[int]) -> str:
    """Return a prompt without these lines; the break before the last one stays."""
    lines = prompt.split("\n")
    kept = [line for number, line in enumerate(lines) if number not in out]
    return "\n".join([*kept, ""] if len(lines) - 1 in out else kept)


def _moved_up(known: KnownMemory, out: Collection[int]) -> KnownMemory:
    """Return a known memory with its new line number after lines are removed."""
    line = known.line
    return known if line is None else replace(known, line=line - sum(number < line for number in out))


async def _redact_messages(
    tx: Transaction, owner: Owner, deleted: _Deleted, may_hold: ColumnElement[bool]
) -> set[UUID]:
    """Remove the versions from calls, results and notes; return the conversations concerned."""
    message = AgentMessage
    may_tell = or_(message.role == "tool", message.tool_calls.is_not(None), message.note != "")
    found = await tx.connection.stream(messages(owner, may_tell, may_hold))
    changes: list[tuple[UUID, UUID, int, dict[str, object]]] = []
    async for rows in found.partitions(_AT_ONCE):
        for row in rows:
            before = {"content": row.content, "note": row.note, "tool_calls": row.tool_calls}
            after = {
                "content": deleted.redacted(row.content) if row.role == "tool" else row.content,
                "note": deleted.redacted(row.note),
                "tool_calls": row.tool_calls and [deleted.redacted_call(call) for call in row.tool_calls],
            }
            if after != before:
                changes.append((row.conversation_id, row.turn_id, row.position, after))
        await asyncio.sleep(0)
    for _, turn_id, position, after in changes:
        await tx.connection.execute(
            update(message).where(message.turn_id == turn_id, message.position == position).values(after)
        )
    return {conversation_id for conversation_id, *_ in changes}


def _may_hold(versions: Collection[str]) -> ColumnElement[bool]:
    """Return a condition for results and notes that quote a version, and calls that may hold one.

    Stored calls hold each letter of a version's longest run of ASCII literally, in either case, or as an escape. Many
    versions give no condition.
    """
    if len(versions) > FEW:
        return true()
    calls = collate(CALLS, "C")
    may_hold = [func.strpos(calls, "\\u") > 0]
    for version in versions:
        run = _longest(re.findall(r"[a-z0-9]+", version.casefold()))
        may_hold.append(func.strpos(func.lower(calls), run) > 0)
        may_hold += [func.strpos(text, quoted(version)) > 0 for text in (AgentMessage.content, AgentMessage.note)]
    return or_(*may_hold)


def _longest(runs: Iterable[str]) -> str:
    return max(runs, key=len, default="")


def _texts_in(arguments: str) -> Iterator[str]:
    """Yield all names and values, also of a name that is there twice. Raises ValueError or RecursionError."""
    waiting = [json.loads(arguments, object_pairs_hook=list)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list | tuple):
            waiting += value
        else:
            yield str(value)


def _readings(text: str) -> Iterator[str]:
    """Yield a text, folded, as it is and after undoing its escapes, again and again: JSON can be within JSON."""
    yield folded(clean(text))
    while "\\" in text and (plain := _ESCAPE.sub(_unescaped, text)) != text:
        text = plain
        yield folded(clean(text))


def _unescaped(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else " " if letter in "bfnrt" else letter


def messages(owner: Owner, *conditions: ColumnElement[bool]) -> "Select[*tuple[Any, ...]]":
    """Select an owner's messages with their conversations."""
    columns = AgentMessage.__table__.c["turn_id", "position", "role", "content", "note", "tool_calls"]
    return (
        select(AgentTurn.conversation_id, *columns)
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentConversation.owned_by(owner), *conditions)
    )
