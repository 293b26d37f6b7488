"""What belongs to a chat may belong to one of its topics."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0060"
down_revision: str | None = "0059"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = ("telegram_updates", "telegram_messages", "agent_conversations")
OPEN = "uq_agent_conversations_open"
WAITING = "idx_telegram_messages_waiting"


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("topic_id", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    index_anew("topic_id")


def downgrade() -> None:
    op.execute(
        "UPDATE agent_conversations SET ended_at = now(), pending_notes = '{}', pending_memories = '[]'"
        " WHERE topic_id <> 0 AND ended_at IS NULL"
    )
    index_anew()
    for table in TABLES:
        op.drop_column(table, "topic_id")


def index_anew(*topic: str) -> None:
    op.drop_index(OPEN, "agent_conversations")
    op.create_index(
        OPEN,
        "agent_conversations",
        ["bot_id", "chat_id", *topic],
        unique=True,
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.drop_index(WAITING, "telegram_messages")
    op.create_index(
        WAITING,
        "telegram_messages",
        ["bot_id", "chat_id", *topic, "id"],
        postgresql_where=sa.text("state = 'waiting'"),
    )
