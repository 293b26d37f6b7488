"""Imports: memories from one file are offered, stored and undone together."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


_ORIGINS = "origin IN ('conversation', 'command', 'undo')"
_ORIGINS_AND_IMPORT = "origin IN ('conversation', 'command', 'import', 'undo')"


def upgrade() -> None:
    _set_origins(_ORIGINS_AND_IMPORT)
    op.create_table(
        "agent_memory_imports",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("proposals", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("added", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("put_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("id ~ '^[A-Za-z0-9]{8}$'", name=op.f("ck_agent_memory_imports_id")),
        sa.CheckConstraint(
            "(put_at IS NULL) = (proposals IS NOT NULL)", name=op.f("ck_agent_memory_imports_proposals")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_memory_imports")),
    )
    op.create_index(
        "uq_agent_memory_imports_offered",
        "agent_memory_imports",
        ["bot_id", "user_id"],
        unique=True,
        postgresql_where=sa.text("put_at IS NULL"),
    )
    op.create_index(
        "idx_agent_memory_imports_put_at", "agent_memory_imports", ["bot_id", "user_id", "put_at"], unique=False
    )
    op.add_column("agent_memories", sa.Column("import_id", sa.String(length=8), nullable=True))
    op.create_foreign_key(
        op.f("fk_agent_memories_import_id"), "agent_memories", "agent_memory_imports", ["import_id"], ["id"]
    )
    op.create_index(
        "idx_agent_memories_import_id",
        "agent_memories",
        ["import_id"],
        unique=False,
        postgresql_where=sa.text("import_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("idx_agent_memories_import_id", table_name="agent_memories")
    op.drop_constraint(op.f("fk_agent_memories_import_id"), "agent_memories", type_="foreignkey")
    op.drop_column("agent_memories", "import_id")
    op.drop_table("agent_memory_imports")
    op.execute("UPDATE agent_memory_versions SET origin = 'command' WHERE origin = 'import'")
    _set_origins(_ORIGINS)


def _set_origins(condition: str) -> None:
    name = op.f("ck_agent_memory_versions_origin")
    op.drop_constraint(name, "agent_memory_versions", type_="check")
    op.create_check_constraint(name, "agent_memory_versions", condition)
