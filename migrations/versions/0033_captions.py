"""The messages of an album keep their captions, so that each can be edited."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("captions", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("agent_messages", "captions")
