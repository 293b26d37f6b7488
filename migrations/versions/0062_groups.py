"""Telegram groups that an allowed person has added the bot to: `agent_groups`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0062"
down_revision: str | None = "0061"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_groups",
        sa.Column("bot_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("manager_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("is_alone", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reads_all", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("bot_id", "chat_id", name="pk_agent_groups"),
    )


def downgrade() -> None:
    op.drop_table("agent_groups")
