"""Know the messages that Keepsake itself begins a turn with (`from_keepsake`), which searches leave out."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0039"
down_revision: str | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES, COLUMN = "agent_messages", "from_keepsake"


def upgrade() -> None:
    op.add_column(MESSAGES, sa.Column(COLUMN, sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute("""
        UPDATE agent_messages SET from_keepsake = true
        WHERE role = 'user' AND text IS NOT NULL
        AND substr(content, strpos(content, chr(10)) + 1) = '[From Keepsake, not from the user] ' || text
    """)
    op.execute("""
        DELETE FROM agent_words USING agent_messages AS message
        WHERE agent_words.turn_id = message.turn_id AND agent_words.position = message.position
        AND message.from_keepsake
    """)


def downgrade() -> None:
    op.drop_column(MESSAGES, COLUMN)
