"""Notices of changes: triggers that notify the channel `keepsake` of what of an owner's has changed."""

from collections.abc import Sequence

from alembic import op

revision: str = "0050"
down_revision: str | None = "0049"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TELL = """
CREATE FUNCTION agent_tell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    PERFORM pg_notify('keepsake', changed.bot_id || ':' || changed.user_id || ':' || TG_ARGV[0]);
    RETURN NULL;
END
$$
"""
_TELL_OF_TURN = """
CREATE FUNCTION agent_tell_of_turn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    PERFORM pg_notify('keepsake', bot_id || ':' || user_id || ':' || TG_ARGV[0])
    FROM agent_conversations WHERE id = changed.conversation_id;
    RETURN NULL;
END
$$
"""
_TOLD = {
    "agent_memories": "INSERT OR DELETE OR UPDATE OF category, subject, version, pinned, deleted_at",
    "agent_notes": "INSERT OR DELETE OR UPDATE",
    "agent_reminders": "INSERT OR DELETE OR UPDATE",
    "agent_conversations": "INSERT OR DELETE OR UPDATE OF ended_at",
    "agent_turns": "INSERT OR DELETE OR UPDATE OF state, taken_back",
    "agent_access_tokens": "DELETE",
}
_TOPICS = {"agent_turns": "conversations", "agent_access_tokens": "access"}


def upgrade() -> None:
    op.execute(_TELL)
    op.execute(_TELL_OF_TURN)
    for table, events in _TOLD.items():
        topic = _TOPICS.get(table, table.removeprefix("agent_"))
        function = "agent_tell_of_turn" if table == "agent_turns" else "agent_tell"
        when = f"AFTER {events} ON {table} FOR EACH ROW"
        op.execute(f"CREATE TRIGGER agent_tell {when} EXECUTE FUNCTION {function}('{topic}')")


def downgrade() -> None:
    for table in _TOLD:
        op.execute(f"DROP TRIGGER agent_tell ON {table}")
    op.execute("DROP FUNCTION agent_tell_of_turn()")
    op.execute("DROP FUNCTION agent_tell()")
