"""The words of memories, by whose beginnings they are listed: `agent_memory_beginnings`; and lists by their age."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

revision: str = "0051"
down_revision: str | None = "0050"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_BEGINNINGS = r"""
CREATE FUNCTION agent_beginnings(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(regexp_split_to_array(lower(said), '\W+'), ''))
$$
"""
_FILL = """
INSERT INTO agent_memory_beginnings (memory_id, words)
SELECT memory.id, agent_beginnings(concat_ws(' ', subject, content))
FROM agent_memories AS memory
JOIN agent_memory_versions ON memory_id = memory.id AND version_number = memory.version
"""


def upgrade() -> None:
    op.execute(_BEGINNINGS)
    op.create_table(
        "agent_memory_beginnings",
        sa.Column("memory_id", sa.String(length=8), nullable=False),
        sa.Column("words", TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["memory_id"],
            ["agent_memories.id"],
            name="fk_agent_memory_beginnings_memory_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("memory_id", name="pk_agent_memory_beginnings"),
    )
    op.execute(_FILL)
    op.create_index(
        "idx_agent_memory_beginnings_words",
        "agent_memory_beginnings",
        ["words"],
        postgresql_using="gin",
        postgresql_with={"fastupdate": "off"},
    )
    op.create_index(
        "idx_agent_memories_newest",
        "agent_memories",
        ["bot_id", "user_id", "created_at", "id"],
        postgresql_where=sa.text("deleted_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("idx_agent_memories_newest", "agent_memories")
    op.drop_table("agent_memory_beginnings")
    op.execute("DROP FUNCTION agent_beginnings(text)")
