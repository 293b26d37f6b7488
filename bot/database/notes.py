"""What running conversations are told with their next message: what was done to memories outside of them."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from sqlalchemy import ColumnElement, Text, and_, bindparam, func, update
from sqlalchemy.dialects.postgresql import JSONB

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation
from bot.values import CaptureMode, ConversationMode, KnownMemory, Memory, Owner

_RUNS: Final[ColumnElement[bool]] = and_(
    AgentConversation.bot_id == bindparam("of_bot"),
    AgentConversation.user_id == bindparam("of_user"),
    AgentConversation.ended_at.is_(None),
    AgentConversation.mode == ConversationMode.KEPT,
)
_TELL = (
    update(AgentConversation)
    .where(_RUNS)
    .values(
        pending_notes=func.array_append(AgentConversation.pending_notes, bindparam("note", type_=Text)),
        pending_memories=AgentConversation.pending_memories.op("||")(bindparam("told", type_=JSONB)),
    )
)
_LET_RECALL = (
    update(AgentConversation)
    .where(_RUNS, AgentConversation.capture != CaptureMode.NONE)
    .values(
        recalls=True,
        revision=AgentConversation.revision + 1,  # so that it is read anew where it is held in memory
    )
)


async def add_note(tx: Transaction, owner: Owner, note: str, told: Iterable[Memory] = ()) -> None:
    """Tell the owner's running conversations something with their next message, of some memories perhaps.

    A private one learns nothing.
    """
    await tx.connection.execute(_TELL, {**_of(owner), "note": note, "told": stored_as(told)})


async def let_recall(tx: Transaction, owner: Owner) -> None:
    """Let the owner's running conversations recall memories beside messages."""
    await tx.connection.execute(_LET_RECALL, _of(owner))


def stored_as(told: Iterable[Memory]) -> list[dict[str, object]]:
    """Return what is stored of memories that a model is told as they are now."""
    return [asdict(KnownMemory(memory.id, memory.version)) for memory in told]


def _of(owner: Owner) -> dict[str, int]:
    return {"of_bot": owner.bot_id, "of_user": owner.user_id}
