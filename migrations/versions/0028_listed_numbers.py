"""The numbers of the memories in the list that a user saw last."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_owners", sa.Column("listed", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("agent_owners", "listed")
