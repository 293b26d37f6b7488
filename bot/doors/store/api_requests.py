"""Answers that are kept for idempotency keys. Works in the caller's transaction."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from bot.doors.store.tables import AgentApiRequest
from bot.kit.owner import Owner
from bot.store.engine import Transaction

KEPT: Final = timedelta(days=1)
"""How long a request with the same key gets the same answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer that was given; the `digest` is that of what was asked."""

    digest: str
    status: int
    body: dict[str, Any] | None
    headers: Mapping[str, str] = field(default_factory=dict)


async def find(tx: Transaction, owner: Owner, key: str) -> Answered | None:
    """Return the answer that was given to a key, if that was not too long ago."""
    found = select(AgentApiRequest.digest, AgentApiRequest.status, AgentApiRequest.body, AgentApiRequest.headers).where(
        AgentApiRequest.owned_by(owner),
        AgentApiRequest.key == key,
        AgentApiRequest.created_at > datetime.now(UTC) - KEPT,
    )
    row = (await tx.connection.execute(found)).one_or_none()
    if row is None:
        return None
    return Answered(digest=row.digest, status=row.status, body=row.body, headers=row.headers or {})


async def keep(tx: Transaction, owner: Owner, key: str, answered: Answered) -> None:
    """Keep the answer to a key, and drop those that were kept for too long."""
    now = datetime.now(UTC)
    await tx.connection.execute(delete(AgentApiRequest).where(AgentApiRequest.created_at <= now - KEPT))
    row = {**asdict(answered), "created_at": now}
    await tx.connection.execute(insert(AgentApiRequest).values({**owner.columns, "key": key, **row}))
