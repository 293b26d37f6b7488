"""The language a user has chosen, and the one their Telegram app is in: two columns of `agent_owners`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0054"
down_revision: str | None = "0053"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_owners", sa.Column("language", sa.Text()))
    op.add_column("agent_owners", sa.Column("telegram_language", sa.Text()))


def downgrade() -> None:
    op.drop_column("agent_owners", "telegram_language")
    op.drop_column("agent_owners", "language")
