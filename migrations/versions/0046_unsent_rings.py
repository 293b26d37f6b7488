"""The reminder, the time and the missed times of a message that rings: `telegram_messages` (for `is_reminder`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0046"
down_revision: str | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("telegram_messages", sa.Column("reminder_id", sa.String(length=8)))
    op.add_column("telegram_messages", sa.Column("due_at", sa.DateTime(timezone=True)))
    op.add_column("telegram_messages", sa.Column("missed", sa.Integer()))
    op.execute(
        "UPDATE telegram_messages SET reminder_id = split_part(about, ':', 2), missed = 0,"
        " due_at = to_timestamp(split_part(about, ':', 3)::bigint) WHERE is_reminder AND about IS NOT NULL"
    )
    op.drop_column("telegram_messages", "is_reminder")


def downgrade() -> None:
    op.add_column(
        "telegram_messages", sa.Column("is_reminder", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.execute("UPDATE telegram_messages SET is_reminder = true WHERE reminder_id IS NOT NULL")
    for name in ("missed", "due_at", "reminder_id"):
        op.drop_column("telegram_messages", name)
