"""The headers of answers that are kept for idempotency keys: `agent_api_requests.headers`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0053"
down_revision: str | None = "0052"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_api_requests", sa.Column("headers", postgresql.JSON(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("agent_api_requests", "headers")
