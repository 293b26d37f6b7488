"""The words by whose beginnings memories are listed: those of live memories only, with their owner."""

from collections.abc import Sequence

from alembic import op

revision: str = "0052"
down_revision: str | None = "0051"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_FILL = """
INSERT INTO agent_memory_beginnings (memory_id, words)
SELECT memory.id, agent_beginnings(concat_ws(' ', subject, content)) {more}
FROM agent_memories AS memory
JOIN agent_memory_versions ON memory_id = memory.id AND version_number = memory.version
{which}
"""


def upgrade() -> None:
    op.execute("DELETE FROM agent_memory_beginnings")
    owner = "|| array_to_tsvector(ARRAY[concat(bot_id, ' ', user_id)])"
    op.execute(_FILL.format(more=owner, which="WHERE deleted_at IS NULL"))


def downgrade() -> None:
    op.execute("DELETE FROM agent_memory_beginnings")
    op.execute(_FILL.format(more="", which=""))
