"""What model servers have refused. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from bot.model.dialect import RefusedPart
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentRefusedPart

_COLUMNS: Final = tuple(AgentRefusedPart.__table__.c["server", "model", "part", "detail", "at"])
_INSERT: Final = insert(AgentRefusedPart)
_KEEP: Final = _INSERT.on_conflict_do_update(
    index_elements=["server", "model", "part"],
    set_={"detail": _INSERT.excluded.detail, "at": _INSERT.excluded["at"]},
)


async def all_known(tx: Transaction) -> Sequence[RefusedPart]:
    """Return all that was kept."""
    rows = await tx.connection.execute(select(*_COLUMNS))
    return [RefusedPart(**row) for row in rows.mappings()]


async def keep(tx: Transaction, refused: Sequence[RefusedPart]) -> None:
    """Store refusals; each takes the place of the one before."""
    await tx.connection.execute(_KEEP, [asdict(it) for it in refused])
