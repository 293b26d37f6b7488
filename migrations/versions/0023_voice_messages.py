"""Voice messages are transcribed: files know their Telegram message, and recordings are not their sender's words."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_attachments"
CHECK = "ck_agent_attachments_kind"
KINDS = ("picture", "speech", "document")


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("message_id", sa.BigInteger(), nullable=True))
    op.drop_constraint(CHECK, TABLE)
    op.create_check_constraint(CHECK, TABLE, sa.column("kind").in_([*KINDS, "recording"]))


def downgrade() -> None:
    op.execute("UPDATE agent_attachments SET kind = 'speech' WHERE kind = 'recording'")
    op.drop_constraint(CHECK, TABLE)
    op.create_check_constraint(CHECK, TABLE, sa.column("kind").in_(KINDS))
    op.drop_column(TABLE, "message_id")
