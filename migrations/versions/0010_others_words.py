"""Messages are marked if they hold untrusted text or answer it; proposals name their offer."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "agent_messages", sa.Column("others_words", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("agent_memory_proposals", sa.Column("offer_id", sa.Uuid(), nullable=True))
    op.create_index(
        "idx_telegram_messages_answers",
        "telegram_messages",
        ["bot_id", "chat_id", "message_id"],
        postgresql_where=sa.text("turn_id IS NOT NULL AND message_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("idx_telegram_messages_answers", table_name="telegram_messages")
    op.drop_column("agent_memory_proposals", "offer_id")
    op.drop_column("agent_messages", "others_words")
