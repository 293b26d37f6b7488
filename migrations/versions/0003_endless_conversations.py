"""Endless conversations: summaries and windows, numbers and modes, full text, usage by request, files to send."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_USAGE_COLUMNS = ("input_tokens", "cached_tokens", "output_tokens")


def upgrade() -> None:
    op.create_table(
        "agent_owners",
        sa.Column("bot_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("conversations", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("warned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("private_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("bot_id", "user_id", name=op.f("pk_agent_owners")),
    )
    op.create_table(
        "agent_search",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("indexed_to", sa.Uuid(), nullable=True),
        sa.Column("is_done", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_agent_search_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_search")),
    )
    _add_to_conversations()
    _index_words()
    op.add_column("telegram_messages", sa.Column("file_name", sa.Text(), nullable=True))
    op.add_column("telegram_messages", sa.Column("file", sa.LargeBinary(), nullable=True))
    op.create_index("idx_memory_versions_source_turn_id", "agent_memory_versions", ["source_turn_id"], unique=False)
    op.create_index(
        "idx_memory_versions_source_conversation_id", "agent_memory_versions", ["source_conversation_id"], unique=False
    )
    op.create_index("idx_agent_conversations_carried", "agent_conversations", ["carried_conversation_id"], unique=False)
    _move_usage()


def _add_to_conversations() -> None:
    for column in (
        sa.Column("number", sa.BigInteger(), nullable=True),
        sa.Column("mode", sa.String(length=20), server_default=sa.text("'kept'"), nullable=False),
        sa.Column("carried_to_turn_id", sa.Uuid(), nullable=True),
        sa.Column("history_from", sa.Uuid(), nullable=True),
        sa.Column("history_moved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("summary", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("left_out", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    ):
        op.add_column("agent_conversations", column)
    op.create_check_constraint(
        op.f("ck_agent_conversations_mode"), "agent_conversations", "mode IN ('kept', 'private')"
    )
    op.create_unique_constraint(
        op.f("uq_agent_conversations_bot_id_user_id_number"), "agent_conversations", ["bot_id", "user_id", "number"]
    )
    op.execute(
        "UPDATE agent_conversations SET number = numbered.number FROM "
        "(SELECT id, row_number() OVER (PARTITION BY bot_id, user_id ORDER BY id) AS number FROM agent_conversations) "
        "AS numbered WHERE numbered.id = agent_conversations.id"
    )
    op.execute(
        "INSERT INTO agent_owners (bot_id, user_id, conversations) "
        "SELECT bot_id, user_id, count(*) FROM agent_conversations GROUP BY bot_id, user_id"
    )
    op.execute(
        "UPDATE agent_conversations SET carried_to_turn_id = (SELECT agent_turns.id FROM agent_turns "
        "WHERE agent_turns.conversation_id = carried_conversation_id ORDER BY agent_turns.id DESC LIMIT 1) "
        "WHERE carried_conversation_id IS NOT NULL"
    )


def _index_words() -> None:
    """Create the index of messages; stored messages are indexed while the bot answers."""
    op.create_table(
        "agent_words",
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("words", postgresql.TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["turn_id", "position"],
            ["agent_messages.turn_id", "agent_messages.position"],
            name=op.f("fk_agent_words_turn_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("turn_id", "position", name=op.f("pk_agent_words")),
    )
    op.create_index(
        "idx_agent_words_words",
        "agent_words",
        ["words"],
        unique=False,
        postgresql_using="gin",
        postgresql_with={"fastupdate": "off"},
    )


def _move_usage() -> None:
    op.create_table(
        "agent_usage",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cached_tokens", sa.BigInteger(), nullable=False),
        sa.Column("written_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("first_token_seconds", sa.Float(), nullable=True),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("purpose IN ('answer', 'summary')", name=op.f("ck_agent_usage_purpose")),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["agent_turns.id"], name=op.f("fk_agent_usage_turn_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_usage")),
    )
    op.execute(
        "INSERT INTO agent_usage (bot_id, user_id, turn_id, purpose, model, input_tokens, cached_tokens, "
        "written_tokens, output_tokens, created_at) SELECT bot_id, user_id, agent_turns.id, 'answer', model, "
        "input_tokens, cached_tokens, 0, output_tokens, created_at FROM agent_turns "
        "JOIN agent_conversations ON agent_conversations.id = conversation_id WHERE model IS NOT NULL "
        "ORDER BY agent_turns.id"
    )
    op.create_index("idx_agent_usage_created_at", "agent_usage", ["bot_id", "created_at"], unique=False)
    op.create_index("idx_agent_usage_turn_id", "agent_usage", ["turn_id"], unique=False)
    for column in ("model", *_USAGE_COLUMNS):
        op.drop_column("agent_turns", column)


def downgrade() -> None:
    op.add_column("agent_turns", sa.Column("model", sa.Text(), nullable=True))
    for column in _USAGE_COLUMNS:
        op.add_column("agent_turns", sa.Column(column, sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.execute(
        "UPDATE agent_turns SET model = used.model, input_tokens = used.input_tokens, "
        "cached_tokens = used.cached_tokens, output_tokens = used.output_tokens FROM "
        "(SELECT turn_id, max(model) AS model, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens, "
        "sum(output_tokens) AS output_tokens FROM agent_usage GROUP BY turn_id) AS used WHERE turn_id = agent_turns.id"
    )
    op.drop_table("agent_usage")
    op.drop_index("idx_agent_conversations_carried", table_name="agent_conversations")
    op.drop_index("idx_memory_versions_source_conversation_id", table_name="agent_memory_versions")
    op.drop_index("idx_memory_versions_source_turn_id", table_name="agent_memory_versions")
    op.drop_table("agent_words")
    op.execute("DELETE FROM telegram_messages WHERE file IS NOT NULL")
    for table, columns in {
        "telegram_messages": ("file", "file_name"),
        "agent_conversations": (
            "left_out",
            "summary",
            "history_moved_at",
            "history_from",
            "carried_to_turn_id",
            "mode",
            "number",
        ),
    }.items():
        for column in columns:
            op.drop_column(table, column)
    op.drop_table("agent_search")
    op.drop_table("agent_owners")
