"""How memories come about in conversations: as their owner has set it in the chat, or else the bot's own setting."""

from dataclasses import dataclass

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentOwner
from bot.values import CaptureMode, Owner

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_MODE = select(AgentOwner.capture).where(
    AgentOwner.bot_id == bindparam("bot_id"), AgentOwner.user_id == bindparam("user_id")
)
_OWNER = insert(AgentOwner)
_SET = _OWNER.on_conflict_do_update(index_elements=["bot_id", "user_id"], set_={"capture": _OWNER.excluded.capture})


@dataclass(frozen=True, slots=True)
class Captures:
    """How an owner's memories come about: by `default`, unless they have set it. Works in the caller's transaction."""

    default: CaptureMode = CaptureMode.ASK

    async def mode(self, tx: Transaction, owner: Owner) -> CaptureMode:
        """Return how an owner's memories come about at present."""
        mode: CaptureMode | None = await tx.connection.scalar(_MODE, owner.columns)
        return mode or self.default

    async def set(self, tx: Transaction, owner: Owner, mode: CaptureMode) -> None:
        """Note how an owner wants their memories to come about."""
        await tx.connection.execute(_SET, {**owner.columns, "capture": mode})
