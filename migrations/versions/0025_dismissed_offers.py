"""Offers that a user dismisses, and the reason why an offer waits: untrusted text, or nobody asked for it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_memory_proposals"
CHECK = "ck_agent_memory_proposals_state"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("untrusted", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE agent_memory_proposals SET untrusted = true WHERE turn_id IS NOT NULL")
    op.drop_constraint(CHECK, TABLE, type_="check")
    op.create_check_constraint(CHECK, TABLE, "state IN ('waiting', 'accepted', 'undone', 'dismissed')")


def downgrade() -> None:
    op.execute("UPDATE agent_memory_proposals SET state = 'undone' WHERE state = 'dismissed'")
    op.drop_constraint(CHECK, TABLE, type_="check")
    op.create_check_constraint(CHECK, TABLE, "state IN ('waiting', 'accepted', 'undone')")
    op.drop_column(TABLE, "untrusted")
