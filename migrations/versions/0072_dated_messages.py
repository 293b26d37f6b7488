"""What is due at a time is known by `due_at` and `about`: `telegram_messages.reminder_id` goes."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0072"
down_revision: str | None = "0071"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_column("telegram_messages", "reminder_id")


def downgrade() -> None:
    op.add_column("telegram_messages", sa.Column("reminder_id", sa.String(8)))
    op.execute("UPDATE telegram_messages SET reminder_id = split_part(about, ':', 2) WHERE due_at IS NOT NULL")
