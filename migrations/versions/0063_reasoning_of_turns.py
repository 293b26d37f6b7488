"""What a model thought before its answers, and how each owner's answers grow."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0063"
down_revision: str | None = "0062"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

REASONING = "idx_agent_turns_reasoning"


def upgrade() -> None:
    op.add_column("agent_turns", sa.Column("reasoning", sa.Text()))
    op.create_index(REASONING, "agent_turns", ["conversation_id"], postgresql_where=sa.text("reasoning IS NOT NULL"))
    op.add_column("agent_owners", sa.Column("streaming", sa.String(20)))


def downgrade() -> None:
    op.drop_column("agent_owners", "streaming")
    op.drop_index(REASONING, "agent_turns")
    op.drop_column("agent_turns", "reasoning")
