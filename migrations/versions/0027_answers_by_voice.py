"""Answers by voice: users set which ones are spoken, and voice messages wait in the outbox."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHECK = "ck_agent_owners_voice"


def upgrade() -> None:
    op.add_column("agent_owners", sa.Column("voice", sa.String(20), nullable=True))
    op.create_check_constraint(CHECK, "agent_owners", sa.column("voice").in_(("on", "off", "auto")))
    op.add_column("telegram_messages", sa.Column("is_voice", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.execute("DELETE FROM telegram_messages WHERE is_voice AND state = 'waiting'")
    op.drop_column("telegram_messages", "is_voice")
    op.drop_column("agent_owners", "voice")
