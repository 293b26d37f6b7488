"""Users send files: `agent_attachments`, and messages that wait for them and are sent with pictures."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_attachments"
KINDS = ("picture", "speech", "document")


def upgrade() -> None:
    op.add_column("agent_messages", sa.Column("pictures", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("agent_messages", sa.Column("files", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("agent_messages", sa.Column("pending", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        TABLE,
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("file_id", sa.Text(), nullable=False),
        sa.Column("unique_id", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=True),
        sa.Column("is_ready", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("stored_type", sa.Text(), nullable=True),
        sa.Column("width", sa.BigInteger(), nullable=True),
        sa.Column("height", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("problem", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(sa.column("kind").in_(KINDS), name="ck_agent_attachments_kind"),
        sa.ForeignKeyConstraint(
            ["turn_id", "position"],
            ["agent_messages.turn_id", "agent_messages.position"],
            name="fk_agent_attachments_turn_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("idx_agent_attachments_message", TABLE, ["turn_id", "position", "place"])
    op.create_index("idx_agent_attachments_unique_id", TABLE, ["bot_id", "user_id", "unique_id"])
    op.create_index("idx_agent_attachments_key", TABLE, ["key"], postgresql_where=sa.text("key IS NOT NULL"))


def downgrade() -> None:
    op.drop_table(TABLE)
    op.drop_column("agent_messages", "pending")
    op.drop_column("agent_messages", "files")
    op.drop_column("agent_messages", "pictures")
