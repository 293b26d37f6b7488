"""Of an activity: under which name its tool, as it was shown, is allowed for good."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0044"
down_revision: str | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_activities", sa.Column("allowed_as", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("agent_activities", "allowed_as")
