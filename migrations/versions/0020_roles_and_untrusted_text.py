"""Message columns get the field's names: `role` was `kind`, and `untrusted` was `others_words`."""

from collections.abc import Sequence

from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_messages"
RENAME_CHECK = "ALTER TABLE agent_messages RENAME CONSTRAINT ck_agent_messages_{} TO ck_agent_messages_{}"


def upgrade() -> None:
    op.alter_column(TABLE, "kind", new_column_name="role")
    op.alter_column(TABLE, "others_words", new_column_name="untrusted")
    op.execute(RENAME_CHECK.format("kind", "role"))


def downgrade() -> None:
    op.execute(RENAME_CHECK.format("role", "kind"))
    op.alter_column(TABLE, "untrusted", new_column_name="others_words")
    op.alter_column(TABLE, "role", new_column_name="kind")
