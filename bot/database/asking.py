"""Who of a group asked what. Works in the caller's transaction."""

from uuid import UUID

from sqlalchemy import BigInteger, cast, exists, select

from bot.database.engine import Transaction
from bot.database.tables import AgentMessage


async def has_asked(tx: Transaction, turn_id: UUID, user_id: int) -> bool:
    """Tell whether one of a turn's messages is by a person of a group."""
    author = cast(AgentMessage.source["said_by"]["user_id"].as_string(), BigInteger)
    found = exists().where(AgentMessage.turn_id == turn_id, author == user_id)
    return bool(await tx.connection.scalar(select(found)))
