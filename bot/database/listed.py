"""The numbers of the memories on the page that an owner saw last. Works in the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentOwner
from bot.values.owner import Owner


async def note_listed(tx: Transaction, owner: Owner, first: int, memory_ids: Sequence[str]) -> None:
    """Store the ids of a page's memories, which are numbered from `first` on."""
    listed = {str(number): memory_id for number, memory_id in enumerate(memory_ids, start=first)}
    row = insert(AgentOwner).values(**owner.columns, listed=listed)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_={"listed": listed}))


async def listed_as(tx: Transaction, owner: Owner, number: int) -> str | None:
    """Return the id of the memory with a number on the page seen last, or None."""
    listed = await tx.connection.scalar(select(AgentOwner.listed).where(AgentOwner.owned_by(owner)))
    return (listed or {}).get(str(number))
