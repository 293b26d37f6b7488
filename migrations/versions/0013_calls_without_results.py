"""Calls left without a result get one, since the model's server refuses every request with such a call."""

from collections.abc import Sequence

from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A running turn still runs its last calls itself. Any other result is placed after those that its message already has.
OWED = """
CREATE TEMPORARY TABLE owed ON COMMIT DROP AS
SELECT asked.turn_id, asked.superseded, asked.created_at, call.value ->> 'id' AS call_id, call.ordinality,
    coalesce(
        (
            SELECT min(next.position) FROM agent_messages AS next
            WHERE next.turn_id = asked.turn_id AND next.position > asked.position AND next.kind <> 'tool'
        ),
        2147483647
    ) AS before
FROM agent_messages AS asked
JOIN agent_turns AS turn ON turn.id = asked.turn_id
CROSS JOIN json_array_elements(asked.tool_calls) WITH ORDINALITY AS call
WHERE NOT EXISTS (
    SELECT FROM agent_messages AS result
    WHERE result.turn_id = asked.turn_id AND result.kind = 'tool' AND result.call_id = call.value ->> 'id'
)
"""
STILL_RUN = """
DELETE FROM owed USING agent_turns AS turn
WHERE turn.id = owed.turn_id AND turn.state = 'running' AND owed.before = 2147483647
"""
MOVED = """
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
SELECT turn_id, position, position + (
    SELECT count(*)::int FROM owed WHERE owed.turn_id = agent_messages.turn_id AND owed.before <= position
) AS place
FROM agent_messages WHERE turn_id IN (SELECT turn_id FROM owed WHERE before < 2147483647)
"""
AWAY = """
UPDATE {table} AS it SET position = -place FROM moved WHERE it.turn_id = moved.turn_id AND it.position = moved.position
"""
BACK = "UPDATE {table} SET position = -position WHERE position < 0"
TABLES = ("agent_messages", "agent_words", "agent_message_vectors")
REFERRING = {
    "agent_words": "fk_agent_words_turn_id",
    "agent_message_vectors": "fk_agent_message_vectors_turn_id",
}
RESULTS = """
INSERT INTO agent_messages (turn_id, position, kind, content, call_id, superseded, created_at)
SELECT owed.turn_id,
    coalesce(max(before.position), 0) + row_number() OVER (PARTITION BY owed.turn_id, owed.before ORDER BY ordinality),
    'tool', 'Nothing was done: the turn ended before this call was run.', owed.call_id, owed.superseded, owed.created_at
FROM owed
LEFT JOIN moved ON moved.turn_id = owed.turn_id AND moved.position = owed.before
LEFT JOIN agent_messages AS before
    ON before.turn_id = owed.turn_id AND before.position < coalesce(moved.place, 2147483647)
GROUP BY owed.turn_id, owed.before, owed.ordinality, owed.call_id, owed.superseded, owed.created_at
"""


def upgrade() -> None:
    op.execute(OWED)
    op.execute(STILL_RUN)
    op.execute(MOVED)
    for table, key in REFERRING.items():
        op.execute(f"ALTER TABLE {table} ALTER CONSTRAINT {key} DEFERRABLE INITIALLY DEFERRED")
    for table in TABLES:  # by way of negative positions, as no two rows may meet
        op.execute(AWAY.format(table=table))
        op.execute(BACK.format(table=table))
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table, key in REFERRING.items():
        op.execute(f"ALTER TABLE {table} ALTER CONSTRAINT {key} NOT DEFERRABLE")
    op.execute(RESULTS)


def downgrade() -> None:
    """Keep the results: older releases send them, too."""
