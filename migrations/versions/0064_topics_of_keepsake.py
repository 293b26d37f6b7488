"""Topics that Keepsake opens, names and deletes, and in which reminders ring."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0064"
down_revision: str | None = "0063"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES = "telegram_messages"
REMINDERS = "agent_reminders"
TOPICS = "telegram_topics"


def upgrade() -> None:
    op.create_table(
        TOPICS,
        *(sa.Column(name, sa.BigInteger, autoincrement=False) for name in ("bot_id", "chat_id", "topic_id")),
        *(
            sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("false"))
            for name in ("is_private", "is_unnamed", "is_deleted")
        ),
        sa.PrimaryKeyConstraint("bot_id", "chat_id", "topic_id", name="pk_telegram_topics"),
    )
    op.add_column(MESSAGES, sa.Column("topic_act", sa.String(20), nullable=True))
    op.add_column(MESSAGES, sa.Column("topic_name", sa.Text, nullable=True))
    op.add_column(REMINDERS, sa.Column("topic_id", sa.BigInteger, nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    op.drop_column(REMINDERS, "topic_id")
    op.drop_column(MESSAGES, "topic_name")
    op.drop_column(MESSAGES, "topic_act")
    op.drop_table(TOPICS)
