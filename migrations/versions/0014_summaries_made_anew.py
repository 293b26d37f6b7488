"""Summaries have the first turn that they lack, and the deleted memories that they were made without."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_conversations", sa.Column("left_out_from", sa.Uuid(), nullable=True))
    op.execute("UPDATE agent_conversations SET left_out_from = '00000000-0000-0000-0000-000000000000' WHERE left_out")
    op.drop_column("agent_conversations", "left_out")
    op.add_column(
        "agent_conversations",
        sa.Column("summary_without", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
    )


def downgrade() -> None:
    op.add_column(
        "agent_conversations", sa.Column("left_out", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.execute("UPDATE agent_conversations SET left_out = true WHERE left_out_from IS NOT NULL")
    for column in ("summary_without", "left_out_from"):
        op.drop_column("agent_conversations", column)
