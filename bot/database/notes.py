"""What running conversations are told with their next message: what was done to memories outside of them."""

from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import Text, cast, func, update
from sqlalchemy.dialects.postgresql import JSONB

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation
from bot.values import CaptureMode, ConversationMode, KnownMemory, Memory, Owner


async def add_note(
    tx: Transaction, owner: Owner, note: str, told: Iterable[Memory] = (), *, recalls: bool = False
) -> None:
    """Tell the owner's running conversations something with their next message, perhaps about some memories.

    If one `recalls`, it may recall others from now on. A private one learns nothing.
    """
    running = update(AgentConversation).where(
        AgentConversation.owned_by(owner),
        AgentConversation.ended_at.is_(None),
        AgentConversation.mode == ConversationMode.KEPT,
    )
    notes = func.array_append(AgentConversation.pending_notes, cast(note, Text))
    memories = AgentConversation.pending_memories.op("||")(cast(stored_as(told), JSONB))
    await tx.connection.execute(running.values(pending_notes=notes, pending_memories=memories))
    if recalls:
        await tx.connection.execute(
            running.where(AgentConversation.capture != CaptureMode.NONE).values(
                recalls=True,
                revision=AgentConversation.revision + 1,  # so that whoever holds it in memory reads it again
            )
        )


def stored_as(told: Iterable[Memory]) -> list[dict[str, object]]:
    """Return what is stored of memories that a model is told as they are now."""
    return [asdict(KnownMemory(memory.id, memory.version)) for memory in told]
