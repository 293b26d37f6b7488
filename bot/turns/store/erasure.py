"""Erasure of a conversation or of all data of an owner, in every row. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Text, cast, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB

from bot.kit.owner import Owner
from bot.kit.prompt_text import beginnings
from bot.store.engine import Transaction
from bot.store.tables import Base, belong
from bot.turns.message_text import without_quotation
from bot.turns.store.attachments import LEFT_OVER
from bot.turns.store.conversations import drop_summaries
from bot.turns.store.owners import lock
from bot.turns.store.tables import AgentAct, AgentConversation, AgentMessage, AgentTurn
from bot.turns.store.telegram_tables import TelegramMessage, TelegramTopic, TelegramUpdate
from bot.turns.values.conversations import Conversation, ConversationMode
from bot.turns.values.incoming import REPLIED_TO

_NOTHING_LEFT: Final = "What was found has been erased by the user."


async def erase_conversation(tx: Transaction, conversation: Conversation) -> None:
    """Erase a conversation with its received and sent messages.

    The memories learned in it stay, and so do the costs of its requests. Its carried turns and found passages are
    removed from other conversations, and so is what they quote of it; their summaries that may repeat them are made
    again.
    """
    await lock(tx, conversation.owner)  # before any row lock, in the same order as changes of memories
    if conversation.mode is ConversationMode.PRIVATE:
        await _erase_beside(tx, conversation)
    changed = [*await _erase_passages(tx, conversation), *await _erase_quotes(tx, conversation)]
    changed += await _erase(tx, [conversation.id])
    await drop_summaries(tx, changed)


async def erase_everything(tx: Transaction, owner: Owner, *, waiting: bool = False) -> None:
    """Erase all data of an owner without a trace. They may still use the bot: of a person who was let in, the id stays.

    `waiting` includes their waiting updates, which may otherwise have been sent since.
    """
    await lock(tx, owner)
    ids = select(AgentConversation.id).where(AgentConversation.owned_by(owner))
    await _erase(tx, list(await tx.connection.scalars(ids)))
    for table in reversed(Base.metadata.sorted_tables):
        stays: Mapping[str, str] | None = table.info["erased"]
        statement = update(table).values(stays) if stays else delete(table)
        await tx.connection.execute(statement.where(belong(table, owner)))
    chat = {"bot_id": owner.bot_id, "chat_id": owner.user_id}
    await tx.connection.execute(delete(TelegramMessage).filter_by(**chat))
    await tx.connection.execute(delete(TelegramTopic).filter_by(**chat, is_private=False))  # others stay private
    received = update(TelegramUpdate).filter_by(**chat)
    await tx.connection.execute(
        (received if waiting else received.where(TelegramUpdate.handled_at.is_not(None))).values(
            chat_id=None,
            message_id=None,
            payload=None,
            message=None,
            problem=None,
            handled_at=func.coalesce(TelegramUpdate.handled_at, func.now()),
        )
    )
    await _empty_dead_letters(tx, owner)


async def _erase(tx: Transaction, conversation_ids: Sequence[UUID]) -> list[UUID]:
    """Erase conversations; return those that carry their turns."""
    tx.after_commit(tx.events[LEFT_OVER].set)
    turns = select(AgentTurn.id).where(AgentTurn.conversation_id.in_(conversation_ids))
    button = func.replace(cast(AgentAct.id, Text), "-", "")
    offers_any = exists().where(
        AgentAct.conversation_id.in_(conversation_ids),
        AgentAct.bot_id == TelegramMessage.bot_id,
        func.strpos(cast(TelegramMessage.buttons, Text), button) > 0,
    )
    its_turn = func.replace(cast(AgentTurn.id, Text), "-", "")
    told = func.concat(TelegramMessage.about, cast(TelegramMessage.buttons, Text))
    names_any = exists().where(AgentTurn.conversation_id.in_(conversation_ids), func.strpos(told, its_turn) > 0)
    carried = await tx.connection.scalars(
        update(AgentConversation)
        .where(AgentConversation.carried_conversation_id.in_(conversation_ids))
        .values(carried_conversation_id=None, carried_from_turn_id=None, carried_to_turn_id=None)
        .returning(AgentConversation.id)
    )
    for statement in (
        *(
            update(table)
            .where(table.c.source_conversation_id.in_(conversation_ids))
            .values(source_conversation_id=None, source_turn_id=None)
            for table in Base.metadata.sorted_tables
            if "source_conversation_id" in table.c
        ),
        update(TelegramUpdate).where(TelegramUpdate.turn_id.in_(turns)).values(payload=None, turn_id=None),
        delete(TelegramMessage).where(TelegramMessage.turn_id.in_(turns)),
        delete(TelegramMessage).where(
            TelegramMessage.state == "waiting",
            TelegramMessage.content != "",  # without one it only takes buttons away, which is still to be done
            or_(offers_any, names_any),
        ),
        delete(AgentMessage).where(AgentMessage.turn_id.in_(turns)),
        delete(AgentTurn).where(AgentTurn.conversation_id.in_(conversation_ids)),
        delete(AgentConversation).where(AgentConversation.id.in_(conversation_ids)),
    ):
        await tx.connection.execute(statement)
    return list(carried)


async def _erase_passages(tx: Transaction, conversation: Conversation) -> list[UUID]:
    """Remove passages of a conversation from search results; return the conversations of the results."""
    if conversation.number is None:
        return []
    there = f"conversation {conversation.number}, "
    holds_any = AgentMessage.role == "tool", func.strpos(AgentMessage.content, there) > 0
    changed: list[UUID] = []
    for row in await _messages_elsewhere(tx, conversation, *holds_any):
        kept = "\n".join(line for line in row.content.split("\n") if not line.startswith(beginnings(there)))
        if kept != row.content:
            changed.append(row.conversation_id)
            its = update(AgentMessage).filter_by(turn_id=row.turn_id, position=row.position)
            await tx.connection.execute(its.values(content=kept.strip() or _NOTHING_LEFT))
    return changed


async def _erase_quotes(tx: Transaction, conversation: Conversation) -> list[UUID]:
    """Remove what other conversations quote of a conversation; return those conversations."""
    quote = cast(AgentMessage.source, JSONB)["quote"]
    turns = select(cast(AgentTurn.id, Text)).where(AgentTurn.conversation_id == conversation.id)
    quotes_any = AgentMessage.source.is_not(None), quote["turn_id"].astext.in_(turns)
    changed: list[UUID] = []
    for row in await _messages_elsewhere(tx, conversation, *quotes_any):
        changed.append(row.conversation_id)
        held = [it for it in row.source.get("held", ()) if it["about"] != REPLIED_TO]
        source = {**row.source, "quote": {**row.source["quote"], "text": "", "turn_id": None}, "held": held}
        its = update(AgentMessage).filter_by(turn_id=row.turn_id, position=row.position)
        await tx.connection.execute(its.values(content=without_quotation(row.content), source=source))
    return changed


async def _messages_elsewhere(
    tx: Transaction, conversation: Conversation, *conditions: ColumnElement[bool]
) -> "Sequence[Row[*tuple[Any, ...]]]":
    rows = await tx.connection.execute(
        select(AgentTurn.conversation_id, *AgentMessage.__table__.c["turn_id", "position", "content", "source"])
        .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentConversation.owned_by(conversation.owner), AgentConversation.id != conversation.id, *conditions)
    )
    return rows.all()


async def _erase_beside(tx: Transaction, conversation: Conversation) -> None:
    """Empty the dead letters of a conversation's time, and erase undelivered answers of commands from then.

    They may repeat its messages, as the file of /context does.
    """
    since = await tx.connection.scalar(
        select(AgentConversation.started_at).where(AgentConversation.id == conversation.id)
    )
    place = {"bot_id": conversation.owner.bot_id, **conversation.place.columns}
    dead_letters = update(TelegramUpdate).filter_by(**place).where(TelegramUpdate.problem.is_not(None))
    await tx.connection.execute(dead_letters.where(TelegramUpdate.received_at >= since).values(payload=None))
    no_others = {"turn_id": None, "state": "waiting", "due_at": None, "is_silent": False}
    unsent = delete(TelegramMessage).filter_by(**place, **no_others)
    await tx.connection.execute(unsent.where(TelegramMessage.created_at >= since))
    await _empty_dead_letters(tx, conversation.owner, since)


async def _empty_dead_letters(tx: Transaction, owner: Owner, since: datetime | None = None) -> None:
    """Empty an owner's dead letters without a chat id, perhaps only those `since` a time."""
    rows = await tx.connection.execute(
        select(TelegramUpdate.id, TelegramUpdate.payload, TelegramUpdate.received_at)
        .filter_by(bot_id=owner.bot_id, chat_id=None)
        .where(TelegramUpdate.problem.is_not(None))
    )
    ids = [
        row.id for row in rows if _is_from(row.payload, owner.user_id) and (since is None or row.received_at >= since)
    ]
    await tx.connection.execute(update(TelegramUpdate).where(TelegramUpdate.id.in_(ids)).values(payload=None))


def _is_from(payload: dict[str, Any] | None, user_id: int) -> bool:
    """Tell whether an update (Bot API, Update) is from a user."""
    for part in (payload or {}).values():
        sender = part.get("from") if isinstance(part, dict) else None
        if isinstance(sender, dict) and sender.get("id") == user_id:
            return True
    return False
