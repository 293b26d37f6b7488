"""People who were let in by a link, and the links: `agent_people` and `agent_invitations`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0056"
down_revision: str | None = "0055"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_people",
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_owner", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "user_id", name="pk_agent_people"),
    )
    op.create_index(
        "idx_agent_people_owner", "agent_people", ["bot_id"], unique=True, postgresql_where=sa.text("is_owner")
    )
    op.create_table(
        "agent_invitations",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("invited_by", sa.BigInteger()),
        sa.Column("expires_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("digest", name="pk_agent_invitations"),
    )


def downgrade() -> None:
    op.drop_table("agent_invitations")
    op.drop_table("agent_people")
