"""What the pictures of messages showed, in words. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import bindparam, select, update

from bot.database.engine import Transaction
from bot.database.tables import AgentMessage, AgentTurn
from bot.database.turns import IS_IN_PROMPT, prompt_parameters
from bot.values.attachments import Picture
from bot.values.conversations import Conversation

_UNDESCRIBED: Final = (
    select(AgentMessage.turn_id, AgentMessage.position, AgentMessage.pictures)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .where(
        IS_IN_PROMPT,
        AgentMessage.superseded.is_(False),
        AgentMessage.pictures.is_not(None),
        AgentMessage.seen == "",
        AgentMessage.turn_id < bindparam("before"),
    )
    .order_by(AgentMessage.turn_id, AgentMessage.position)
)
_DESCRIBE: Final = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == bindparam("at"))
    .values(seen=bindparam("its_seen"))
)


@dataclass(frozen=True, slots=True)
class Undescribed:
    """A message with pictures that are not described yet."""

    turn_id: UUID
    position: int
    pictures: Sequence[Picture]


async def undescribed(tx: Transaction, conversation: Conversation, before: UUID) -> list[Undescribed]:
    """Return the messages in a conversation's prompt with pictures to describe, of the turns before one, in order."""
    rows = await tx.connection.execute(_UNDESCRIBED, {**prompt_parameters(conversation), "before": before})
    return [Undescribed(row.turn_id, row.position, [Picture(**it) for it in row.pictures]) for row in rows]


async def describe(tx: Transaction, message: Undescribed, seen: str) -> None:
    """Store what a message's pictures show; nothing if the message was erased."""
    values = {"of_turn": message.turn_id, "at": message.position, "its_seen": seen}
    await tx.connection.execute(_DESCRIBE, values)
