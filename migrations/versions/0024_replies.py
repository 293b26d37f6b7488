"""Replies: messages know Telegram's ids of theirs, and files may belong to a message that is replied to."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEX = "idx_agent_messages_telegram_ids"
CHECK = "ck_agent_attachments_quoted"


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("telegram_ids", sa.ARRAY(sa.BigInteger()), nullable=True))
    op.create_index(
        INDEX, "agent_messages", ["telegram_ids"], postgresql_using="gin", postgresql_with={"fastupdate": "off"}
    )
    op.add_column("agent_attachments", sa.Column("quoted", sa.String(20), nullable=True))
    op.create_check_constraint(CHECK, "agent_attachments", sa.column("quoted").in_(("user", "other")))


def downgrade() -> None:
    op.drop_column("agent_attachments", "quoted")
    op.drop_index(INDEX, "agent_messages")
    op.drop_column("agent_messages", "telegram_ids")
