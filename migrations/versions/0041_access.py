"""Access from outside of Telegram: `agent_access_tokens`, `agent_api_requests`, and the origin of such versions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0041"
down_revision: str | None = "0040"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_ORIGINS = "origin IN ('conversation', 'review', 'command', 'import', 'undo')"
_ORIGINS_AND_API = "origin IN ('conversation', 'review', 'command', 'import', 'undo', 'api')"


def upgrade() -> None:
    op.create_table(
        "agent_access_tokens",
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("bot_id", "user_id", "name", name="pk_agent_access_tokens"),
        sa.UniqueConstraint("digest", name="uq_agent_access_tokens_digest"),
    )
    op.create_table(
        "agent_api_requests",
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", postgresql.JSON(none_as_null=True)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "user_id", "key", name="pk_agent_api_requests"),
    )
    op.create_index("idx_agent_api_requests_created_at", "agent_api_requests", ["created_at"])
    op.add_column("agent_memory_versions", sa.Column("through", sa.String(length=64)))
    _set_origins(_ORIGINS_AND_API)


def downgrade() -> None:
    op.execute("UPDATE agent_memory_versions SET origin = 'command' WHERE origin = 'api'")
    _set_origins(_ORIGINS)
    op.drop_column("agent_memory_versions", "through")
    op.drop_table("agent_api_requests")
    op.drop_table("agent_access_tokens")


def _set_origins(condition: str) -> None:
    name = op.f("ck_agent_memory_versions_origin")
    op.drop_constraint(name, "agent_memory_versions", type_="check")
    op.create_check_constraint(name, "agent_memory_versions", condition)
