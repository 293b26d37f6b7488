"""The model reacts to messages: its reactions are stored with their calls' results, and wait in the outbox."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("reaction", sa.Text(), nullable=True))
    op.add_column(
        "telegram_messages", sa.Column("is_reaction", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    op.execute("DELETE FROM telegram_messages WHERE is_reaction")
    op.drop_column("telegram_messages", "is_reaction")
    op.drop_column("agent_messages", "reaction")
