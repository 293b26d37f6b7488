"""Reminders: `agent_reminders`, the messages that ring (`is_reminder`), and the hours without others (`quiet_…`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_reminders"
DUE = "idx_agent_reminders_due"
OWNER = "idx_agent_reminders_owner"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("wall", sa.DateTime(timezone=False), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("rule", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("follows", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("is_due", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("rings_at", sa.DateTime(timezone=True)),
        sa.Column("again_at", sa.DateTime(timezone=True)),
        sa.Column("nag_minutes", sa.Integer()),
        sa.Column("nags", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rung_at", sa.DateTime(timezone=True)),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("former", postgresql.JSON(none_as_null=True)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_agent_reminders"),
    )
    op.create_index(DUE, TABLE, ["bot_id", "rings_at"], postgresql_where=sa.text("rings_at IS NOT NULL"))
    op.create_index(OWNER, TABLE, ["bot_id", "user_id", "rings_at", "id"])
    op.add_column(
        "telegram_messages",
        sa.Column("is_reminder", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.add_column("agent_owners", sa.Column("quiet_from", sa.Time()))
    op.add_column("agent_owners", sa.Column("quiet_to", sa.Time()))


def downgrade() -> None:
    op.drop_column("agent_owners", "quiet_to")
    op.drop_column("agent_owners", "quiet_from")
    op.drop_column("telegram_messages", "is_reminder")
    op.drop_index(OWNER, table_name=TABLE)
    op.drop_index(DUE, table_name=TABLE)
    op.drop_table(TABLE)
