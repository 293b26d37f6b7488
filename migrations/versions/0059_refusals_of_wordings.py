"""Calls may be refused for how a memory is worded, too."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0059"
down_revision: str | None = "0058"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_messages"
CHECK = "refusal"
REFUSALS = ("similar", "unrelated")


def upgrade() -> None:
    op.drop_constraint(CHECK, TABLE)
    op.create_check_constraint(CHECK, TABLE, sa.column("refusal").in_([*REFUSALS, "wording"]))


def downgrade() -> None:
    op.execute("UPDATE agent_messages SET refusal = NULL WHERE refusal = 'wording'")
    op.drop_constraint(CHECK, TABLE)
    op.create_check_constraint(CHECK, TABLE, sa.column("refusal").in_(REFUSALS))
