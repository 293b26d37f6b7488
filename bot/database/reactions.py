"""The model's reactions to messages. Works in the caller's transaction."""

from typing import Final
from uuid import UUID

from sqlalchemy import bindparam, select, update

from bot.database.engine import Transaction
from bot.database.tables import AgentMessage

_OF_TURN: Final = AgentMessage.turn_id == bindparam("of_turn")
_LAST: Final = (
    select(AgentMessage.telegram_ids)
    .where(_OF_TURN, AgentMessage.role == "user", AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position.desc())
    .limit(1)
)
_STEPS: Final = (
    select(AgentMessage.position, AgentMessage.tool_calls, AgentMessage.call_id, AgentMessage.reaction)
    .where(_OF_TURN, AgentMessage.role != "user", AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position)
)
_FORGET: Final = update(AgentMessage).where(_OF_TURN, AgentMessage.reaction.is_not(None)).values(reaction=None)


async def last_message(tx: Transaction, turn_id: UUID) -> int | None:
    """Return the Telegram id of the user's last message in a turn, the first one's of an album; None without one."""
    telegram_ids = await tx.connection.scalar(_LAST, {"of_turn": turn_id})
    return telegram_ids[0] if telegram_ids else None


async def leave_out(tx: Transaction, turn_id: UUID) -> None:
    """Take back a turn's reactions, and leave the steps that did nothing else out of prompts."""
    steps = (await tx.connection.execute(_STEPS, {"of_turn": turn_id})).all()
    reacted = {it.call_id for it in steps if it.reaction}
    if not reacted:
        return
    only = [it for it in steps if it.tool_calls and reacted.issuperset(call["id"] for call in it.tool_calls)]
    calls = {call["id"] for it in only for call in it.tool_calls}
    places = [it.position for it in steps if it in only or it.call_id in calls]
    await tx.connection.execute(_FORGET, {"of_turn": turn_id})
    those = update(AgentMessage).where(_OF_TURN, AgentMessage.position.in_(places))
    await tx.connection.execute(those.values(superseded=True), {"of_turn": turn_id})
