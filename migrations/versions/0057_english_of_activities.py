"""What the model reads of an activity, whose owner reads it in their language: a column of `agent_activities`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0057"
down_revision: str | None = "0056"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_activities", sa.Column("english", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("agent_activities", "english")
