"""What users set for themselves: model, effort, instructions, time zone, review, limit, and their first checklist."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0055"
down_revision: str | None = "0054"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "model": sa.Text(),
    "model_tokens": sa.BigInteger(),
    "effort": sa.String(20),
    "instructions": sa.Text(),
    "timezone": sa.Text(),
    "is_reviewed": sa.Boolean(),
    "monthly_tokens": sa.BigInteger(),
    "checklist": sa.Text(),
}


def upgrade() -> None:
    for name, of_type in _COLUMNS.items():
        op.add_column("agent_owners", sa.Column(name, of_type))


def downgrade() -> None:
    for name in _COLUMNS:
        op.drop_column("agent_owners", name)
