"""Results of refused memory calls store the reason, where the model may retry."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_messages"
ENDS = {
    "similar": "Only if it is truly another fact, say that it is new.",
    "unrelated": "A second update of this memory counts as meant.",
}
"""Last words of results by older releases."""


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("refusal", sa.String(20), nullable=True))
    op.create_check_constraint("refusal", TABLE, sa.column("refusal").in_([*ENDS]))
    fill = sa.text("UPDATE agent_messages SET refusal = :refusal WHERE kind = 'tool' AND content LIKE '%' || :ends")
    for refusal, ends in ENDS.items():
        op.execute(fill.bindparams(refusal=refusal, ends=ends))


def downgrade() -> None:
    op.drop_column(TABLE, "refusal")
