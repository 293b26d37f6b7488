"""What a model thought before it called tools, to be sent back with the calls: `agent_messages.reasoning`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0066"
down_revision: str | None = "0065"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("reasoning", sa.JSON()))


def downgrade() -> None:
    op.drop_column("agent_messages", "reasoning")
