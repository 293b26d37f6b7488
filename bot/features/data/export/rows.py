"""Mapping between the parts of an export and database rows. Fields have their column's name unless mapped here."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeVar
from uuid import UUID

from bot.features.data.export import conversations, document
from bot.kit.exports import Part, flat
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.memory.acts import ADD, FAMILY, FORGET, UPDATE, line
from bot.memory.prompt_block import BLOCK_HEADING, READ_ONLY_HEADING
from bot.memory.store.importance import stated
from bot.memory.store.memories import content_key, subject_key
from bot.memory.values import ChangeKind
from bot.turns.store.exports import Row, Section
from bot.turns.store.turns import NOT_RUN
from bot.turns.values.acts import Act, ActState, Door, Risk
from bot.turns.values.conversations import FROM_THE_BEGINNING, CarriedTurns
from bot.turns.values.origins import Source, are_others
from bot.turns.values.turns import TurnState

PartT = TypeVar("PartT", bound=Part)

_ENDED: Final = {ActState.ALLOWED: ActState.DECLINED, ActState.RUNNING: ActState.UNKNOWN}
_OWN_HEADING: Final = "# The owner's instructions\n\n"
_MEMORY_LINE: Final = re.compile(r"- \[id:([A-Za-z0-9]{8})\] (.*)")


def part(model: type[PartT], row: Row) -> PartT:
    """Return a part of an export from a row; a conversation's turns follow it."""
    for act in row.get("acts", ()):
        act["words"] = _words(act)
    if model is conversations.Act:
        row = {**row, "words": _words(row)}
    return model.model_validate({"turns": (), **row}, strict=False, extra="ignore")


def head(row: Row | None, owner: Owner, at: datetime) -> document.Head:
    """Return the head of an export made at a time; an owner who never wrote has no row."""
    row = row or {"conversations": 0, "warned_at": None, **owner.columns}
    about = {"format": document.FORMAT, "version": document.VERSION, "exported_at": at}
    return part(document.Head, {**row, "numbered_conversations": row["conversations"], **about})


def tables(export: document.Export, owner: Owner, sections: Iterable[Section[Any]]) -> Mapping[str, Iterable[Row]]:
    """Return the rows to import by table, without the owner's columns.

    Received and sent messages of other chats than the owner's are left out.
    """
    # A conversation carries only turns of earlier ones, which have lower numbers.
    conversations = sorted(export.conversations, key=attrgetter("number"))
    highest = max([export.numbered_conversations, *(it.number for it in conversations)])
    is_own_chat = (export.bot_id, export.user_id) == (owner.bot_id, owner.user_id)
    in_chat = [*export.turns] if is_own_chat else []
    own: dict[str, Iterable[Row]] = {
        "agent_owners": [_owner_row(export, highest)],
        "agent_conversations": (_conversation_row(it, export.memories) for it in conversations),
        "agent_turns": (_turn_row(turn, it, export.exported_at) for it in conversations for turn in it.turns),
        "agent_messages": (row for turn in export.turns for row in _message_rows(turn)),
        "agent_attachments": (row for turn in export.turns for row in _attachment_rows(turn)),
        "agent_document_parts": (row for turn in export.turns for row in _document_rows(turn)),
        "agent_acts": chain(
            (row for it in conversations for turn in it.turns for row in _act_rows(turn, it)),
            (it.row(turn_id=None, conversation_id=None) for it in export.acts),
        ),
        "telegram_updates": (
            it.row(turn_id=turn.id, handled_at=it.received_at) for turn in in_chat for it in turn.received
        ),
        "telegram_messages": (
            it.row(turn_id=turn.id, state="sent", created_at=it.sent_at or datetime.now(UTC))
            for turn in in_chat
            for it in turn.sent
        ),
        "agent_memories": map(_memory_row, export.memories),
        "agent_memory_versions": (_version_row(it, memory.id) for memory in export.memories for it in memory.versions),
        "agent_tools": map(Part.row, export.tools),
        "agent_usage": map(Part.row, export.usage),
    }
    of_sections = (section.rows(getattr(export, section.name)) for section in sections)
    return {name: several for its in (own, *of_sections) for name, several in its.items()}


def _owner_row(head: document.Head, conversations: int) -> Row:
    elsewhere = {"format", "version", "exported_at", "bot_id", "user_id", "numbered_conversations"}
    own = document.Head.model_fields.keys() - elsewhere
    return {**{name: getattr(head, name) for name in own}, "conversations": conversations}


def _conversation_row(conversation: conversations.Conversation, memories: Iterable[document.Memory]) -> Row:
    left_out_from = (conversation.left_out_from or FROM_THE_BEGINNING) if conversation.left_out else None
    carried = flat(CarriedTurns, conversation.carried, "carried")
    row = conversation.row("carried", "left_out", "turns", "recalled", left_out_from=left_out_from, **carried)
    return row | _known(conversation, memories) if conversation.memories is None else row


def _known(conversation: conversations.Conversation, memories: Iterable[document.Memory]) -> dict[str, Any]:
    """Return the columns that early exports lack: positions in the prompt, and the memories in it."""
    prompt = conversation.system_prompt
    memories_at = max(prompt.rfind(heading) for heading in (BLOCK_HEADING, READ_ONLY_HEADING))
    memories_at = len(prompt) if memories_at < 0 else memories_at
    own_at = prompt.find(_OWN_HEADING, 0, memories_at)
    versions = {it.id: [one_line(version.content) for version in it.versions] for it in memories}
    known: list[Row] = []
    for number, text in enumerate(prompt.split("\n")):
        if (found := _MEMORY_LINE.fullmatch(text)) and found[1] in versions:
            fitting = (version for version, content in enumerate(versions[found[1]], 1) if text.endswith(content))
            known.append({"id": found[1], "version": max(fitting, default=1), "line": number})
    known += [{"id": it, "version": len(versions.get(it, "1")), "line": None} for it in conversation.recalled]
    return {"own_at": memories_at if own_at < 0 else own_at, "memories_at": memories_at, "memories": known}


def _turn_row(turn: conversations.Turn, conversation: conversations.Conversation, exported_at: datetime) -> Row:
    """Return a turn's row; a running turn is imported as failed."""
    failed = {"state": TurnState.FAILED, "ended_at": exported_at} if turn.state is TurnState.RUNNING else {}
    return turn.row("messages", "acts", "received", "sent", conversation_id=conversation.id, **failed)


def _words(row: Row) -> str:
    """Return what an act did as its owner reads it now."""
    its = {name: row[name] for name in ("id", "call_id", "family", "name", "arguments", "risk", "words", "undo")}
    return line(Act(**its, state=ActState(row["state"]), created_at=row["created_at"]))


def _act_rows(turn: conversations.Turn, conversation: conversations.Conversation) -> Iterator[Row]:
    """Yield the rows of a turn's acts; none is going on any more. Messages of early releases hold changes."""
    its = {"turn_id": turn.id, "conversation_id": conversation.id}
    for act in turn.acts:
        yield act.row(**its, state=_ENDED.get(act.state, act.state))
    for message in turn.messages:
        if message.change or message.receipt:
            yield {**its, **_change_row(turn, message)}


def _change_row(turn: conversations.Turn, message: conversations.Message) -> Row:
    change = message.change
    names = {ChangeKind.ADDED: ADD, ChangeKind.UPDATED: UPDATE, ChangeKind.FORGOTTEN: FORGET}
    return {
        "id": UUID(f"{str(turn.id)[:24]}{message.position:012x}"),
        "call_id": message.call_id or "",
        "door": Door.CALL,
        "through": "",
        "family": FAMILY,
        "name": names[change.kind] if change else UPDATE,
        "arguments": "{}",
        "risk": Risk.WRITES,
        "allowed_as": "",
        "untrusted": False,
        "state": ActState.UNDONE if change and change.undone else ActState.DONE,
        "words": message.receipt or "",
        "english": "",
        "undo": change.model_dump(mode="json") if change else None,
        "offer_id": None,
        "replaced_by": None,
        "created_at": message.created_at,
        "expires_at": None,
    }


def _message_rows(turn: conversations.Turn) -> Iterator[Row]:
    """Yield the rows of a turn's messages."""
    for position, message in enumerate(_messages(turn), 1):
        row = message.row("attachments", turn_id=turn.id, position=position)
        is_early = message.role == "user" and message.text is None
        yield row | {"text": message.words, "sent_at": message.created_at} if is_early else row


def _attachment_rows(turn: conversations.Turn) -> Iterator[Row]:
    """Yield the rows of the files of a turn's messages."""
    for position, message in enumerate(_messages(turn), 1):
        for attachment in message.attachments:
            yield attachment.row("parts", turn_id=turn.id, position=position)


def _document_rows(turn: conversations.Turn) -> Iterator[Row]:
    """Yield the rows of the documents' parts of a turn's messages."""
    for attachment in (attachment for message in turn.messages for attachment in message.attachments):
        for number, part in enumerate(attachment.parts, 1):
            yield part.row(attachment_id=attachment.id, number=number)


def _messages(turn: conversations.Turn) -> list[conversations.Message]:
    """Return a turn's messages in order. A call without a result gets one."""
    answered = {message.call_id for message in turn.messages}
    messages: list[conversations.Message] = []
    owed: list[conversations.Message] = []
    for message in sorted(turn.messages, key=attrgetter("position")):
        if message.role != "tool":
            messages += owed
            not_run = {"role": "tool", "content": NOT_RUN, "note": "", "tool_calls": None}
            calls = (call for call in message.tool_calls or () if call.id not in answered)
            owed = [message.model_copy(update=not_run | {"call_id": call.id}) for call in calls]
        messages.append(message)
    return messages + owed


def _memory_row(memory: document.Memory) -> Row:
    newest = memory.versions[-1]
    return memory.row(
        "versions",
        subject_key=subject_key(memory.subject),
        content_key=content_key(newest.content),
        version=newest.number,
        importance=stated(newest.origin, newest.created_at) if memory.importance is None else memory.importance,
    )


def _version_row(version: document.MemoryVersion, memory_id: str) -> Row:
    source = flat(Source, version.source, "source")
    its = {"memory_id": memory_id, "version_number": version.number, "untrusted": version.untrusted}
    if version.untrusted is None:
        its["untrusted"] = are_others(version.origin, version.through or "")
    return version.row("number", "source", **its, **source)
