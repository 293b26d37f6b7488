"""Notes on changes outside the model for the next message of running conversations."""

from collections.abc import Iterable
from dataclasses import asdict
from uuid import UUID

from sqlalchemy import Text, Update, case, cast, func, or_, update
from sqlalchemy.dialects.postgresql import JSONB

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.prompt_text import PromptText
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentConversation
from bot.turns.values.conversations import ConversationMode, KnownMemory


async def add_note(
    tx: Transaction, owner: Owner, note: PromptText, memories: Iterable[KnownMemory] = (), *, recalls: bool = False
) -> None:
    """Add a note, perhaps about memories, to the next message of the owner's running conversations.

    Private ones are left out. With `recalls`, the others may recall memories from now on. A note with others' words
    makes them untrusted.
    """
    running = _of_running(owner)
    notes = func.array_append(AgentConversation.pending_notes, cast(note, Text))
    reported = AgentConversation.pending_memories.op("||")(cast(stored_as(memories), JSONB))
    tainted = AgentConversation.carries_untrusted | note.untrusted
    await tx.connection.execute(
        running.values(pending_notes=notes, pending_memories=reported, carries_untrusted=tainted)
    )
    if recalls:
        await tx.connection.execute(
            running.where(AgentConversation.capture != CaptureMode.NONE).values(
                recalls=True,
                revision=AgentConversation.revision + 1,  # so that it is read again
            )
        )


async def add_note_of(
    tx: Transaction, owner: Owner, conversation_id: UUID | None, note: PromptText, *, elsewhere: PromptText
) -> None:
    """Add a note on a conversation to its next message if it runs, and another note to the owner's other ones.

    So what untrusted text has led to there, which knows it already, is repeated nowhere else. Private conversations are
    left out.
    """
    told = case((AgentConversation.id == conversation_id, cast(note, Text)), else_=cast(elsewhere, Text))
    await tx.connection.execute(
        _of_running(owner).values(pending_notes=func.array_append(AgentConversation.pending_notes, told))
    )


async def add_notice(tx: Transaction, owner: Owner, notice: PromptText, *, tools: Iterable[str]) -> None:
    """Add a note to the next message of the owner's running conversations that are offered any of these tools.

    It is not added twice. Private ones are left out.
    """
    offered = cast(AgentConversation.tools, Text)
    added = cast(notice, Text)
    await tx.connection.execute(
        _of_running(owner)
        .where(
            or_(*(func.strpos(offered, f'"{tool}"') > 0 for tool in tools)),
            added.op("<>")(func.all(AgentConversation.pending_notes)),
        )
        .values(
            pending_notes=func.array_append(AgentConversation.pending_notes, added),
            carries_untrusted=AgentConversation.carries_untrusted | notice.untrusted,
        )
    )


def _of_running(owner: Owner) -> Update:
    """Return an update of an owner's running conversations but for private ones."""
    return update(AgentConversation).where(
        AgentConversation.owned_by(owner),
        AgentConversation.ended_at.is_(None),
        AgentConversation.mode == ConversationMode.KEPT,
    )


def stored_as(memories: Iterable[KnownMemory]) -> list[dict[str, object]]:
    """Return the stored form of memories whose present versions a model knows."""
    return [asdict(it) for it in memories]
