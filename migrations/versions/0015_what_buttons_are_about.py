"""Messages have the subject of their buttons, so that outdated buttons can be removed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "telegram_messages"
INDEX = "idx_telegram_messages_about"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("about", sa.Text(), nullable=True))
    op.create_index(INDEX, TABLE, ["bot_id", "chat_id", "about"], postgresql_where=sa.text("about IS NOT NULL"))


def downgrade() -> None:
    op.drop_index(INDEX, TABLE)
    op.drop_column(TABLE, "about")
