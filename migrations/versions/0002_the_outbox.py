"""The outbox: messages are stored before they are sent; failed attempts are counted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    for table, columns in {"telegram_updates": ("failures", "deaths"), "agent_turns": ("deaths",)}.items():
        for column in columns:
            op.add_column(table, sa.Column(column, sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_index(
        "idx_telegram_updates_set_aside",
        "telegram_updates",
        ["bot_id", "id"],
        unique=False,
        postgresql_where=sa.text("problem IS NOT NULL"),
    )
    op.create_table(
        "telegram_pauses",
        sa.Column("bot_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "chat_id", name=op.f("pk_telegram_pauses")),
    )
    op.rename_table("telegram_messages", "telegram_messages_0001")
    for kind, name in (("pk", ""), ("fk", "_turn_id")):
        constraint = f"{kind}_telegram_messages{name}"
        op.execute(f"ALTER TABLE telegram_messages_0001 RENAME CONSTRAINT {constraint} TO {constraint}_0001")
    op.create_table(
        "telegram_messages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("entities", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("quoted_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('preview', 'waiting', 'sent', 'refused')", name=op.f("ck_telegram_messages_state")
        ),
        sa.ForeignKeyConstraint(["turn_id"], ["agent_turns.id"], name=op.f("fk_telegram_messages_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_telegram_messages")),
        sa.UniqueConstraint("turn_id", "attempt", "part", name=op.f("uq_telegram_messages_turn_id_attempt_part")),
    )
    op.create_index(
        "idx_telegram_messages_waiting",
        "telegram_messages",
        ["bot_id", "chat_id", "id"],
        unique=False,
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.execute(
        "INSERT INTO telegram_messages "
        "(bot_id, chat_id, turn_id, attempt, part, state, message_id, created_at, sent_at) "
        "SELECT bot_id, chat_id, turn_id, sent.attempt, part, CASE WHEN final THEN 'sent' ELSE 'preview' END, "
        "message_id, sent_at, sent_at FROM telegram_messages_0001 AS sent "
        "JOIN agent_turns ON agent_turns.id = turn_id "
        "JOIN agent_conversations ON agent_conversations.id = conversation_id ORDER BY sent_at, part"
    )
    op.drop_table("telegram_messages_0001")


def downgrade() -> None:
    op.execute("DELETE FROM telegram_messages WHERE turn_id IS NULL OR message_id IS NULL")
    op.drop_index("idx_telegram_messages_waiting", table_name="telegram_messages")
    op.drop_constraint("uq_telegram_messages_turn_id_attempt_part", "telegram_messages")
    op.drop_constraint("pk_telegram_messages", "telegram_messages")
    op.drop_constraint("ck_telegram_messages_state", "telegram_messages")
    op.add_column(
        "telegram_messages", sa.Column("final", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.execute("UPDATE telegram_messages SET final = state = 'sent', sent_at = coalesce(sent_at, created_at)")
    for column in ("id", "bot_id", "chat_id", "state", "content", "entities", "quoted_id", "problem", "created_at"):
        op.drop_column("telegram_messages", column)
    for column in ("turn_id", "attempt", "message_id", "sent_at"):
        op.alter_column("telegram_messages", column, nullable=False)
    op.create_primary_key("pk_telegram_messages", "telegram_messages", ["turn_id", "attempt", "part"])
    op.drop_table("telegram_pauses")
    op.drop_index("idx_telegram_updates_set_aside", table_name="telegram_updates")
    for table, columns in {"telegram_updates": ("failures", "deaths"), "agent_turns": ("deaths",)}.items():
        for column in columns:
            op.drop_column(table, column)
