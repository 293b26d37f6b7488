"""Reminders know whether a program set their text: `untrusted`.

Open conversations may have memories in their prompts that came through a program or an import: they are untrusted now.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0070"
down_revision: str | None = "0069"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "agent_reminders", sa.Column("untrusted", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column(
        "agent_conversations",
        sa.Column("offers_untrusted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.execute(
        "UPDATE agent_conversations AS conversation SET carries_untrusted = true WHERE ended_at IS NULL AND EXISTS ("
        "SELECT FROM agent_memories AS memory JOIN agent_memory_versions AS version "
        "ON memory_id = memory.id AND version_number = memory.version "
        "WHERE (memory.bot_id, memory.user_id) = (conversation.bot_id, conversation.user_id) AND deleted_at IS NULL "
        "AND (origin = 'import' OR (origin = 'api' AND through IS DISTINCT FROM 'page')))"
    )


def downgrade() -> None:
    op.drop_column("agent_conversations", "offers_untrusted")
    op.drop_column("agent_reminders", "untrusted")
