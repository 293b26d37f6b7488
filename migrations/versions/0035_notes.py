"""Notes: named texts with all their versions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOTES = "agent_notes"
VERSIONS = "agent_note_versions"
WORDS = "agent_note_words"


def upgrade() -> None:
    op.create_table(
        NOTES,
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_notes")),
    )
    op.create_index(
        "uq_agent_notes_live_name",
        NOTES,
        ["bot_id", "user_id", "name_key"],
        unique=True,
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.create_index("idx_agent_notes_updated_at", NOTES, ["bot_id", "user_id", "updated_at", "id"])
    op.create_table(
        VERSIONS,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("note_id", sa.String(length=8), nullable=False),
        sa.Column("version_number", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("untrusted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("source_conversation_id", sa.Uuid(), nullable=True),
        sa.Column("source_turn_id", sa.Uuid(), nullable=True),
        sa.Column("origin", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("char_length(content) <= 20000", name=op.f("ck_agent_note_versions_content")),
        sa.CheckConstraint("version_number > 0", name=op.f("ck_agent_note_versions_version_number")),
        sa.ForeignKeyConstraint(
            ["note_id"], ["agent_notes.id"], name=op.f("fk_agent_note_versions_note_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["source_conversation_id"],
            ["agent_conversations.id"],
            name=op.f("fk_agent_note_versions_source_conversation_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["source_turn_id"],
            ["agent_turns.id"],
            name=op.f("fk_agent_note_versions_source_turn_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_note_versions")),
        sa.UniqueConstraint("note_id", "version_number", name=op.f("uq_agent_note_versions_note_id_version_number")),
    )
    op.create_index("idx_agent_note_versions_source_turn_id", VERSIONS, ["source_turn_id"])
    op.create_index("idx_agent_note_versions_source_conversation_id", VERSIONS, ["source_conversation_id"])
    op.create_table(
        WORDS,
        sa.Column("note_id", sa.String(length=8), nullable=False),
        sa.Column("words", postgresql.TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["note_id"], ["agent_notes.id"], name=op.f("fk_agent_note_words_note_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("note_id", name=op.f("pk_agent_note_words")),
    )
    op.create_index(
        "idx_agent_note_words_words",
        WORDS,
        ["words"],
        postgresql_using="gin",
        postgresql_with={"fastupdate": "off"},
    )


def downgrade() -> None:
    for table in (WORDS, VERSIONS, NOTES):
        op.drop_table(table)
