"""Documents are stored in parts: `agent_document_parts`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_document_parts"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("attachment_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("attachment_id", "number", name="pk_agent_document_parts"),
        sa.ForeignKeyConstraint(
            ["attachment_id"],
            ["agent_attachments.id"],
            name="fk_agent_document_parts_attachment_id",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
