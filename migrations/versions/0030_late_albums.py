"""Messages know their album, so that the rest of it can be added."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("album", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("agent_messages", "album")
