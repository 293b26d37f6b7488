"""Logins of browsers: `agent_login_links`, and sessions beside the tokens."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0048"
down_revision: str | None = "0047"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_login_links",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_agent_login_links"),
    )
    op.add_column(
        "agent_access_tokens", sa.Column("bearer", sa.String(length=20), server_default="program", nullable=False)
    )
    op.add_column("agent_access_tokens", sa.Column("expires_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.execute("DELETE FROM agent_access_tokens WHERE bearer <> 'program'")
    op.drop_column("agent_access_tokens", "expires_at")
    op.drop_column("agent_access_tokens", "bearer")
    op.drop_table("agent_login_links")
