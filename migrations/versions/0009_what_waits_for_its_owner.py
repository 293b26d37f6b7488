"""Proposals that wait for their owner's button, and the owner's memory mode."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_ORIGINS = "origin IN ('conversation', 'command', 'import', 'undo')"
_ORIGINS_AND_REVIEW = "origin IN ('conversation', 'review', 'command', 'import', 'undo')"
_CAPTURE = "capture IN ('ask', 'auto', 'off', 'none')"


def upgrade() -> None:
    _set_origins(_ORIGINS_AND_REVIEW)
    op.create_table(
        "agent_memory_proposals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("memory_id", sa.String(length=8), nullable=True),
        sa.Column("category", sa.String(length=20), nullable=True),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("former", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("change", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('added', 'updated', 'forgotten')", name=op.f("ck_agent_memory_proposals_kind")),
        sa.CheckConstraint("state IN ('waiting', 'accepted', 'undone')", name=op.f("ck_agent_memory_proposals_state")),
        sa.CheckConstraint(
            "(kind = 'added') = (memory_id IS NULL AND former IS NULL)",
            name=op.f("ck_agent_memory_proposals_memory_id"),
        ),
        sa.CheckConstraint(
            "(kind = 'added') = (category IS NOT NULL)", name=op.f("ck_agent_memory_proposals_category")
        ),
        sa.CheckConstraint("(kind = 'forgotten') = (content IS NULL)", name=op.f("ck_agent_memory_proposals_content")),
        sa.CheckConstraint(
            "(state = 'accepted') = (change IS NOT NULL)", name=op.f("ck_agent_memory_proposals_change")
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["agent_conversations.id"],
            name=op.f("fk_agent_memory_proposals_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["agent_turns.id"], name=op.f("fk_agent_memory_proposals_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_memory_proposals")),
    )
    op.create_index(
        "idx_agent_memory_proposals_conversation_id", "agent_memory_proposals", ["conversation_id"], unique=False
    )
    op.create_index("idx_agent_memory_proposals_turn_id", "agent_memory_proposals", ["turn_id"], unique=False)
    op.add_column("agent_owners", sa.Column("capture", sa.String(length=20), nullable=True))
    op.create_check_constraint(op.f("ck_agent_owners_capture"), "agent_owners", _CAPTURE)
    op.add_column(
        "agent_conversations",
        sa.Column("capture", sa.String(length=20), server_default=sa.text("'ask'"), nullable=False),
    )
    op.create_check_constraint(op.f("ck_agent_conversations_capture"), "agent_conversations", _CAPTURE)
    op.add_column("agent_conversations", sa.Column("review_due_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "agent_conversations", sa.Column("review_tries", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )
    op.add_column("agent_conversations", sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "idx_agent_conversations_review_due_at",
        "agent_conversations",
        ["bot_id", "review_due_at"],
        unique=False,
        postgresql_where=sa.text("review_due_at IS NOT NULL"),
    )
    _set_purposes("purpose IN ('answer', 'summary', 'review')")


def downgrade() -> None:
    op.execute("UPDATE agent_usage SET purpose = 'summary' WHERE purpose = 'review'")
    _set_purposes("purpose IN ('answer', 'summary')")
    op.drop_index("idx_agent_conversations_review_due_at", table_name="agent_conversations")
    for column in ("reviewed_at", "review_tries", "review_due_at"):
        op.drop_column("agent_conversations", column)
    op.drop_column("agent_conversations", "capture")
    op.drop_column("agent_owners", "capture")
    op.drop_table("agent_memory_proposals")
    op.execute("UPDATE agent_memory_versions SET origin = 'conversation' WHERE origin = 'review'")
    _set_origins(_ORIGINS)


def _set_origins(condition: str) -> None:
    _replace_check("ck_agent_memory_versions_origin", "agent_memory_versions", condition)


def _set_purposes(condition: str) -> None:
    _replace_check("ck_agent_usage_purpose", "agent_usage", condition)


def _replace_check(name: str, table: str, condition: str) -> None:
    op.drop_constraint(op.f(name), table, type_="check")
    op.create_check_constraint(op.f(name), table, condition)
