"""Importance of memories, and recall of memories that a prompt lacks."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_memories", sa.Column("importance", sa.Float(), server_default=sa.text("0"), nullable=False))
    # A weight of 2 at the time of the newest version, with a half-life of 60 days.
    op.execute(
        "UPDATE agent_memories SET importance = "
        "extract(epoch FROM version.created_at - timestamptz '2026-01-01 00:00Z') / 86400 / 60 + 1 "
        "FROM agent_memory_versions AS version "
        "WHERE version.memory_id = agent_memories.id AND version.version_number = agent_memories.version"
    )
    op.create_index(
        "idx_agent_memories_importance",
        "agent_memories",
        ["bot_id", "user_id", "pinned", "importance", "id"],
        unique=False,
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.add_column(
        "agent_conversations", sa.Column("recalls", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column(
        "agent_conversations",
        sa.Column("recalled", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("agent_conversations", "recalled")
    op.drop_column("agent_conversations", "recalls")
    op.drop_index("idx_agent_memories_importance", table_name="agent_memories")
    op.drop_column("agent_memories", "importance")
