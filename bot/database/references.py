"""What a message says that is quoted or replied to. Works in the caller's transaction."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, Text, bindparam, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by

from bot.database.engine import Transaction
from bot.database.provenance import untrusted_since
from bot.database.tables import AgentConversation, AgentMessage, AgentTurn, TelegramMessage
from bot.values.conversations import UNTIL_THE_END, Conversation
from bot.values.owner import Owner

_WORDS: Final = (
    select(func.string_agg(AgentMessage.content, aggregate_order_by(literal("\n\n", Text), AgentMessage.position)))
    .where(
        AgentMessage.turn_id == TelegramMessage.turn_id,
        AgentMessage.role == "assistant",
        AgentMessage.content != "",
        AgentMessage.superseded.is_(False),
    )
    .scalar_subquery()
)
_ANSWER: Final = (
    select(TelegramMessage.turn_id, AgentTurn.conversation_id, _WORDS.label("text"))
    .join(AgentTurn, AgentTurn.id == TelegramMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentConversation.is_owned(),
        TelegramMessage.bot_id == bindparam("bot_id"),
        TelegramMessage.chat_id == bindparam("chat_id"),
        TelegramMessage.message_id == bindparam("message_id"),
    )
    .order_by(TelegramMessage.id.desc())
    .limit(1)
)
_MESSAGE: Final = (
    select(AgentMessage.turn_id, AgentMessage.text, AgentMessage.untrusted)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentMessage.telegram_ids.contains(bindparam("message_ids", type_=ARRAY(BigInteger))),
        AgentConversation.is_owned(),
        AgentConversation.chat_id == bindparam("chat_id"),
    )
    .order_by(AgentMessage.turn_id.desc(), AgentMessage.position.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A stored message: its turn, its text, and whether it is untrusted, or an answer that may repeat such text."""

    turn_id: UUID
    text: str
    untrusted: bool


async def answer(tx: Transaction, owner: Owner, chat_id: int, message_id: int) -> Reference | None:
    """Return the whole answer to which one of Keepsake's messages in a chat belongs, if any.

    A message that belongs to none is the result of a command or a notice.
    """
    values = {**owner.columns, "chat_id": chat_id, "message_id": message_id}
    row = (await tx.connection.execute(_ANSWER, values)).one_or_none()
    if row is None:
        return None
    since = (await untrusted_since(tx, [row.conversation_id])).get(row.conversation_id, UNTIL_THE_END)
    return Reference(row.turn_id, row.text or "", untrusted=row.turn_id >= since)


async def message(tx: Transaction, conversation: Conversation, message_id: int) -> Reference | None:
    """Return a user's message in the conversation's chat, if it is stored."""
    values = {**conversation.owner.columns, "chat_id": conversation.place.chat_id, "message_ids": [message_id]}
    row = (await tx.connection.execute(_MESSAGE, values)).one_or_none()
    return Reference(row.turn_id, row.text or "", row.untrusted) if row else None
