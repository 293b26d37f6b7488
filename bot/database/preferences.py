"""What owners have set for themselves. Works in the caller's transaction."""

from dataclasses import fields
from typing import Any, Final

from sqlalchemy import Row, select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentOwner
from bot.values.owner import Owner
from bot.values.preferences import OwnerPreferences

_COLUMNS: Final = [getattr(AgentOwner, it.name) for it in fields(OwnerPreferences)]


async def of_all(tx: Transaction, bot_id: int) -> dict[Owner, OwnerPreferences]:
    """Return the preferences of a bot's owners."""
    rows = await tx.connection.execute(select(AgentOwner.user_id, *_COLUMNS).where(AgentOwner.bot_id == bot_id))
    return {Owner(bot_id, row.user_id): _read(row) for row in rows}


async def zones(tx: Transaction, bot_id: int) -> dict[Owner, str | None]:
    """Return the time zones that a bot's owners have set."""
    query = select(AgentOwner.user_id, AgentOwner.timezone).where(AgentOwner.bot_id == bot_id)
    rows = await tx.connection.execute(query.where(AgentOwner.timezone.is_not(None)))
    return {Owner(bot_id, row.user_id): row.timezone for row in rows}


async def of(tx: Transaction, owner: Owner) -> OwnerPreferences:
    """Return an owner's preferences."""
    row = (await tx.connection.execute(select(*_COLUMNS).where(AgentOwner.owned_by(owner)))).one_or_none()
    return _read(row) if row else OwnerPreferences()


async def save(tx: Transaction, owner: Owner, preferences: OwnerPreferences) -> None:
    """Store an owner's preferences."""
    columns = {it.name: getattr(preferences, it.name) for it in fields(preferences)}
    row = insert(AgentOwner).values(**owner.columns, **columns)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_=columns))


def _read(row: Row[Any]) -> OwnerPreferences:
    return OwnerPreferences(**{it.name: getattr(row, it.name) for it in fields(OwnerPreferences)})
