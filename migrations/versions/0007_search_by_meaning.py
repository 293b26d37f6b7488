"""Search indexes: the words of memories, and the embeddings of memories and messages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_memory_words",
        sa.Column("memory_id", sa.String(length=8), nullable=False),
        sa.Column("words", postgresql.TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["memory_id"],
            ["agent_memories.id"],
            name=op.f("fk_agent_memory_words_memory_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("memory_id", name=op.f("pk_agent_memory_words")),
    )
    op.create_index(
        "idx_agent_memory_words_words",
        "agent_memory_words",
        ["words"],
        unique=False,
        postgresql_using="gin",
        postgresql_with={"fastupdate": "off"},
    )
    op.create_table(
        "agent_embedding",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_agent_embedding_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_embedding")),
    )
    op.create_table(
        "agent_memory_vectors",
        sa.Column("memory_id", sa.String(length=8), nullable=False),
        sa.Column("vector", sa.ARRAY(sa.REAL()), nullable=True),
        sa.ForeignKeyConstraint(
            ["memory_id"],
            ["agent_memories.id"],
            name=op.f("fk_agent_memory_vectors_memory_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("memory_id", name=op.f("pk_agent_memory_vectors")),
    )
    op.create_index(
        "idx_agent_memory_vectors_pending",
        "agent_memory_vectors",
        ["memory_id"],
        unique=False,
        postgresql_where=sa.text("vector IS NULL"),
    )
    op.create_table(
        "agent_message_vectors",
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("vector", sa.ARRAY(sa.REAL()), nullable=True),
        sa.Column("with_before", sa.ARRAY(sa.REAL()), nullable=True),
        sa.ForeignKeyConstraint(
            ["turn_id", "position"],
            ["agent_words.turn_id", "agent_words.position"],
            name=op.f("fk_agent_message_vectors_turn_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("turn_id", "position", name=op.f("pk_agent_message_vectors")),
    )
    op.create_index(
        "idx_agent_message_vectors_pending",
        "agent_message_vectors",
        ["turn_id", "position"],
        unique=False,
        postgresql_where=sa.text("vector IS NULL"),
    )


def downgrade() -> None:
    for table in ("agent_message_vectors", "agent_memory_vectors", "agent_embedding", "agent_memory_words"):
        op.drop_table(table)
