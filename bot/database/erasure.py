"""What is erased for good: a conversation, or all that there is of an owner. Nothing of its words stays in any row.

Works in the caller's transaction.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Text,
    Uuid,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.database.engine import Transaction
from bot.database.memories import lock
from bot.database.tables import (
    AgentConversation,
    AgentMemory,
    AgentMemoryImport,
    AgentMemoryProposal,
    AgentMemoryVersion,
    AgentMessage,
    AgentOwner,
    AgentTurn,
    AgentUsage,
    TelegramMessage,
    TelegramUpdate,
)
from bot.values import FROM_THE_BEGINNING, Conversation, ConversationMode, Owner

_NOTHING_LEFT = "What was found has been erased by the user."

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_ANY = func.any(bindparam("conversation_ids", type_=ARRAY(Uuid)))
_TURNS = select(AgentTurn.id).where(AgentTurn.conversation_id == _ANY)
_LEARNED = (
    update(AgentMemoryVersion)
    .where(AgentMemoryVersion.source_conversation_id == _ANY)
    .values(source_conversation_id=None, source_turn_id=None)
)
_RECEIVED = update(TelegramUpdate).where(TelegramUpdate.turn_id.in_(_TURNS)).values(payload=None, turn_id=None)
_SENT = delete(TelegramMessage).where(TelegramMessage.turn_id.in_(_TURNS))
_OFFERED = delete(TelegramMessage).where(
    TelegramMessage.state == "waiting",
    exists().where(
        AgentMemoryProposal.conversation_id == _ANY,
        AgentMemoryProposal.bot_id == TelegramMessage.bot_id,
        func.strpos(cast(TelegramMessage.buttons, Text), func.replace(cast(AgentMemoryProposal.id, Text), "-", "")) > 0,
    ),
)
"""What offers a conversation's proposals, by their ids in its buttons."""
_CARRIED = (
    update(AgentConversation)
    .where(AgentConversation.carried_conversation_id == _ANY)
    .values(carried_conversation_id=None, carried_from_turn_id=None, carried_to_turn_id=None)
    .returning(AgentConversation.id)
)
_MESSAGES = delete(AgentMessage).where(AgentMessage.turn_id.in_(_TURNS))
_OF_TURNS = delete(AgentTurn).where(AgentTurn.conversation_id == _ANY)
_CONVERSATIONS = delete(AgentConversation).where(AgentConversation.id == _ANY)

_IS_OWNED = (AgentConversation.bot_id == bindparam("bot_id")) & (AgentConversation.user_id == bindparam("user_id"))
_FOUND_ELSEWHERE = (
    select(AgentTurn.conversation_id, AgentMessage.turn_id, AgentMessage.position, AgentMessage.content)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        _IS_OWNED,
        AgentConversation.id != bindparam("conversation_id"),
        AgentMessage.role == "tool",
        func.strpos(AgentMessage.content, bindparam("beginning")) > 0,
    )
)
_SET_CONTENT = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == bindparam("at_position"))
    .values(content=bindparam("kept"))
)
_HAS_CHANGED = (
    update(AgentConversation)
    .where(or_(AgentConversation.id == _ANY, AgentConversation.carried_conversation_id == _ANY))
    .values(
        revision=AgentConversation.revision + 1,
        summary="",
        left_out_from=case(
            (AgentConversation.left_out_from.is_not(None) | (AgentConversation.summary != ""), FROM_THE_BEGINNING)
        ),
    )
)
_SET_ASIDE = (
    update(TelegramUpdate)
    .where(
        AgentConversation.id == bindparam("conversation_id"),
        TelegramUpdate.bot_id == AgentConversation.bot_id,
        TelegramUpdate.chat_id == AgentConversation.chat_id,
        TelegramUpdate.problem.is_not(None),
        TelegramUpdate.received_at >= AgentConversation.started_at,
    )
    .values(payload=None)
)
_UNSENT = delete(TelegramMessage).where(
    AgentConversation.id == bindparam("conversation_id"),
    TelegramMessage.bot_id == AgentConversation.bot_id,
    TelegramMessage.chat_id == AgentConversation.chat_id,
    TelegramMessage.turn_id.is_(None),
    TelegramMessage.state == "waiting",
    TelegramMessage.created_at >= AgentConversation.started_at,
)
_STARTED_AT = select(AgentConversation.started_at).where(AgentConversation.id == bindparam("conversation_id"))
_OF_NO_CHAT = select(TelegramUpdate.id, TelegramUpdate.payload, TelegramUpdate.received_at).where(
    TelegramUpdate.bot_id == bindparam("bot_id"), TelegramUpdate.chat_id.is_(None), TelegramUpdate.problem.is_not(None)
)
_EMPTIED = (
    update(TelegramUpdate)
    .where(TelegramUpdate.id == func.any(bindparam("ids", type_=ARRAY(BigInteger))))
    .values(payload=None)
)

_OWNED = select(AgentConversation.id).where(_IS_OWNED)
_MEMORY_IDS = select(AgentMemory.id).where(
    AgentMemory.bot_id == bindparam("bot_id"), AgentMemory.user_id == bindparam("user_id")
)
_OF_OWNER = (
    delete(AgentMemoryVersion).where(AgentMemoryVersion.memory_id.in_(_MEMORY_IDS)),
    *(
        delete(table).where(table.bot_id == bindparam("bot_id"), table.user_id == bindparam("user_id"))
        for table in (AgentMemory, AgentMemoryImport, AgentMemoryProposal, AgentUsage, AgentOwner)
    ),
    delete(TelegramMessage).where(
        TelegramMessage.bot_id == bindparam("bot_id"), TelegramMessage.chat_id == bindparam("user_id")
    ),
    update(TelegramUpdate)
    .where(
        TelegramUpdate.bot_id == bindparam("of_bot"),
        TelegramUpdate.chat_id == bindparam("of_user"),
        TelegramUpdate.handled_at.is_not(None) | bindparam("waiting", type_=Boolean),
    )
    .values(
        chat_id=None,
        message_id=None,
        payload=None,
        message=None,
        problem=None,
        handled_at=func.coalesce(TelegramUpdate.handled_at, func.now()),
    ),
)


async def erase_conversation(tx: Transaction, conversation: Conversation) -> None:
    """Erase a conversation, with what was received and sent in it.

    The memories learned in it stay, and what its requests cost. Whoever had turns or passages of it in their prompt
    has them no more; a summary that may tell of them is made anew from what is left.
    """
    owner = conversation.owner
    await lock(tx, owner)  # before any row is locked, as whoever changes memories does
    if conversation.mode is ConversationMode.PRIVATE:
        await _beside(tx, conversation)
    changed = await _passages(tx, conversation)
    changed += await _erase(tx, [conversation.id])
    if changed:
        await tx.connection.execute(_HAS_CHANGED, {"conversation_ids": changed})


async def erase_everything(tx: Transaction, owner: Owner, *, waiting: bool = False) -> None:
    """Erase all that there is of an owner: nothing tells that they ever wrote.

    Also what is `waiting` to be handled, if that is wanted; else it may have been sent since.
    """
    await lock(tx, owner)
    whose = owner.columns
    for statement in _OF_OWNER:
        await tx.connection.execute(
            statement, {**whose, "of_bot": owner.bot_id, "of_user": owner.user_id, "waiting": waiting}
        )
    await _erase(tx, list(await tx.connection.scalars(_OWNED, whose)))
    await _of_no_chat(tx, owner)


async def _erase(tx: Transaction, conversation_ids: Sequence[UUID]) -> list[UUID]:
    """Erase conversations; return those that carried turns of them."""
    which = {"conversation_ids": list(conversation_ids)}
    for statement in (_LEARNED, _RECEIVED, _SENT, _OFFERED):
        await tx.connection.execute(statement, which)
    carrying = list(await tx.connection.scalars(_CARRIED, which))
    for statement in (_MESSAGES, _OF_TURNS, _CONVERSATIONS):
        await tx.connection.execute(statement, which)
    return carrying


async def _passages(tx: Transaction, conversation: Conversation) -> list[UUID]:
    """Take what was found of a conversation out of the results of searches; return their conversations."""
    if conversation.number is None:
        return []
    owner, beginning = conversation.owner, f"[conversation {conversation.number}, "
    values = owner.columns
    found = await tx.connection.execute(
        _FOUND_ELSEWHERE, {**values, "conversation_id": conversation.id, "beginning": beginning}
    )
    changed: list[UUID] = []
    for row in found.all():
        kept = "\n".join(line for line in row.content.split("\n") if not line.startswith(beginning))
        if kept != row.content:
            changed.append(row.conversation_id)
            where = {"of_turn": row.turn_id, "at_position": row.position}
            await tx.connection.execute(_SET_CONTENT, {**where, "kept": kept.strip() or _NOTHING_LEFT})
    return changed


async def _beside(tx: Transaction, conversation: Conversation) -> None:
    """Empty what was set aside while a conversation lasted, and erase what commands said then and nobody heard yet.

    It may repeat what was said, as the file of /context does.
    """
    for statement in (_SET_ASIDE, _UNSENT):
        await tx.connection.execute(statement, {"conversation_id": conversation.id})
    await _of_no_chat(tx, conversation.owner, conversation)


async def _of_no_chat(tx: Transaction, owner: Owner, during: Conversation | None = None) -> None:
    """Empty what came from an owner, perhaps `during` a conversation, and was set aside without a chat's id."""
    since = during and await tx.connection.scalar(_STARTED_AT, {"conversation_id": during.id})
    rows = await tx.connection.execute(_OF_NO_CHAT, {"bot_id": owner.bot_id})
    ids = [
        row.id for row in rows if _is_from(row.payload, owner.user_id) and (since is None or row.received_at >= since)
    ]
    if ids:
        await tx.connection.execute(_EMPTIED, {"ids": ids})


def _is_from(payload: dict[str, Any] | None, user_id: int) -> bool:
    """Tell whether anything in an update (Bot API, Update) is from a user."""
    for part in (payload or {}).values():
        sender = part.get("from") if isinstance(part, dict) else None
        if isinstance(sender, dict) and sender.get("id") == user_id:
            return True
    return False
