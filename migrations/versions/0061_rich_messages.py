"""Rich messages: `telegram_messages.rich` and `rich_group`, and `agent_owners.is_rich`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0061"
down_revision: str | None = "0060"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("telegram_messages", sa.Column("rich", sa.JSON(none_as_null=True)))
    op.add_column("telegram_messages", sa.Column("rich_group", sa.Uuid()))
    op.add_column("agent_owners", sa.Column("is_rich", sa.Boolean()))


def downgrade() -> None:
    op.drop_column("agent_owners", "is_rich")
    op.drop_column("telegram_messages", "rich_group")
    op.drop_column("telegram_messages", "rich")
