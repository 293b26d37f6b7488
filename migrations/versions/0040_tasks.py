"""Tasks: reminders that a turn does when they are due (`is_task`), which one a turn does, and what tasks cost."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0040"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("agent_reminders", sa.Column("is_task", sa.Boolean(), server_default=no, nullable=False))
    op.add_column("agent_reminders", sa.Column("waits_until", sa.DateTime(timezone=True)))
    op.add_column("agent_reminders", sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("agent_turns", sa.Column("task", sa.String(length=8)))
    _set_purposes("purpose IN ('answer', 'summary', 'review', 'task')")


def downgrade() -> None:
    op.execute("UPDATE agent_usage SET purpose = 'answer' WHERE purpose = 'task'")
    _set_purposes("purpose IN ('answer', 'summary', 'review')")
    op.drop_column("agent_turns", "task")
    op.drop_column("agent_reminders", "failures")
    op.drop_column("agent_reminders", "waits_until")
    op.drop_column("agent_reminders", "is_task")


def _set_purposes(condition: str) -> None:
    name = op.f("ck_agent_usage_purpose")
    op.drop_constraint(name, "agent_usage", type_="check")
    op.create_check_constraint(name, "agent_usage", condition)
