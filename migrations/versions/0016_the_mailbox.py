"""The mailbox: waiting updates are stored as parsed, with one count of failed attempts."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

UPDATES = "telegram_updates"
TURNS = "agent_turns"
KINDS = ("message", "edit", "turn command", "other")


def upgrade() -> None:
    op.add_column(UPDATES, sa.Column("kind", sa.String(20), nullable=True))
    op.create_check_constraint("kind", UPDATES, sa.column("kind").in_(KINDS))
    op.add_column(UPDATES, sa.Column("message", sa.JSON(), nullable=True))
    op.alter_column(UPDATES, "failures", new_column_name="failed_attempts")
    op.execute(sa.text("UPDATE telegram_updates SET failed_attempts = failed_attempts + deaths WHERE deaths > 0"))
    op.drop_column(UPDATES, "deaths")
    op.alter_column(TURNS, "deaths", new_column_name="failed_attempts")


def downgrade() -> None:
    op.alter_column(TURNS, "failed_attempts", new_column_name="deaths")
    op.add_column(UPDATES, sa.Column("deaths", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.alter_column(UPDATES, "failed_attempts", new_column_name="failures")
    op.drop_column(UPDATES, "message")
    op.drop_column(UPDATES, "kind")
