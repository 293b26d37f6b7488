"""Messages in groups that a single person sees: `telegram_messages.only_for`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0065"
down_revision: str | None = "0064"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("telegram_messages", sa.Column("only_for", sa.BigInteger()))


def downgrade() -> None:
    op.drop_column("telegram_messages", "only_for")
