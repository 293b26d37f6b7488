"""Which newer offer took the place of an offer to remember something: `agent_memory_proposals.replaced_by`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0068"
down_revision: str | None = "0067"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_memory_proposals", sa.Column("replaced_by", sa.Uuid()))


def downgrade() -> None:
    op.drop_column("agent_memory_proposals", "replaced_by")
