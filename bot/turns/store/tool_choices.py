"""What users have chosen about tools, and which ones they use. Works in the caller's transaction."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentTool
from bot.turns.values.people import ToolChoice

_COLUMNS: Final = tuple(AgentTool.__table__.c["name", "is_pinned", "is_off", "is_allowed", "used_at"])


async def choices(tx: Transaction, owner: Owner) -> dict[str, ToolChoice]:
    """Return what an owner has chosen, by names."""
    rows = await tx.connection.execute(select(*_COLUMNS).where(AgentTool.owned_by(owner)))
    return {row.name: ToolChoice(*row) for row in rows}


async def is_allowed(tx: Transaction, owner: Owner, tool: str) -> bool:
    """Tell whether an owner has allowed a tool for good."""
    allowed = select(AgentTool.is_allowed).where(AgentTool.owned_by(owner), AgentTool.name == tool)
    return bool(await tx.connection.scalar(allowed))


async def choose(
    tx: Transaction,
    owner: Owner,
    name: str,
    *,
    is_pinned: bool | None = None,
    is_off: bool | None = None,
    is_allowed: bool | None = None,
) -> None:
    """Store what an owner chooses; None leaves it as it is."""
    given = {"is_pinned": is_pinned, "is_off": is_off, "is_allowed": is_allowed}
    values = {key: value for key, value in given.items() if value is not None}
    row = insert(AgentTool).values(**owner.columns, name=name, **values)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=["bot_id", "user_id", "name"], set_=values))


async def note_use(tx: Transaction, owner: Owner, families: Collection[str]) -> None:
    """Note that families are used now."""
    if families:
        now = datetime.now(UTC)
        rows = insert(AgentTool).values([{**owner.columns, "name": it, "used_at": now} for it in sorted(families)])
        their = rows.on_conflict_do_update(index_elements=["bot_id", "user_id", "name"], set_={"used_at": now})
        await tx.connection.execute(their)
