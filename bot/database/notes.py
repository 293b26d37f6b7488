"""What running conversations are told with their next message: what was done to memories outside of them."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, ColumnElement, Text, and_, bindparam, func, update

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation
from bot.values import CaptureMode, ConversationMode, Memory, Owner, one_line, quoted

MOST_NAMED: Final = 5
"""So many memories are named to a running conversation; it recalls others like them."""

_RUNS: Final[ColumnElement[bool]] = and_(
    AgentConversation.bot_id == bindparam("of_bot"),
    AgentConversation.user_id == bindparam("of_user"),
    AgentConversation.ended_at.is_(None),
    AgentConversation.mode == ConversationMode.KEPT.value,
)
_TELL = (
    update(AgentConversation)
    .where(_RUNS)
    .values(pending_notes=func.array_append(AgentConversation.pending_notes, bindparam("note", type_=Text)))
)
_LET_RECALL = (
    update(AgentConversation)
    .where(_RUNS, AgentConversation.capture != CaptureMode.NONE.value)
    .values(
        recalls=True,
        recalled=AgentConversation.recalled.op("||")(bindparam("memory_ids", type_=ARRAY(Text))),
        revision=AgentConversation.revision + 1,  # so that it is read anew where it is held in memory
    )
)


def describe(memories: Sequence[Memory]) -> str:
    """Name memories to the model, a line each, their texts in quotation marks."""
    return "\n".join(
        f"- [id:{memory.id}] ({memory.category.value}"
        + (f", {one_line(memory.subject)}" if memory.subject else "")
        + f") {quoted(memory.content)}"
        for memory in memories
    )


async def add_note(tx: Transaction, owner: Owner, note: str) -> None:
    """Tell the owner's running conversations something with their next message; a private one learns nothing."""
    await tx.connection.execute(_TELL, {**_of(owner), "note": note})


async def add_note_of_many(tx: Transaction, owner: Owner, told: str, first: Sequence[Memory], number: int) -> None:
    """Tell them of so many memories that are live now, the first few by name; they recall the others."""
    named = first[:MOST_NAMED]
    others = number - len(named)
    more = f"\n- and {others:,} more" if others else ""
    await add_note(tx, owner, f"{told}:\n{describe(named)}{more}")
    if others:
        await tx.connection.execute(_LET_RECALL, {**_of(owner), "memory_ids": [memory.id for memory in named]})


def _of(owner: Owner) -> dict[str, int]:
    return {"of_bot": owner.bot_id, "of_user": owner.user_id}
