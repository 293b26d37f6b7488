"""The name that a note had in each of its versions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0038"
down_revision: str | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

VERSIONS = "agent_note_versions"


def upgrade() -> None:
    op.add_column(VERSIONS, sa.Column("name", sa.Text()))
    op.execute(
        "UPDATE agent_note_versions AS version SET name = note.name FROM agent_notes AS note WHERE note.id = note_id"
    )
    op.alter_column(VERSIONS, "name", nullable=False)


def downgrade() -> None:
    op.drop_column(VERSIONS, "name")
