"""Notices of changes of an owner's language, for the page."""

from collections.abc import Sequence

from alembic import op

revision: str = "0058"
down_revision: str | None = "0057"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute(
        "CREATE TRIGGER agent_tell AFTER UPDATE OF language, telegram_language ON agent_owners FOR EACH ROW"
        " WHEN ((OLD.language, OLD.telegram_language) IS DISTINCT FROM (NEW.language, NEW.telegram_language))"
        " EXECUTE FUNCTION agent_tell('language')"
    )
    op.execute(
        "CREATE TRIGGER agent_tell_of_new AFTER INSERT ON agent_owners FOR EACH ROW"
        " WHEN (NEW.language IS NOT NULL OR NEW.telegram_language IS NOT NULL) EXECUTE FUNCTION agent_tell('language')"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER agent_tell_of_new ON agent_owners")
    op.execute("DROP TRIGGER agent_tell ON agent_owners")
