"""Memory modes that owners have set. Works in the caller's transaction."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentOwner
from bot.values.memories import CaptureMode
from bot.values.owner import Owner

# Built once, as each turn reads it: building it takes longer than running it.
_MODE = select(AgentOwner.capture).where(AgentOwner.is_owned())


async def mode(tx: Transaction, owner: Owner) -> CaptureMode | None:
    """Return an owner's memory mode, if they have set one."""
    return await tx.connection.scalar(_MODE, owner.columns)


async def set_mode(tx: Transaction, owner: Owner, mode: CaptureMode) -> None:
    """Set an owner's memory mode."""
    row = insert(AgentOwner).values(**owner.columns, capture=mode)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_={"capture": mode}))
