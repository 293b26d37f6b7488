"""What is stored of an owner, as an export tells it."""

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Row,
    Select,
    Uuid,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    text,
    tuple_,
)

from bot.database.conversations import Conversations
from bot.database.engine import Transaction
from bot.database.receipts import stored_change
from bot.database.tables import (
    AgentConversation,
    AgentMemory,
    AgentMemoryVersion,
    AgentMessage,
    AgentOwner,
    AgentTurn,
    AgentUsage,
    TelegramMessage,
    TelegramUpdate,
)
from bot.export import document
from bot.export.writing import Contents, Said
from bot.values import CaptureMode, ConversationMode, MemoryCategory, Origin, Owner, TurnState, UsagePurpose, order

AT_ONCE: Final = 200
"""So many turns, or other rows, are read or stored at once: a bot that exports goes on with its chats in between."""
_FIRST: Final = UUID(int=0)

_Row: TypeAlias = "Row[*tuple[Any, ...]]"

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_SNAPSHOT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
_IS_KEPT = AgentConversation.mode == ConversationMode.KEPT.value
_IS_OWNERS = and_(AgentConversation.bot_id == bindparam("bot_id"), AgentConversation.user_id == bindparam("user_id"))
_OWNER = select(AgentOwner.conversations, AgentOwner.warned_at, AgentOwner.capture).where(
    AgentOwner.bot_id == bindparam("bot_id"), AgentOwner.user_id == bindparam("user_id")
)
_MEMORIES = (
    select(
        AgentMemory.id,
        AgentMemory.category,
        AgentMemory.subject,
        AgentMemory.created_at,
        AgentMemory.deleted_at,
        AgentMemory.pinned,
        AgentMemory.importance,
        AgentMemoryVersion.id.label("version_id"),
        AgentMemoryVersion.version_number,
        AgentMemoryVersion.content,
        AgentMemoryVersion.created_at.label("worded_at"),
        AgentMemoryVersion.origin,
        AgentConversation.id.label("source_conversation_id"),
        AgentMemoryVersion.source_turn_id,
    )
    .join(AgentMemoryVersion, AgentMemoryVersion.memory_id == AgentMemory.id)
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentMemoryVersion.source_conversation_id, _IS_KEPT))
    .where(AgentMemory.bot_id == bindparam("bot_id"), AgentMemory.user_id == bindparam("user_id"))
    .order_by(AgentMemoryVersion.version_number)
)
_CONVERSATIONS = (
    select(AgentConversation)
    .where(_IS_OWNERS, _IS_KEPT, AgentConversation.id > bindparam("after"))
    .order_by(AgentConversation.id)
    .limit(AT_ONCE)
)
_TURNS = (
    select(AgentTurn)
    .where(AgentTurn.conversation_id == func.any(bindparam("conversation_ids", type_=ARRAY(Uuid))))
    .where(
        tuple_(AgentTurn.conversation_id, AgentTurn.id)
        > tuple_(bindparam("after", type_=Uuid), bindparam("after_turn", type_=Uuid))
    )
    .order_by(AgentTurn.conversation_id, AgentTurn.id)
    .limit(AT_ONCE)
)
_ANY_TURN = func.any(bindparam("turn_ids", type_=ARRAY(Uuid)))
_MESSAGES = select(AgentMessage).where(AgentMessage.turn_id == _ANY_TURN).order_by(AgentMessage.position)
_RECEIVED = select(TelegramUpdate).where(TelegramUpdate.turn_id == _ANY_TURN).order_by(TelegramUpdate.id)
_SENT = (
    select(TelegramMessage)
    .where(TelegramMessage.turn_id == _ANY_TURN, TelegramMessage.state == "sent")
    .where(TelegramMessage.message_id.is_not(None))
    .order_by(TelegramMessage.attempt, TelegramMessage.part)
)
_REQUESTS = (
    select(AgentUsage, AgentConversation.id.label("kept_id"))
    .outerjoin(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .outerjoin(AgentConversation, and_(AgentConversation.id == AgentTurn.conversation_id, _IS_KEPT))
    .where(AgentUsage.bot_id == bindparam("bot_id"), AgentUsage.user_id == bindparam("user_id"))
    .where(AgentUsage.id > bindparam("after"))
    .order_by(AgentUsage.id)
    .limit(AT_ONCE)
)
IS_KNOWN = select(
    or_(
        *(
            exists().where(table.bot_id == bindparam("bot_id"), table.user_id == bindparam("user_id"))
            for table in (AgentOwner, AgentMemory, AgentConversation, AgentUsage)
        )
    )
)


class Exports:
    """What is stored of each owner. Works in the caller's transaction."""

    async def contents(self, tx: Transaction, owner: Owner, at: datetime) -> Contents:
        """Return what is stored of an owner now, to be read on in this transaction, in which nothing may come before.

        What was said in private is no part of it, nor what waits to be handled, to be sent, or for its owner's button.
        """
        await tx.connection.execute(_SNAPSHOT)
        whose = owner.columns
        known = (await tx.connection.execute(_OWNER, whose)).one_or_none()
        return Contents(
            head=document.Head(
                format=document.FORMAT,
                version=document.VERSION,
                exported_at=at,
                bot_id=owner.bot_id,
                user_id=owner.user_id,
                numbered_conversations=known.conversations if known else 0,
                warned_at=known.warned_at if known else None,
                capture=CaptureMode(known.capture) if known and known.capture else None,
            ),
            memories=_memories((await tx.connection.execute(_MEMORIES, whose)).all()),
            said=self._said(tx, owner),
            requests=self._requests(tx, owner),
            is_known=bool(await tx.connection.scalar(IS_KNOWN, whose)),
            leaves_out_private=await Conversations().has_private(tx, owner),
        )

    async def _said(self, tx: Transaction, owner: Owner) -> AsyncIterator[Said]:
        after = _FIRST
        while rows := (await tx.connection.execute(_CONVERSATIONS, {**owner.columns, "after": after})).all():
            after = rows[-1].id
            waiting = deque(rows)
            async for conversation_id, turn in _turns(tx, [row.id for row in rows]):
                while waiting and waiting[0].id <= conversation_id:
                    yield _conversation(waiting.popleft())
                yield turn
            for row in waiting:
                yield _conversation(row)

    async def _requests(self, tx: Transaction, owner: Owner) -> AsyncIterator[document.Request]:
        after = 0
        while rows := (await tx.connection.execute(_REQUESTS, {**owner.columns, "after": after})).all():
            after = rows[-1].id
            for row in rows:
                yield _request(row)


# What is stored, as an export tells it


def _memories(rows: Sequence[_Row]) -> list[document.Memory]:
    """Return the memories in the order they are always shown in; the rows are their wordings, in order."""
    wordings = defaultdict[str, list[_Row]](list)
    for row in rows:
        wordings[row.id].append(row)
    memories = [
        document.Memory(
            id=memory_id,
            category=MemoryCategory(several[0].category),
            subject=several[0].subject,
            created_at=several[0].created_at,
            deleted_at=several[0].deleted_at,
            pinned=several[0].pinned,
            importance=several[0].importance,
            wordings=tuple(_wording(row) for row in several),
        )
        for memory_id, several in wordings.items()
    ]
    return order(memories)


def _wording(row: _Row) -> document.Wording:
    source = None
    if row.source_conversation_id and row.source_turn_id:
        source = document.Source(conversation_id=row.source_conversation_id, turn_id=row.source_turn_id)
    return document.Wording(
        id=row.version_id,
        number=row.version_number,
        content=row.content,
        created_at=row.worded_at,
        source=source,
        origin=Origin(row.origin),
    )


def _conversation(row: _Row) -> document.Conversation:
    carried = None
    if row.carried_conversation_id:
        carried = document.Carried(
            conversation_id=row.carried_conversation_id,
            from_turn_id=row.carried_from_turn_id,
            to_turn_id=row.carried_to_turn_id,
        )
    return document.Conversation(
        id=row.id,
        number=row.number,
        system_prompt=row.system_prompt,
        tools=tuple(document.Tool(**tool) for tool in row.tools),
        pending_notes=tuple(row.pending_notes),
        capture=CaptureMode(row.capture),
        recalls=row.recalls,
        recalled=tuple(row.recalled),
        revision=row.revision,
        started_at=row.started_at,
        last_message_at=row.last_message_at,
        ended_at=row.ended_at,
        carried=carried,
        history_from=row.history_from,
        history_moved_at=row.history_moved_at,
        summary=row.summary,
        left_out=row.left_out_from is not None,
        left_out_from=row.left_out_from,
        summary_without=tuple(row.summary_without),
        turns=(),
    )


async def _turns(tx: Transaction, conversation_ids: Sequence[UUID]) -> AsyncIterator[tuple[UUID, document.Turn]]:
    """Yield the turns of conversations, each with its conversation's id, in order."""
    position = {"after": _FIRST, "after_turn": _FIRST}
    while turns := (await tx.connection.execute(_TURNS, {"conversation_ids": conversation_ids, **position})).all():
        position = {"after": turns[-1].conversation_id, "after_turn": turns[-1].id}
        turn_ids = [turn.id for turn in turns]
        messages, received, sent = [await _by_turn(tx, query, turn_ids) for query in (_MESSAGES, _RECEIVED, _SENT)]
        for turn in turns:
            yield turn.conversation_id, _turn(turn, messages[turn.id], received[turn.id], sent[turn.id])


def _turn(turn: _Row, messages: Sequence[_Row], received: Sequence[_Row], sent: Sequence[_Row]) -> document.Turn:
    return document.Turn(
        id=turn.id,
        state=TurnState(turn.state),
        attempt=turn.attempt,
        created_at=turn.created_at,
        ended_at=turn.ended_at,
        messages=tuple(_message(row) for row in messages),
        received=tuple(
            document.Received(update_id=row.update_id, message_id=row.message_id, received_at=row.received_at)
            for row in received
        ),
        sent=tuple(
            document.Sent(attempt=row.attempt, part=row.part, message_id=row.message_id, sent_at=row.sent_at)
            for row in sent
        ),
    )


async def _by_turn(tx: Transaction, query: Select[Any], turn_ids: Sequence[UUID]) -> Mapping[UUID, list[_Row]]:
    found = defaultdict[UUID, list[_Row]](list)
    for row in await tx.connection.execute(query, {"turn_ids": turn_ids}):
        found[row.turn_id].append(row)
    return found


def _message(row: _Row) -> document.Message:
    change = stored_change(row.change)
    return document.Message(
        position=row.position,
        kind=row.kind,
        content=row.content,
        note=row.note,
        tool_calls=tuple(document.Call(**call) for call in row.tool_calls) if row.tool_calls else None,
        call_id=row.call_id,
        receipt=row.receipt,
        change=document.Change(**asdict(change)) if change else None,
        superseded=row.superseded,
        others_words=row.others_words,
        is_cut=row.is_cut,
        created_at=row.created_at,
    )


def _request(row: _Row) -> document.Request:
    return document.Request(
        turn_id=row.turn_id if row.kept_id else None,
        purpose=UsagePurpose(row.purpose),
        model=row.model,
        input_tokens=row.input_tokens,
        cached_tokens=row.cached_tokens,
        written_tokens=row.written_tokens,
        output_tokens=row.output_tokens,
        is_estimated=row.is_estimated,
        first_token_seconds=row.first_token_seconds,
        seconds=row.seconds,
        created_at=row.created_at,
    )
