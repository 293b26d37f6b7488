"""Assistants that log in: `agent_oauth_clients` and `agent_oauth_grants`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0049"
down_revision: str | None = "0048"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_oauth_clients",
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "id", name="pk_agent_oauth_clients"),
    )
    op.create_table(
        "agent_oauth_grants",
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("former", sa.String(length=64)),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "user_id", "name", name="pk_agent_oauth_grants"),
        sa.UniqueConstraint("digest", name="uq_agent_oauth_grants_digest"),
        sa.UniqueConstraint("former", name="uq_agent_oauth_grants_former"),
        sa.ForeignKeyConstraint(
            ["bot_id", "user_id", "name"],
            ["agent_access_tokens.bot_id", "agent_access_tokens.user_id", "agent_access_tokens.name"],
            name="fk_agent_oauth_grants_token",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["bot_id", "client_id"],
            ["agent_oauth_clients.bot_id", "agent_oauth_clients.id"],
            name="fk_agent_oauth_grants_client",
        ),
    )
    op.create_index("idx_agent_oauth_grants_client_id", "agent_oauth_grants", ["bot_id", "client_id"])


def downgrade() -> None:
    op.execute("DELETE FROM agent_access_tokens WHERE bearer = 'assistant'")
    op.drop_table("agent_oauth_grants")
    op.drop_table("agent_oauth_clients")
