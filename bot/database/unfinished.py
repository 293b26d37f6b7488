"""The chats in which something is left to do. Works in the caller's transaction."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import ARRAY, BigInteger, ColumnElement, DateTime, and_, bindparam, func, or_, select, union
from sqlalchemy.orm import InstrumentedAttribute

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentTurn, TelegramMessage, TelegramUpdate
from bot.values.conversations import ConversationMode
from bot.values.turns import TurnState

_CHATS: Final = ARRAY(BigInteger)
_WAITING: Final = "waiting"
"""State of a message in the outbox that isn't sent."""


def is_among_chats(chat_id: InstrumentedAttribute[int] | InstrumentedAttribute[int | None]) -> ColumnElement[bool]:
    """Return the condition that a chat is one of the parameter `among`; None stands for all chats."""
    among = bindparam("among", type_=_CHATS)
    return or_(among.is_(None), chat_id == func.any(among))


_BOT = bindparam("of_bot", type_=BigInteger)
_BY = bindparam("by", type_=DateTime(timezone=True))
_UPDATES = select(TelegramUpdate.chat_id).where(
    TelegramUpdate.bot_id == _BOT,
    TelegramUpdate.handled_at.is_(None),
    TelegramUpdate.received_at <= _BY,
)
_MESSAGES = select(TelegramMessage.chat_id).where(
    TelegramMessage.bot_id == _BOT, TelegramMessage.state == _WAITING, TelegramMessage.created_at <= _BY
)
_TURNS = (
    select(AgentConversation.chat_id)
    .join(AgentTurn, AgentTurn.conversation_id == AgentConversation.id)
    .where(AgentTurn.state == TurnState.RUNNING, AgentConversation.bot_id == _BOT)
)
_CONVERSATIONS = select(AgentConversation.chat_id).where(
    AgentConversation.bot_id == _BOT,
    AgentConversation.ended_at.is_(None),
    or_(AgentConversation.mode == ConversationMode.PRIVATE, AgentConversation.left_out_from.is_not(None)),
)
_ALL = union(_UPDATES, _MESSAGES, _TURNS, _CONVERSATIONS).subquery()
_UNFINISHED = select(_ALL.c.chat_id).where(
    and_(_ALL.c.chat_id.is_not(None), _ALL.c.chat_id != func.all(bindparam("but", type_=_CHATS)))
)
_HAS_BEGUN = union(
    *(
        it.where(is_among_chats(chat_id))
        for it, chat_id in (
            (_UPDATES, TelegramUpdate.chat_id),
            (_MESSAGES, TelegramMessage.chat_id),
            (_TURNS, AgentConversation.chat_id),
        )
    )
)


async def chats(tx: Transaction, bot_id: int, *, by: datetime, but: Collection[int] = ()) -> set[int]:
    """Return a bot's chats with work that is waiting or running since a time, without some.

    Among them are those with a private conversation, whose end somebody has to watch for, and with a prompt that lacks
    a summary.
    """
    values = {"of_bot": bot_id, "by": by, "but": list(but)}
    return {it for it in await tx.connection.scalars(_UNFINISHED, values) if it is not None}


async def is_left(tx: Transaction, bot_id: int, chat_id: int, *, by: datetime) -> bool:
    """Tell whether a copy of the bot may still be at work on a chat.

    So it is if a turn runs, or if an update or a message to send has been waiting since a time.
    """
    values = {"of_bot": bot_id, "by": by, "among": [chat_id]}
    return (await tx.connection.execute(_HAS_BEGUN, values)).first() is not None
