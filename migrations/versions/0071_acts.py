"""One table of acts in place of proposals, activities, and the changes of messages: `agent_acts`.

Rows keep their ids, so that buttons in the chats go on working. A change had none: its act's begins like its turn's and
ends with the number of its message. A downgrade keeps the tables' form only.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "0071"
down_revision: str | None = "0070"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TABLE = """
CREATE TABLE agent_acts (
    id uuid NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    conversation_id uuid,
    turn_id uuid,
    call_id text NOT NULL DEFAULT '',
    door varchar(20) NOT NULL,
    through text NOT NULL DEFAULT '',
    family text NOT NULL,
    name text NOT NULL,
    arguments text NOT NULL,
    risk varchar(20) NOT NULL,
    allowed_as text NOT NULL DEFAULT '',
    untrusted boolean NOT NULL DEFAULT false,
    state varchar(20) NOT NULL,
    words text NOT NULL DEFAULT '',
    english text NOT NULL DEFAULT '',
    undo json,
    offer_id uuid,
    replaced_by uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    CONSTRAINT pk_agent_acts PRIMARY KEY (id),
    CONSTRAINT ck_agent_acts_door CHECK (door IN ('call', 'review', 'command', 'program', 'page')),
    CONSTRAINT ck_agent_acts_risk CHECK (risk IN ('reads', 'writes', 'sends')),
    CONSTRAINT ck_agent_acts_state CHECK (
        state IN (
            'offered', 'waiting', 'allowed', 'running', 'done', 'failed', 'unknown', 'declined', 'expired', 'undone'
        )
    ),
    CONSTRAINT fk_agent_acts_conversation_id
        FOREIGN KEY (conversation_id) REFERENCES agent_conversations (id) ON DELETE CASCADE,
    CONSTRAINT fk_agent_acts_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id) ON DELETE CASCADE
);
INSERT INTO agent_acts (
    id, bot_id, user_id, conversation_id, turn_id, call_id, door, family, name, arguments, risk, allowed_as, state,
    words, english, undo, created_at, expires_at
)
SELECT id, bot_id, user_id, conversation_id, turn_id, call_id, 'call', family, name, arguments, risk, allowed_as, state,
       words, english, undo, created_at, expires_at
FROM agent_activities;
INSERT INTO agent_acts (
    id, bot_id, user_id, conversation_id, turn_id, door, family, name, arguments, risk, untrusted, state, undo,
    offer_id, replaced_by, created_at
)
SELECT id, bot_id, user_id, conversation_id, turn_id, CASE WHEN turn_id IS NULL THEN 'review' ELSE 'call' END, 'memory',
       CASE kind WHEN 'added' THEN 'add_to_memory' WHEN 'updated' THEN 'update_memory' ELSE 'forget_memory' END,
       CAST(json_strip_nulls(json_build_object(
           'memory_id', memory_id, 'content', content, 'category', category, 'subject', subject, 'former', former
       )) AS text),
       'writes', untrusted,
       CASE state WHEN 'waiting' THEN CASE WHEN untrusted THEN 'waiting' ELSE 'offered' END
           WHEN 'accepted' THEN 'done' WHEN 'dismissed' THEN 'declined' ELSE state END,
       change, offer_id, replaced_by, created_at
FROM agent_memory_proposals;
CREATE TEMPORARY TABLE made AS
SELECT CAST(left(CAST(turn_id AS text), 24) || lpad(to_hex(position), 12, '0') AS uuid) AS id, message.*,
       conversation.bot_id, conversation.user_id, conversation.id AS conversation_id,
       row_number() OVER (PARTITION BY turn_id ORDER BY position) - 1 AS number
FROM agent_messages AS message
JOIN agent_turns AS turn ON turn.id = message.turn_id
JOIN agent_conversations AS conversation ON conversation.id = turn.conversation_id
WHERE change IS NOT NULL OR receipt IS NOT NULL;
INSERT INTO agent_acts (
    id, bot_id, user_id, conversation_id, turn_id, call_id, door, family, name, arguments, risk, state, words, undo,
    created_at
)
SELECT id, bot_id, user_id, conversation_id, turn_id, coalesce(call_id, ''), 'call', 'memory',
       CASE change ->> 'kind' WHEN 'added' THEN 'add_to_memory' WHEN 'forgotten' THEN 'forget_memory'
           ELSE 'update_memory' END,
       '{}', 'writes', CASE WHEN CAST(change ->> 'undone' AS boolean) THEN 'undone' ELSE 'done' END,
       coalesce(receipt, ''), change, created_at
FROM made;
UPDATE agent_turns SET taken_back = json_build_object(
    'state', taken_back ->> 'state',
    'acts', (
        SELECT coalesce(json_agg(replace(CAST(undone.id AS text), '-', '')), '[]') FROM (
            SELECT made.id FROM made
            WHERE made.turn_id = agent_turns.id AND number IN (
                SELECT CAST(it AS bigint) FROM json_array_elements_text(taken_back -> 'receipts') AS it
            )
            UNION ALL
            SELECT CAST(it AS uuid) FROM json_array_elements_text(coalesce(taken_back -> 'offers', '[]')) AS it
        ) AS undone
    )
)
WHERE taken_back IS NOT NULL;
DROP TABLE made;
CREATE INDEX idx_agent_acts_owner ON agent_acts (bot_id, user_id, created_at, id);
CREATE INDEX idx_agent_acts_turn_id ON agent_acts (turn_id);
CREATE INDEX idx_agent_acts_conversation_id ON agent_acts (conversation_id);
CREATE INDEX idx_agent_acts_offer_id ON agent_acts (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX idx_agent_acts_waiting ON agent_acts (bot_id, expires_at) WHERE expires_at IS NOT NULL;
DROP TABLE agent_activities;
DROP TABLE agent_memory_proposals;
DROP INDEX idx_agent_messages_changes;
ALTER TABLE agent_messages DROP COLUMN change, DROP COLUMN receipt;
"""
_FORMER = """
ALTER TABLE agent_messages ADD COLUMN receipt text, ADD COLUMN change json;
CREATE INDEX idx_agent_messages_changes ON agent_messages (created_at)
    WHERE change IS NOT NULL OR receipt IS NOT NULL;
CREATE TABLE agent_memory_proposals (
    id uuid PRIMARY KEY,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    conversation_id uuid NOT NULL,
    turn_id uuid,
    kind varchar(20) NOT NULL,
    memory_id varchar(8),
    category varchar(20),
    subject text,
    content text,
    former text,
    state varchar(20) NOT NULL,
    change json,
    created_at timestamptz NOT NULL,
    offer_id uuid,
    untrusted boolean NOT NULL DEFAULT false,
    replaced_by uuid
);
CREATE TABLE agent_activities (
    id uuid PRIMARY KEY,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    conversation_id uuid NOT NULL,
    turn_id uuid NOT NULL,
    call_id text NOT NULL,
    family text NOT NULL,
    name text NOT NULL,
    arguments text NOT NULL,
    risk varchar(20) NOT NULL,
    state varchar(20) NOT NULL,
    words text NOT NULL,
    undo json,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    allowed_as text NOT NULL DEFAULT '',
    english text NOT NULL DEFAULT ''
);
DROP TABLE agent_acts;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(_TABLE)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(_FORMER)
