"""Order an owner's activities, changes of memories and accepted offers by time, for pages of `/activity`."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ACTIVITIES, MESSAGES, PROPOSALS = "agent_activities", "agent_messages", "agent_memory_proposals"
OWNER, CHANGES, OFFERS = "idx_agent_activities_owner", "idx_agent_messages_changes", "idx_agent_memory_proposals_owner"


def upgrade() -> None:
    op.drop_index(OWNER, table_name=ACTIVITIES)
    op.create_index(OWNER, ACTIVITIES, ["bot_id", "user_id", "created_at"])
    op.create_index(
        CHANGES, MESSAGES, ["created_at"], postgresql_where=sa.text("change IS NOT NULL OR receipt IS NOT NULL")
    )
    op.create_index(OFFERS, PROPOSALS, ["bot_id", "user_id", "created_at"])


def downgrade() -> None:
    op.drop_index(OFFERS, table_name=PROPOSALS)
    op.drop_index(CHANGES, table_name=MESSAGES)
    op.drop_index(OWNER, table_name=ACTIVITIES)
    op.create_index(OWNER, ACTIVITIES, ["bot_id", "user_id", "id"])
