"""Of a conversation: whether the turns that it carries may repeat untrusted text (`carries_untrusted`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0045"
down_revision: str | None = "0044"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CONVERSATIONS, COLUMN = "agent_conversations", "carries_untrusted"
MESSAGES, INDEX = "agent_messages", "idx_agent_messages_untrusted"


def upgrade() -> None:
    op.create_index(INDEX, MESSAGES, ["turn_id"], postgresql_where=sa.text("untrusted"))
    op.add_column(CONVERSATIONS, sa.Column(COLUMN, sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute("""
        WITH RECURSIVE tainted AS (
            SELECT conversation_id AS id FROM agent_turns JOIN agent_messages ON turn_id = agent_turns.id
            WHERE untrusted
            UNION
            SELECT carrying.id FROM agent_conversations AS carrying JOIN tainted ON carried_conversation_id = tainted.id
        )
        UPDATE agent_conversations SET carries_untrusted = true
        WHERE carried_conversation_id IN (SELECT id FROM tainted)
    """)


def downgrade() -> None:
    op.drop_column(CONVERSATIONS, COLUMN)
    op.drop_index(INDEX, MESSAGES, postgresql_where=sa.text("untrusted"))
