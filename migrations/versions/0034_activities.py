"""What tools did beside memories is kept with what undoes it, and users choose among tools."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

RISKS = ("reads", "writes", "sends")
STATES = ("waiting", "allowed", "running", "done", "failed", "unknown", "declined", "expired", "undone")


def upgrade() -> None:
    op.create_table(
        "agent_activities",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("call_id", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("risk", sa.String(20), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("undo", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(sa.column("risk").in_(RISKS), name="ck_agent_activities_risk"),
        sa.CheckConstraint(sa.column("state").in_(STATES), name="ck_agent_activities_state"),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["agent_conversations.id"],
            name="fk_agent_activities_conversation_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["agent_turns.id"], name="fk_agent_activities_turn_id", ondelete="CASCADE"
        ),
    )
    op.create_index("idx_agent_activities_owner", "agent_activities", ["bot_id", "user_id", "id"])
    op.create_index("idx_agent_activities_turn_id", "agent_activities", ["turn_id"])
    op.create_index("idx_agent_activities_conversation_id", "agent_activities", ["conversation_id"])
    op.create_index(
        "idx_agent_activities_waiting",
        "agent_activities",
        ["bot_id", "expires_at"],
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.create_table(
        "agent_tools",
        sa.Column("bot_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("is_pinned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_off", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_allowed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
    )


def downgrade() -> None:
    op.drop_table("agent_tools")
    op.drop_table("agent_activities")
