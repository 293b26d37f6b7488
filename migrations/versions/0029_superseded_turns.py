"""Superseded turns: taken back, or replaced by another answer to an edited message; messages that are deleted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHECK = "ck_agent_turns_state"
STATES = ("running", "answered", "stopped", "failed")


def upgrade() -> None:
    op.drop_constraint(op.f(CHECK), "agent_turns")
    op.create_check_constraint(op.f(CHECK), "agent_turns", sa.column("state").in_([*STATES, "superseded"]))
    op.add_column("agent_turns", sa.Column("taken_back", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("agent_messages", sa.Column("edited", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("telegram_messages", sa.Column("deletes", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("telegram_messages", "deletes")
    op.drop_column("agent_messages", "edited")
    op.drop_column("agent_turns", "taken_back")
    op.execute(
        "UPDATE agent_messages SET superseded = true FROM agent_turns "
        "WHERE agent_turns.id = turn_id AND state = 'superseded'"
    )
    op.execute("UPDATE agent_turns SET state = 'stopped' WHERE state = 'superseded'")
    op.drop_constraint(op.f(CHECK), "agent_turns")
    op.create_check_constraint(op.f(CHECK), "agent_turns", sa.column("state").in_(STATES))
