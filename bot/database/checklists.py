"""The first checklist of owners: what is ticked of it, and what is done. Works in the caller's transaction."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentAttachment, AgentConversation, AgentMemory, AgentOwner, AgentTurn
from bot.values.attachments import AttachmentKind
from bot.values.checklists import FirstStep
from bot.values.owner import Owner

_FIRST_TOLD: Final = select(func.min(AgentMemory.created_at)).where(AgentMemory.is_owned()).scalar_subquery()
_DONE: Final = select(
    exists().where(AgentMemory.is_owned()).label(FirstStep.TELL),
    exists()
    .where(
        AgentTurn.conversation_id == AgentConversation.id,
        AgentConversation.is_owned(),
        AgentConversation.started_at > _FIRST_TOLD,
    )
    .label(FirstStep.ASK),
    exists().where(AgentAttachment.is_owned(), AgentAttachment.kind == AttachmentKind.PICTURE).label(FirstStep.SHOW),
)
"""Something is told once there is a memory, and asked later in a conversation that began after that."""


async def done(tx: Transaction, owner: Owner) -> set[FirstStep]:
    """Return what an owner has done."""
    row = (await tx.connection.execute(_DONE, owner.columns)).one()
    return {step for step in FirstStep if getattr(row, step)}


async def ticked(tx: Transaction, owner: Owner) -> set[FirstStep] | None:
    """Return what is ticked of an owner's checklist; None if it was never shown."""
    found = await tx.connection.scalar(select(AgentOwner.checklist).where(AgentOwner.owned_by(owner)))
    return None if found is None else {FirstStep(it) for it in found.split()}


async def tick(tx: Transaction, owner: Owner, steps: Collection[FirstStep]) -> None:
    """Store what is ticked of an owner's checklist."""
    checklist = " ".join(it for it in FirstStep if it in steps)
    row = insert(AgentOwner).values(**owner.columns, checklist=checklist)
    await tx.connection.execute(
        row.on_conflict_do_update(index_elements=[*owner.columns], set_={"checklist": checklist})
    )
