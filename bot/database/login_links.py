"""Links that log a browser in once, of which only digests are kept. Works in the caller's transaction."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import delete, insert, select

from bot.database.access_tokens import digest
from bot.database.engine import Transaction
from bot.database.tables import AgentLoginLink
from bot.values.owner import Owner

VALID: Final = timedelta(minutes=10)
"""How long a link can be used."""


async def add(tx: Transaction, owner: Owner) -> str:
    """Store the key of a new link, and return it, which can't be done again."""
    key, now = secrets.token_urlsafe(32), datetime.now(UTC)
    await tx.connection.execute(delete(AgentLoginLink).where(AgentLoginLink.expires_at <= now))
    row = {**owner.columns, "digest": digest(key), "expires_at": now + VALID}
    await tx.connection.execute(insert(AgentLoginLink).values(row))
    return key


async def owner_of(tx: Transaction, key: str) -> Owner | None:
    """Return whom a key logs in; None if it was used, is too old, or never was."""
    link = AgentLoginLink
    valid = select(link).where(link.digest == digest(key), link.expires_at > datetime.now(UTC))
    row = (await tx.connection.execute(valid)).one_or_none()
    return Owner(row.bot_id, row.user_id) if row else None


async def spend(tx: Transaction, key: str) -> Owner | None:
    """Return whom a key logs in, and delete it; None if it was used, is too old, or never was."""
    link = AgentLoginLink
    spent = delete(link).where(link.digest == digest(key)).returning(link.bot_id, link.user_id, link.expires_at)
    row = (await tx.connection.execute(spent)).one_or_none()
    return Owner(row.bot_id, row.user_id) if row and row.expires_at > datetime.now(UTC) else None
