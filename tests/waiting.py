"""Wait in a test until one transaction waits for another, or none does."""

import asyncio
from typing import Final

from sqlalchemy import text

from bot.store.engine import Transaction

_WAITING: Final = text(
    "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN "
    "(SELECT pid FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database())"
)
"""Query that counts waiting transactions in the test's own database."""


async def until_waiting(tx: Transaction, number: int = 1) -> None:
    """Wait until this many transactions wait for others; the database alone can tell."""
    async with asyncio.timeout(30):
        while await tx.connection.scalar(_WAITING) < number:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)


async def until_none_waits(tx: Transaction) -> None:
    """Wait until no transaction waits for another."""
    async with asyncio.timeout(30):
        while await tx.connection.scalar(_WAITING):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
