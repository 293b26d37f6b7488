"""Pictures leave a conversation's prompt before words do: `pictures_from`; and `stored_size`, their bytes."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_conversations", sa.Column("pictures_from", sa.Uuid(), nullable=True))
    op.add_column("agent_attachments", sa.Column("stored_size", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("agent_attachments", "stored_size")
    op.drop_column("agent_conversations", "pictures_from")
