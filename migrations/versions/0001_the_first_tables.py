"""The first tables."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_conversations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("system_prompt", sa.Text(), nullable=False),
        sa.Column("tools", sa.JSON(), nullable=False),
        sa.Column("pending_notes", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("revision", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_message_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("carried_conversation_id", sa.Uuid(), nullable=True),
        sa.Column("carried_from_turn_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["carried_conversation_id"],
            ["agent_conversations.id"],
            name=op.f("fk_agent_conversations_carried_conversation_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_conversations")),
    )
    op.create_index("idx_agent_conversations_owner", "agent_conversations", ["bot_id", "user_id"], unique=False)
    op.create_index(
        "uq_agent_conversations_open",
        "agent_conversations",
        ["bot_id", "chat_id"],
        unique=True,
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "agent_memories",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("category", sa.String(length=50), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=True),
        sa.Column("subject_key", sa.Text(), nullable=True),
        sa.Column("content_key", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "category IN ('context', 'person', 'preference', 'project')", name=op.f("ck_agent_memories_category")
        ),
        sa.CheckConstraint("id ~ '^[A-Za-z0-9]{8}$'", name=op.f("ck_agent_memories_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_memories")),
    )
    op.create_index(
        "idx_agent_memories_category",
        "agent_memories",
        ["bot_id", "user_id", "category", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "idx_agent_memories_deleted_at", "agent_memories", ["bot_id", "user_id", "deleted_at"], unique=False
    )
    op.create_index("idx_agent_memories_subject", "agent_memories", ["bot_id", "user_id", "subject_key"], unique=False)
    op.create_index(
        "uq_agent_memories_live_content",
        "agent_memories",
        ["bot_id", "user_id", "content_key"],
        unique=True,
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.create_table(
        "agent_turns",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempt", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("input_tokens", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("cached_tokens", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('running', 'answered', 'stopped', 'failed')", name=op.f("ck_agent_turns_state")),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["agent_conversations.id"], name=op.f("fk_agent_turns_conversation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_turns")),
    )
    op.create_index("idx_agent_turns_conversation_id", "agent_turns", ["conversation_id", "id"], unique=False)
    op.create_index(
        "idx_agent_turns_running", "agent_turns", ["id"], unique=False, postgresql_where=sa.text("state = 'running'")
    )
    op.create_table(
        "agent_memory_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("memory_id", sa.String(length=8), nullable=False),
        sa.Column("version_number", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("source_conversation_id", sa.Uuid(), nullable=True),
        sa.Column("source_turn_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("char_length(content) BETWEEN 5 AND 500", name=op.f("ck_agent_memory_versions_content")),
        sa.CheckConstraint("version_number >= 1", name=op.f("ck_agent_memory_versions_version_number")),
        sa.ForeignKeyConstraint(["memory_id"], ["agent_memories.id"], name=op.f("fk_agent_memory_versions_memory_id")),
        sa.ForeignKeyConstraint(
            ["source_conversation_id"],
            ["agent_conversations.id"],
            name=op.f("fk_agent_memory_versions_source_conversation_id"),
        ),
        sa.ForeignKeyConstraint(
            ["source_turn_id"], ["agent_turns.id"], name=op.f("fk_agent_memory_versions_source_turn_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_memory_versions")),
        sa.UniqueConstraint("memory_id", "version_number", name="idx_memory_versions_memory_id"),
    )
    op.create_index("idx_memory_versions_created_at", "agent_memory_versions", ["created_at"], unique=False)
    op.create_table(
        "agent_messages",
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("tool_calls", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("call_id", sa.Text(), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.Column("superseded", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('user', 'assistant', 'tool')", name=op.f("ck_agent_messages_kind")),
        sa.ForeignKeyConstraint(["turn_id"], ["agent_turns.id"], name=op.f("fk_agent_messages_turn_id")),
        sa.PrimaryKeyConstraint("turn_id", "position", name=op.f("pk_agent_messages")),
    )
    op.create_index(
        "idx_agent_messages_memory",
        "agent_messages",
        ["turn_id"],
        unique=False,
        postgresql_where=sa.text("kind = 'tool' OR tool_calls IS NOT NULL OR note <> ''"),
    )
    op.create_table(
        "telegram_messages",
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("final", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["agent_turns.id"], name=op.f("fk_telegram_messages_turn_id")),
        sa.PrimaryKeyConstraint("turn_id", "attempt", "part", name=op.f("pk_telegram_messages")),
    )
    op.create_table(
        "telegram_updates",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("update_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("handled_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["turn_id"], ["agent_turns.id"], name=op.f("fk_telegram_updates_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_telegram_updates")),
        sa.UniqueConstraint("bot_id", "update_id", name=op.f("uq_telegram_updates_bot_id_update_id")),
    )
    op.create_index("idx_telegram_updates_turn_id", "telegram_updates", ["turn_id"], unique=False)
    op.create_index(
        "idx_telegram_updates_waiting",
        "telegram_updates",
        ["bot_id", "id"],
        unique=False,
        postgresql_where=sa.text("handled_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index(
        "idx_telegram_updates_waiting", table_name="telegram_updates", postgresql_where=sa.text("handled_at IS NULL")
    )
    op.drop_index("idx_telegram_updates_turn_id", table_name="telegram_updates")
    op.drop_table("telegram_updates")
    op.drop_table("telegram_messages")
    op.drop_index(
        "idx_agent_messages_memory",
        table_name="agent_messages",
        postgresql_where=sa.text("kind = 'tool' OR tool_calls IS NOT NULL OR note <> ''"),
    )
    op.drop_table("agent_messages")
    op.drop_index("idx_memory_versions_created_at", table_name="agent_memory_versions")
    op.drop_table("agent_memory_versions")
    op.drop_index("idx_agent_turns_running", table_name="agent_turns", postgresql_where=sa.text("state = 'running'"))
    op.drop_index("idx_agent_turns_conversation_id", table_name="agent_turns")
    op.drop_table("agent_turns")
    op.drop_index(
        "uq_agent_memories_live_content", table_name="agent_memories", postgresql_where=sa.text("deleted_at IS NULL")
    )
    op.drop_index("idx_agent_memories_subject", table_name="agent_memories")
    op.drop_index("idx_agent_memories_deleted_at", table_name="agent_memories")
    op.drop_index("idx_agent_memories_category", table_name="agent_memories")
    op.drop_table("agent_memories")
    op.drop_index(
        "uq_agent_conversations_open", table_name="agent_conversations", postgresql_where=sa.text("ended_at IS NULL")
    )
    op.drop_index("idx_agent_conversations_owner", table_name="agent_conversations")
    op.drop_table("agent_conversations")
