"""Reminders and versions of memories know whether their text may be anybody's: `untrusted`.

Conversations may have such memories in their prompts: they are untrusted now, also those that may be resumed.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0070"
down_revision: str | None = "0069"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TABLES = ("agent_reminders", "agent_memory_versions")


def upgrade() -> None:
    for table in _TABLES:
        op.add_column(table, sa.Column("untrusted", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(
        "UPDATE agent_memory_versions SET untrusted = true "
        "WHERE origin = 'import' OR (origin = 'api' AND through IS DISTINCT FROM 'page')"
    )
    op.add_column(
        "agent_conversations",
        sa.Column("offers_untrusted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.execute(
        "UPDATE agent_conversations AS conversation SET carries_untrusted = true WHERE EXISTS ("
        "SELECT FROM agent_memories AS memory JOIN agent_memory_versions ON memory_id = memory.id "
        "WHERE (memory.bot_id, memory.user_id) = (conversation.bot_id, conversation.user_id) AND deleted_at IS NULL "
        "AND untrusted)"
    )


def downgrade() -> None:
    op.drop_column("agent_conversations", "offers_untrusted")
    for table in _TABLES:
        op.drop_column(table, "untrusted")
