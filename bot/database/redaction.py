"""Deletion binds at once: a deleted memory leaves all that is sent to the model, but for the two's own words."""

import asyncio
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, Final, Self
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    bindparam,
    cast,
    collate,
    func,
    or_,
    select,
    true,
    update,
)

from bot.database.engine import Transaction
from bot.database.parts import FEW, Parts
from bot.database.summaries import live_versions, withdraw
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn
from bot.values import KnownMemory, Owner, clean, folded, quoted

DELETED = "deleted by the user"

_AT_ONCE = 200
"""Messages searched before other tasks run."""

_KNOWN: Final = (AgentConversation.memories, AgentConversation.pending_memories)
_KNOWING = (
    select(AgentConversation.id, AgentConversation.system_prompt, *_KNOWN)
    .where(
        AgentConversation.bot_id == bindparam("bot_id"),
        AgentConversation.user_id == bindparam("user_id"),
        or_(*(func.jsonb_array_length(column) > 0 for column in _KNOWN)),
    )
    .with_for_update(key_share=True)
)
"""The conversations whose models know memories, or are to be told of them."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


@dataclass(frozen=True)
class _Deleted:
    """What is to go, every version of some memories, and what stays. Keys and `live` are folded."""

    quotes: Parts
    """The versions as our own texts quote them."""
    keys: Sequence[str]
    live: frozenset[str]
    """What the owner's live memories say or once said."""

    @classmethod
    def of(cls, versions: Collection[str], live: frozenset[str]) -> Self:
        """Prepare the search for versions."""
        keys = [folded(version) for version in versions]
        return cls(quotes=Parts([quoted(version) for version in versions]), keys=keys, live=live.difference(keys))

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self.keys)

    @cached_property
    def _longest_words(self) -> Parts:
        return Parts([_longest(re.findall(r"\w+", key)) or key for key in self.keys])

    def is_in(self, text: str) -> bool:
        """Say whether a text holds a version, and isn't all of what a live memory says."""
        return _holds(text, self._parts) and folded(text) not in self.live

    def may_be_in(self, arguments: str) -> bool:
        """Say whether arguments, as the model wrote them, hold as much as the longest word of a version."""
        return _holds(arguments, self._longest_words)


async def redact(tx: Transaction, owner: Owner, memory_ids: Collection[str], versions: Collection[str]) -> None:
    """Take memories' lines out of the owner's stored prompts, and their versions out of calls, results and notes.

    A call loses its arguments if one holds a version, whatever the letter case and white space, unless that is exactly
    what a live memory says or once said: the call that taught it stays. Summaries that may tell it are withdrawn.
    The memories themselves are deleted already; if they are brought back, they may be recalled again.
    """
    deleted = _Deleted.of(versions, await live_versions(tx, owner))
    changed = await _redact_prompts(tx, owner, frozenset(memory_ids))
    changed |= await _redact_messages(tx, owner, deleted, _any_may_hold(versions))
    changed |= await withdraw(tx, owner, memory_ids, versions, deleted.live)
    await _redact_pending_notes(tx, owner, deleted)
    await tx.connection.execute(
        update(AgentConversation)
        .where(or_(AgentConversation.id.in_(changed), AgentConversation.carried_conversation_id.in_(changed)))
        .values(revision=AgentConversation.revision + 1)
    )


def is_mark(content: str) -> bool:
    """Tell whether a text is the mark that stands for what was deleted, with or without marks around it."""
    return " ".join(re.findall(r"[^\W_]+", folded(content))) == DELETED


async def _redact_prompts(tx: Transaction, owner: Owner, memory_ids: frozenset[str]) -> set[UUID]:
    """Take memories' lines out of prompts, and let no conversation count as knowing them; return the changed ones."""
    rows = await tx.connection.execute(_knowing(memory_ids), owner.columns)
    changed: set[UUID] = set()
    for row in rows.all():
        if memory_ids.isdisjoint(it["id"] for it in (*row.memories, *row.pending_memories)):
            continue
        known = [KnownMemory(**it) for it in row.memories]
        out = {it.line for it in known if it.id in memory_ids and it.line is not None}
        values: dict[str, object] = {
            "memories": [asdict(_moved_up(it, out)) for it in known if it.id not in memory_ids],
            "pending_memories": [it for it in row.pending_memories if it["id"] not in memory_ids],
        }
        if out:
            changed.add(row.id)
            values["system_prompt"] = _without_lines(row.system_prompt, out)
        await tx.connection.execute(update(AgentConversation).where(AgentConversation.id == row.id).values(values))
    return changed


def _knowing(memory_ids: Collection[str]) -> "Select[UUID, str, list[dict[str, Any]], list[dict[str, Any]]]":
    """Return the query for the conversations that may know any of some memories."""
    if len(memory_ids) > FEW:
        return _KNOWING
    return _KNOWING.where(or_(*(column.contains([{"id": it}]) for column in _KNOWN for it in memory_ids)))


def _without_lines(prompt: str, out: Collection[int]) -> str:
    """Return a prompt without some of its lines; the break before the last one stays."""
    lines = prompt.split("\n")
    kept = [line for number, line in enumerate(lines) if number not in out]
    return "\n".join([*kept, ""] if len(lines) - 1 in out else kept)


def _moved_up(known: KnownMemory, out: Collection[int]) -> KnownMemory:
    """Return where a memory stands once some lines are out."""
    line = known.line
    return known if line is None else replace(known, line=line - sum(number < line for number in out))


async def _redact_messages(
    tx: Transaction, owner: Owner, deleted: _Deleted, may_hold: ColumnElement[bool]
) -> set[UUID]:
    """Take the versions out of calls, results and notes; return the conversations in which there were any."""
    found = await tx.connection.stream(
        select(
            AgentTurn.conversation_id,
            AgentMessage.turn_id,
            AgentMessage.position,
            AgentMessage.role,
            AgentMessage.content,
            AgentMessage.note,
            AgentMessage.tool_calls,
        )
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(
            _owned(owner),
            or_(AgentMessage.role == "tool", AgentMessage.tool_calls.is_not(None), AgentMessage.note != ""),
            may_hold,
        )
    )
    changes: list[tuple[UUID, UUID, int, dict[str, object]]] = []
    async for rows in found.partitions(_AT_ONCE):
        for row in rows:
            before = {"content": row.content, "note": row.note, "tool_calls": row.tool_calls}
            after = {
                "content": _without_quotes(row.content, deleted) if row.role == "tool" else row.content,
                "note": _without_quotes(row.note, deleted),
                "tool_calls": row.tool_calls and [_redacted_call(call, deleted) for call in row.tool_calls],
            }
            if after != before:
                changes.append((row.conversation_id, row.turn_id, row.position, after))
        await asyncio.sleep(0)
    for _, turn_id, position, after in changes:
        await tx.connection.execute(
            update(AgentMessage).where(AgentMessage.turn_id == turn_id, AgentMessage.position == position).values(after)
        )
    return {conversation_id for conversation_id, *_ in changes}


async def _redact_pending_notes(tx: Transaction, owner: Owner, deleted: _Deleted) -> None:
    rows = await tx.connection.execute(
        select(AgentConversation.id, AgentConversation.pending_notes).where(*_open(owner)).with_for_update()
    )
    for conversation_id, notes in rows.all():
        await tx.connection.execute(
            update(AgentConversation)
            .where(AgentConversation.id == conversation_id)
            .values(pending_notes=[_without_quotes(note, deleted) for note in notes])
        )


def _owned(owner: Owner) -> ColumnElement[bool]:
    return (AgentConversation.bot_id == owner.bot_id) & (AgentConversation.user_id == owner.user_id)


def _open(owner: Owner) -> Iterable[ColumnElement[bool]]:
    return _owned(owner), AgentConversation.ended_at.is_(None)


def _any_may_hold(versions: Collection[str]) -> ColumnElement[bool]:
    """Narrow the search to what may hold any of the versions; if they are many, all of it is looked through."""
    return or_(*map(_may_hold, versions)) if len(versions) <= FEW else true()


def _may_hold(version: str) -> ColumnElement[bool]:
    """Narrow the search to results and notes that quote the version, and to calls that may hold it.

    Stored calls hold a letter of the version's longest run of ASCII as it is, in either case, or as an escape.
    """
    texts = (AgentMessage.content, AgentMessage.note)
    is_quoted = (func.strpos(column, quoted(version)) > 0 for column in texts)
    return or_(*is_quoted, AgentMessage.tool_calls.is_not(None) & _calls_may_hold(version))


def _calls_may_hold(version: str) -> ColumnElement[bool]:
    run = _longest(re.findall(r"[a-z0-9]+", version.casefold()))
    if not run:
        return true()
    calls = collate(cast(AgentMessage.tool_calls, Text), "C")
    return or_(func.strpos(func.lower(calls), run) > 0, func.strpos(calls, "\\u") > 0)


def _longest(runs: Iterable[str]) -> str:
    return max(runs, key=len, default="")


def _without_quotes(text: str, deleted: _Deleted) -> str:
    return deleted.quotes.replaced(text, f'"{DELETED}"')


def _redacted_call(call: dict[str, str], deleted: _Deleted) -> dict[str, str]:
    """Empty the arguments if they hold a version, or can't be read: a model would copy what stood in its place.

    What is left is an object: several servers refuse a call that has anything else.
    """
    if not deleted.may_be_in(call["arguments"]):
        return call
    try:
        if not _is_in(json.loads(call["arguments"], object_pairs_hook=_object), deleted):
            return call
    except (ValueError, RecursionError):
        pass
    return call | {"arguments": "{}"}


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of its pairs. A name that stands twice makes it unreadable: its first value would be unseen."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _is_in(value: object, deleted: _Deleted) -> bool:
    """Tell whether a name or a value holds a version, however deep it is nested."""
    if isinstance(value, dict):
        return any(_is_in(it, deleted) for it in (*value.keys(), *value.values()))
    if isinstance(value, list):
        return any(_is_in(it, deleted) for it in value)
    return deleted.is_in(str(value))


def _holds(text: str, parts: Parts) -> bool:
    return any(parts.are_in(reading) for reading in _readings(text))


def _readings(text: str) -> Iterator[str]:
    """Yield a text as it stands and after undoing its escapes, again and again: JSON can stand within JSON."""
    yield folded(clean(text))
    while "\\" in text and (plain := _ESCAPE.sub(_unescaped, text)) != text:
        text = plain
        yield folded(clean(text))


def _unescaped(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else " " if letter in "bfnrt" else letter
