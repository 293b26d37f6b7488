"""What running conversations are told with their next message: what was done to memories outside of them."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, ColumnElement, Text, and_, bindparam, func, update

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation
from bot.values import CaptureMode, ConversationMode, Owner

_RUNS: Final[ColumnElement[bool]] = and_(
    AgentConversation.bot_id == bindparam("of_bot"),
    AgentConversation.user_id == bindparam("of_user"),
    AgentConversation.ended_at.is_(None),
    AgentConversation.mode == ConversationMode.KEPT,
)
_TELL = (
    update(AgentConversation)
    .where(_RUNS)
    .values(pending_notes=func.array_append(AgentConversation.pending_notes, bindparam("note", type_=Text)))
)
_LET_RECALL = (
    update(AgentConversation)
    .where(_RUNS, AgentConversation.capture != CaptureMode.NONE)
    .values(
        recalls=True,
        recalled=AgentConversation.recalled.op("||")(bindparam("memory_ids", type_=ARRAY(Text))),
        revision=AgentConversation.revision + 1,  # so that it is read anew where it is held in memory
    )
)


async def add_note(tx: Transaction, owner: Owner, note: str) -> None:
    """Tell the owner's running conversations something with their next message; a private one learns nothing."""
    await tx.connection.execute(_TELL, {**_of(owner), "note": note})


async def let_recall(tx: Transaction, owner: Owner, told: Sequence[str]) -> None:
    """Let the owner's running conversations recall memories beside messages, but not those just named to them."""
    await tx.connection.execute(_LET_RECALL, {**_of(owner), "memory_ids": list(told)})


def _of(owner: Owner) -> dict[str, int]:
    return {"of_bot": owner.bot_id, "of_user": owner.user_id}
