"""Newest versions and pins of memories, changes of receipts, and buttons of messages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_memories", sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.add_column("agent_memories", sa.Column("pinned", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(
        "UPDATE agent_memories SET version = newest.number FROM "
        "(SELECT memory_id, max(version_number) AS number FROM agent_memory_versions GROUP BY memory_id) AS newest "
        "WHERE newest.memory_id = agent_memories.id AND newest.number > 1"
    )
    op.create_index(
        "idx_agent_memories_live",
        "agent_memories",
        ["bot_id", "user_id", "category", "created_at", "id"],
        unique=False,
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.add_column(
        "agent_memory_versions",
        sa.Column("origin", sa.String(length=20), server_default=sa.text("'conversation'"), nullable=False),
    )
    op.create_check_constraint(
        op.f("ck_agent_memory_versions_origin"),
        "agent_memory_versions",
        "origin IN ('conversation', 'command', 'undo')",
    )
    op.add_column("agent_messages", sa.Column("change", sa.JSON(), nullable=True))
    op.add_column("telegram_messages", sa.Column("buttons", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("telegram_messages", "buttons")
    op.drop_column("agent_messages", "change")
    op.drop_constraint(op.f("ck_agent_memory_versions_origin"), "agent_memory_versions", type_="check")
    op.drop_column("agent_memory_versions", "origin")
    op.drop_index("idx_agent_memories_live", table_name="agent_memories")
    op.drop_column("agent_memories", "pinned")
    op.drop_column("agent_memories", "version")
