"""The baseline: the schema of a new database. One of an earlier revision is refused (`bot/store/migrate.py`)."""

import re
from collections.abc import Sequence

from alembic import op

revision: str = "0066"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Punctuation, and signs such as emoji, of the blocks in which there are no letters, and single marks of others:
# https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt. In a database whose LC_CTYPE is C, PostgreSQL treats each of
# them as a letter.
MARKS = (
    r"[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0"
    r"\u05c3\u05c6\u060c\u060d\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e5a\u0e5b\u104a-\u104f\u17d4-\u17da"
    r"\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb"
    r"\u20d0-\u20ff\ufe00-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffff\U0001f000-\U0001faff]"
)
# Letters of languages without spaces between words, or with long suffixes: Thai, Lao, Burmese, Khmer,
# Japanese, Chinese, Korean.
UNPARTED = (
    r"[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u1049\u1780-\u17d3\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    r"\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
LETTER = rf"{UNPARTED[:-1]}\w]"
PLAIN = f"regexp_replace(said, '{MARKS}', ' ', 'g')"
SHIFTED = rf"regexp_replace({PLAIN}, '(?<!{UNPARTED})({UNPARTED})', '\1 ', 'g')"


def pairs(words: str) -> str:
    """Return the SQL expression that puts a space after each two letters of a run."""
    return rf"regexp_replace({words}, '({UNPARTED}{{2}})', '\1 ', 'g')"


# Pairs begin at a run's first letter and at its second; a letter that is left over alone is no word.
PAIRED = f"regexp_replace({pairs(PLAIN)} || ' ' || {pairs(SHIFTED)}, '(?<!{LETTER}){UNPARTED}(?!{LETTER})', '', 'g')"
WORDS = f"""
CREATE FUNCTION agent_words_apart(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN octet_length(said) = length(said) THEN said
    WHEN said !~ '{UNPARTED}{{2}}' THEN {PLAIN}
    ELSE {PAIRED}
END;

CREATE FUNCTION agent_beginnings(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(regexp_split_to_array(lower(said), '\\W+'), ''))
$$;
"""
"""Words are split before PostgreSQL indexes them: at marks outside ASCII, and in languages without spaces."""

# Columns are in the order in which they were added. Some NOT NULL constraints have the former name of their column.
TABLES = """
CREATE TABLE agent_owners (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    conversations bigint NOT NULL DEFAULT 0,
    warned_at timestamptz,
    private_until timestamptz,
    capture varchar(20),
    voice varchar(20),
    listed json,
    quiet_from time,
    quiet_to time,
    language text,
    telegram_language text,
    model text,
    model_tokens bigint,
    effort varchar(20),
    instructions text,
    timezone text,
    is_reviewed boolean,
    monthly_tokens bigint,
    checklist text,
    is_rich boolean,
    streaming varchar(20),
    CONSTRAINT pk_agent_owners PRIMARY KEY (bot_id, user_id),
    CONSTRAINT ck_agent_owners_capture CHECK (capture IN ('ask', 'auto', 'off', 'none')),
    CONSTRAINT ck_agent_owners_voice CHECK (voice IN ('on', 'off', 'auto'))
);

CREATE TABLE agent_conversations (
    id uuid NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    system_prompt text NOT NULL,
    tools json NOT NULL,
    pending_notes text[] NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL,
    last_message_at timestamptz NOT NULL,
    ended_at timestamptz,
    carried_conversation_id uuid,
    carried_from_turn_id uuid,
    number bigint,
    mode varchar(20) NOT NULL DEFAULT 'kept',
    carried_to_turn_id uuid,
    history_from uuid,
    history_moved_at timestamptz,
    summary text NOT NULL DEFAULT '',
    recalls boolean NOT NULL DEFAULT false,
    capture varchar(20) NOT NULL DEFAULT 'ask',
    review_due_at timestamptz,
    review_tries integer NOT NULL DEFAULT 0,
    reviewed_at timestamptz,
    left_out_from uuid,
    summary_without text[] NOT NULL DEFAULT '{}',
    own_at integer NOT NULL DEFAULT 0,
    memories_at integer NOT NULL DEFAULT 0,
    memories jsonb NOT NULL DEFAULT '[]',
    pending_memories jsonb NOT NULL DEFAULT '[]',
    pictures_from uuid,
    carries_untrusted boolean NOT NULL DEFAULT false,
    topic_id bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_agent_conversations PRIMARY KEY (id),
    CONSTRAINT uq_agent_conversations_bot_id_user_id_number UNIQUE (bot_id, user_id, number),
    CONSTRAINT ck_agent_conversations_capture CHECK (capture IN ('ask', 'auto', 'off', 'none')),
    CONSTRAINT ck_agent_conversations_mode CHECK (mode IN ('kept', 'private')),
    CONSTRAINT fk_agent_conversations_carried_conversation_id
        FOREIGN KEY (carried_conversation_id) REFERENCES agent_conversations (id)
);
CREATE INDEX idx_agent_conversations_carried ON agent_conversations (carried_conversation_id);
CREATE INDEX idx_agent_conversations_owner ON agent_conversations (bot_id, user_id);
CREATE INDEX idx_agent_conversations_review_due_at
    ON agent_conversations (bot_id, review_due_at) WHERE review_due_at IS NOT NULL;
CREATE UNIQUE INDEX uq_agent_conversations_open
    ON agent_conversations (bot_id, chat_id, topic_id) WHERE ended_at IS NULL;

CREATE TABLE agent_turns (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    state varchar(20) NOT NULL,
    attempt integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    failed_attempts integer CONSTRAINT agent_turns_deaths_not_null NOT NULL DEFAULT 0,
    taken_back json,
    task varchar(8),
    reasoning text,
    CONSTRAINT pk_agent_turns PRIMARY KEY (id),
    CONSTRAINT ck_agent_turns_state CHECK (state IN ('running', 'answered', 'stopped', 'failed', 'superseded')),
    CONSTRAINT fk_agent_turns_conversation_id FOREIGN KEY (conversation_id) REFERENCES agent_conversations (id)
);
CREATE INDEX idx_agent_turns_conversation_id ON agent_turns (conversation_id, id);
CREATE INDEX idx_agent_turns_reasoning ON agent_turns (conversation_id) WHERE reasoning IS NOT NULL;
CREATE INDEX idx_agent_turns_running ON agent_turns (id) WHERE state = 'running';

CREATE TABLE agent_messages (
    turn_id uuid NOT NULL,
    position integer NOT NULL,
    role varchar(20) CONSTRAINT agent_messages_kind_not_null NOT NULL,
    content text NOT NULL,
    note text NOT NULL DEFAULT '',
    tool_calls json,
    call_id text,
    receipt text,
    superseded boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    change json,
    untrusted boolean CONSTRAINT agent_messages_others_words_not_null NOT NULL DEFAULT false,
    is_cut boolean NOT NULL DEFAULT false,
    sent_at timestamptz,
    source json,
    text text,
    refusal varchar(20),
    pictures json,
    files integer NOT NULL DEFAULT 0,
    pending boolean NOT NULL DEFAULT false,
    telegram_ids bigint[],
    edited json,
    album text,
    reaction text,
    seen text NOT NULL DEFAULT '',
    captions json,
    from_keepsake boolean NOT NULL DEFAULT false,
    reasoning json,
    CONSTRAINT pk_agent_messages PRIMARY KEY (turn_id, position),
    CONSTRAINT ck_agent_messages_role CHECK (role IN ('user', 'assistant', 'tool')),
    CONSTRAINT refusal CHECK (refusal IN ('similar', 'unrelated', 'wording')),
    CONSTRAINT fk_agent_messages_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id)
);
CREATE INDEX idx_agent_messages_changes ON agent_messages (created_at) WHERE change IS NOT NULL OR receipt IS NOT NULL;
CREATE INDEX idx_agent_messages_memory
    ON agent_messages (turn_id) WHERE role = 'tool' OR tool_calls IS NOT NULL OR note <> '';
CREATE INDEX idx_agent_messages_telegram_ids ON agent_messages USING gin (telegram_ids) WITH (fastupdate = off);
CREATE INDEX idx_agent_messages_untrusted ON agent_messages (turn_id) WHERE untrusted;

CREATE TABLE agent_usage (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    turn_id uuid,
    purpose varchar(20) NOT NULL,
    model text NOT NULL,
    input_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    written_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    first_token_seconds double precision,
    seconds double precision,
    created_at timestamptz NOT NULL,
    is_estimated boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_agent_usage PRIMARY KEY (id),
    CONSTRAINT ck_agent_usage_purpose CHECK (purpose IN ('answer', 'summary', 'review', 'task')),
    CONSTRAINT fk_agent_usage_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id) ON DELETE SET NULL
);
CREATE INDEX idx_agent_usage_created_at ON agent_usage (bot_id, created_at);
CREATE INDEX idx_agent_usage_turn_id ON agent_usage (turn_id);

CREATE TABLE agent_attachments (
    id uuid NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    turn_id uuid NOT NULL,
    position integer NOT NULL,
    place integer NOT NULL,
    kind varchar(20) NOT NULL,
    what text NOT NULL,
    file_id text NOT NULL,
    unique_id text NOT NULL,
    size bigint,
    media_type text NOT NULL,
    name text NOT NULL,
    seconds bigint,
    is_ready boolean NOT NULL DEFAULT false,
    key text,
    stored_type text,
    width bigint,
    height bigint,
    text text NOT NULL DEFAULT '',
    problem text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    message_id bigint,
    quoted varchar(20),
    stored_size bigint,
    CONSTRAINT pk_agent_attachments PRIMARY KEY (id),
    CONSTRAINT ck_agent_attachments_kind CHECK (kind IN ('picture', 'speech', 'document', 'recording')),
    CONSTRAINT ck_agent_attachments_quoted CHECK (quoted IN ('user', 'other')),
    CONSTRAINT fk_agent_attachments_turn_id
        FOREIGN KEY (turn_id, position) REFERENCES agent_messages (turn_id, position) ON DELETE CASCADE
);
CREATE INDEX idx_agent_attachments_key ON agent_attachments (key) WHERE key IS NOT NULL;
CREATE INDEX idx_agent_attachments_message ON agent_attachments (turn_id, position, place);
CREATE INDEX idx_agent_attachments_unique_id ON agent_attachments (bot_id, user_id, unique_id);

CREATE TABLE agent_document_parts (
    attachment_id uuid NOT NULL,
    number integer NOT NULL,
    label text NOT NULL,
    text text NOT NULL,
    CONSTRAINT pk_agent_document_parts PRIMARY KEY (attachment_id, number),
    CONSTRAINT fk_agent_document_parts_attachment_id
        FOREIGN KEY (attachment_id) REFERENCES agent_attachments (id) ON DELETE CASCADE
);

CREATE TABLE agent_memory_imports (
    id varchar(8) NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    source text NOT NULL,
    proposals json,
    found integer NOT NULL,
    added integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    put_at timestamptz,
    undone_at timestamptz,
    CONSTRAINT pk_agent_memory_imports PRIMARY KEY (id),
    CONSTRAINT ck_agent_memory_imports_id CHECK (id ~ '^[A-Za-z0-9]{8}$'),
    CONSTRAINT ck_agent_memory_imports_proposals CHECK ((put_at IS NULL) = (proposals IS NOT NULL))
);
CREATE INDEX idx_agent_memory_imports_put_at ON agent_memory_imports (bot_id, user_id, put_at);
CREATE UNIQUE INDEX uq_agent_memory_imports_offered ON agent_memory_imports (bot_id, user_id) WHERE put_at IS NULL;

CREATE TABLE agent_memories (
    id varchar(8) NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    category varchar(50) NOT NULL,
    subject varchar(200),
    subject_key text,
    content_key varchar(64) NOT NULL,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    pinned boolean NOT NULL DEFAULT false,
    import_id varchar(8),
    importance double precision NOT NULL DEFAULT 0,
    CONSTRAINT pk_agent_memories PRIMARY KEY (id),
    CONSTRAINT ck_agent_memories_category CHECK (category IN ('context', 'person', 'preference', 'project')),
    CONSTRAINT ck_agent_memories_id CHECK (id ~ '^[A-Za-z0-9]{8}$'),
    CONSTRAINT fk_agent_memories_import_id FOREIGN KEY (import_id) REFERENCES agent_memory_imports (id)
);
CREATE INDEX idx_agent_memories_category ON agent_memories (bot_id, user_id, category, created_at, id);
CREATE INDEX idx_agent_memories_deleted_at ON agent_memories (bot_id, user_id, deleted_at);
CREATE INDEX idx_agent_memories_import_id ON agent_memories (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX idx_agent_memories_importance
    ON agent_memories (bot_id, user_id, pinned, importance, id) WHERE deleted_at IS NULL;
CREATE INDEX idx_agent_memories_live
    ON agent_memories (bot_id, user_id, category, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX idx_agent_memories_newest ON agent_memories (bot_id, user_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX idx_agent_memories_subject ON agent_memories (bot_id, user_id, subject_key);
CREATE UNIQUE INDEX uq_agent_memories_live_content
    ON agent_memories (bot_id, user_id, content_key) WHERE deleted_at IS NULL;

CREATE TABLE agent_memory_versions (
    id uuid NOT NULL,
    memory_id varchar(8) NOT NULL,
    version_number integer NOT NULL,
    content text NOT NULL,
    source_conversation_id uuid,
    source_turn_id uuid,
    created_at timestamptz NOT NULL,
    origin varchar(20) NOT NULL DEFAULT 'conversation',
    through varchar(64),
    CONSTRAINT pk_agent_memory_versions PRIMARY KEY (id),
    CONSTRAINT idx_memory_versions_memory_id UNIQUE (memory_id, version_number),
    CONSTRAINT ck_agent_memory_versions_content CHECK (char_length(content) BETWEEN 5 AND 500),
    CONSTRAINT ck_agent_memory_versions_origin
        CHECK (origin IN ('conversation', 'review', 'command', 'import', 'undo', 'api')),
    CONSTRAINT ck_agent_memory_versions_version_number CHECK (version_number >= 1),
    CONSTRAINT fk_agent_memory_versions_memory_id FOREIGN KEY (memory_id) REFERENCES agent_memories (id),
    CONSTRAINT fk_agent_memory_versions_source_conversation_id
        FOREIGN KEY (source_conversation_id) REFERENCES agent_conversations (id),
    CONSTRAINT fk_agent_memory_versions_source_turn_id FOREIGN KEY (source_turn_id) REFERENCES agent_turns (id)
);
CREATE INDEX idx_memory_versions_created_at ON agent_memory_versions (created_at);
CREATE INDEX idx_memory_versions_source_conversation_id ON agent_memory_versions (source_conversation_id);
CREATE INDEX idx_memory_versions_source_turn_id ON agent_memory_versions (source_turn_id);

CREATE TABLE agent_memory_proposals (
    id uuid NOT NULL,
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
    CONSTRAINT pk_agent_memory_proposals PRIMARY KEY (id),
    CONSTRAINT ck_agent_memory_proposals_category CHECK ((kind = 'added') = (category IS NOT NULL)),
    CONSTRAINT ck_agent_memory_proposals_change CHECK ((state = 'accepted') = (change IS NOT NULL)),
    CONSTRAINT ck_agent_memory_proposals_content CHECK ((kind = 'forgotten') = (content IS NULL)),
    CONSTRAINT ck_agent_memory_proposals_kind CHECK (kind IN ('added', 'updated', 'forgotten')),
    CONSTRAINT ck_agent_memory_proposals_memory_id CHECK ((kind = 'added') = (memory_id IS NULL AND former IS NULL)),
    CONSTRAINT ck_agent_memory_proposals_state CHECK (state IN ('waiting', 'accepted', 'undone', 'dismissed')),
    CONSTRAINT fk_agent_memory_proposals_conversation_id
        FOREIGN KEY (conversation_id) REFERENCES agent_conversations (id) ON DELETE CASCADE,
    CONSTRAINT fk_agent_memory_proposals_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_memory_proposals_conversation_id ON agent_memory_proposals (conversation_id);
CREATE INDEX idx_agent_memory_proposals_owner ON agent_memory_proposals (bot_id, user_id, created_at);
CREATE INDEX idx_agent_memory_proposals_turn_id ON agent_memory_proposals (turn_id);

CREATE TABLE agent_memory_words (
    memory_id varchar(8) NOT NULL,
    words tsvector NOT NULL,
    CONSTRAINT pk_agent_memory_words PRIMARY KEY (memory_id),
    CONSTRAINT fk_agent_memory_words_memory_id FOREIGN KEY (memory_id) REFERENCES agent_memories (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_memory_words_words ON agent_memory_words USING gin (words) WITH (fastupdate = off);

CREATE TABLE agent_memory_beginnings (
    memory_id varchar(8) NOT NULL,
    words tsvector NOT NULL,
    CONSTRAINT pk_agent_memory_beginnings PRIMARY KEY (memory_id),
    CONSTRAINT fk_agent_memory_beginnings_memory_id
        FOREIGN KEY (memory_id) REFERENCES agent_memories (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_memory_beginnings_words ON agent_memory_beginnings USING gin (words) WITH (fastupdate = off);

CREATE TABLE agent_memory_vectors (
    memory_id varchar(8) NOT NULL,
    vector real[],
    CONSTRAINT pk_agent_memory_vectors PRIMARY KEY (memory_id),
    CONSTRAINT fk_agent_memory_vectors_memory_id
        FOREIGN KEY (memory_id) REFERENCES agent_memories (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_memory_vectors_pending ON agent_memory_vectors (memory_id) WHERE vector IS NULL;

CREATE TABLE agent_search (
    id integer NOT NULL,
    language text NOT NULL,
    indexed_to uuid,
    is_done boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_agent_search PRIMARY KEY (id),
    CONSTRAINT ck_agent_search_id CHECK (id = 1)
);

CREATE TABLE agent_words (
    turn_id uuid NOT NULL,
    position integer NOT NULL,
    said_at timestamptz NOT NULL,
    words tsvector NOT NULL,
    CONSTRAINT pk_agent_words PRIMARY KEY (turn_id, position),
    CONSTRAINT fk_agent_words_turn_id
        FOREIGN KEY (turn_id, position) REFERENCES agent_messages (turn_id, position) ON DELETE CASCADE
);
CREATE INDEX idx_agent_words_words ON agent_words USING gin (words) WITH (fastupdate = off);

CREATE TABLE agent_embedding (
    id integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    CONSTRAINT pk_agent_embedding PRIMARY KEY (id),
    CONSTRAINT ck_agent_embedding_id CHECK (id = 1)
);

CREATE TABLE agent_message_vectors (
    turn_id uuid NOT NULL,
    position integer NOT NULL,
    vector real[],
    with_before real[],
    CONSTRAINT pk_agent_message_vectors PRIMARY KEY (turn_id, position),
    CONSTRAINT fk_agent_message_vectors_turn_id
        FOREIGN KEY (turn_id, position) REFERENCES agent_words (turn_id, position) ON DELETE CASCADE
);
CREATE INDEX idx_agent_message_vectors_pending ON agent_message_vectors (turn_id, position) WHERE vector IS NULL;

CREATE TABLE agent_notes (
    id varchar(8) NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    CONSTRAINT pk_agent_notes PRIMARY KEY (id)
);
CREATE INDEX idx_agent_notes_updated_at ON agent_notes (bot_id, user_id, updated_at, id);
CREATE UNIQUE INDEX uq_agent_notes_live_name ON agent_notes (bot_id, user_id, name_key) WHERE deleted_at IS NULL;

CREATE TABLE agent_note_versions (
    id uuid NOT NULL,
    note_id varchar(8) NOT NULL,
    version_number integer NOT NULL,
    content text NOT NULL,
    untrusted boolean NOT NULL DEFAULT false,
    source_conversation_id uuid,
    source_turn_id uuid,
    origin varchar(20) NOT NULL,
    created_at timestamptz NOT NULL,
    name text NOT NULL,
    CONSTRAINT pk_agent_note_versions PRIMARY KEY (id),
    CONSTRAINT uq_agent_note_versions_note_id_version_number UNIQUE (note_id, version_number),
    CONSTRAINT ck_agent_note_versions_content CHECK (char_length(content) <= 20000),
    CONSTRAINT ck_agent_note_versions_version_number CHECK (version_number > 0),
    CONSTRAINT fk_agent_note_versions_note_id FOREIGN KEY (note_id) REFERENCES agent_notes (id) ON DELETE CASCADE,
    CONSTRAINT fk_agent_note_versions_source_conversation_id
        FOREIGN KEY (source_conversation_id) REFERENCES agent_conversations (id) ON DELETE SET NULL,
    CONSTRAINT fk_agent_note_versions_source_turn_id
        FOREIGN KEY (source_turn_id) REFERENCES agent_turns (id) ON DELETE SET NULL
);
CREATE INDEX idx_agent_note_versions_source_conversation_id ON agent_note_versions (source_conversation_id);
CREATE INDEX idx_agent_note_versions_source_turn_id ON agent_note_versions (source_turn_id);

CREATE TABLE agent_note_words (
    note_id varchar(8) NOT NULL,
    words tsvector NOT NULL,
    CONSTRAINT pk_agent_note_words PRIMARY KEY (note_id),
    CONSTRAINT fk_agent_note_words_note_id FOREIGN KEY (note_id) REFERENCES agent_notes (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_note_words_words ON agent_note_words USING gin (words) WITH (fastupdate = off);

CREATE TABLE agent_reminders (
    id varchar(8) NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    text text NOT NULL,
    wall timestamp NOT NULL,
    zone varchar(64) NOT NULL,
    rule text NOT NULL DEFAULT '',
    follows boolean NOT NULL DEFAULT false,
    state varchar(20) NOT NULL,
    is_due boolean NOT NULL DEFAULT true,
    rings_at timestamptz,
    again_at timestamptz,
    nag_minutes integer,
    nags integer NOT NULL DEFAULT 0,
    rung_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    former json,
    created_at timestamptz NOT NULL,
    is_task boolean NOT NULL DEFAULT false,
    waits_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    topic_id bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_agent_reminders PRIMARY KEY (id)
);
CREATE INDEX idx_agent_reminders_due ON agent_reminders (bot_id, rings_at) WHERE rings_at IS NOT NULL;
CREATE INDEX idx_agent_reminders_owner ON agent_reminders (bot_id, user_id, rings_at, id);

CREATE TABLE agent_activities (
    id uuid NOT NULL,
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
    english text NOT NULL DEFAULT '',
    CONSTRAINT pk_agent_activities PRIMARY KEY (id),
    CONSTRAINT ck_agent_activities_risk CHECK (risk IN ('reads', 'writes', 'sends')),
    CONSTRAINT ck_agent_activities_state CHECK (
        state IN ('waiting', 'allowed', 'running', 'done', 'failed', 'unknown', 'declined', 'expired', 'undone')
    ),
    CONSTRAINT fk_agent_activities_conversation_id
        FOREIGN KEY (conversation_id) REFERENCES agent_conversations (id) ON DELETE CASCADE,
    CONSTRAINT fk_agent_activities_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id) ON DELETE CASCADE
);
CREATE INDEX idx_agent_activities_conversation_id ON agent_activities (conversation_id);
CREATE INDEX idx_agent_activities_owner ON agent_activities (bot_id, user_id, created_at);
CREATE INDEX idx_agent_activities_turn_id ON agent_activities (turn_id);
CREATE INDEX idx_agent_activities_waiting ON agent_activities (bot_id, expires_at) WHERE state = 'waiting';

CREATE TABLE agent_tools (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    is_pinned boolean NOT NULL DEFAULT false,
    is_off boolean NOT NULL DEFAULT false,
    is_allowed boolean NOT NULL DEFAULT false,
    used_at timestamptz,
    CONSTRAINT pk_agent_tools PRIMARY KEY (bot_id, user_id, name)
);

CREATE TABLE agent_access_tokens (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name varchar(64) NOT NULL,
    digest varchar(64) NOT NULL,
    scope varchar(20) NOT NULL,
    created_at timestamptz NOT NULL,
    used_at timestamptz,
    bearer varchar(20) NOT NULL DEFAULT 'program',
    expires_at timestamptz,
    CONSTRAINT pk_agent_access_tokens PRIMARY KEY (bot_id, user_id, name),
    CONSTRAINT uq_agent_access_tokens_digest UNIQUE (digest)
);

CREATE TABLE agent_oauth_clients (
    bot_id bigint NOT NULL,
    id varchar(36) NOT NULL,
    document json NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_agent_oauth_clients PRIMARY KEY (bot_id, id)
);

CREATE TABLE agent_oauth_grants (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name varchar(64) NOT NULL,
    client_id varchar(36) NOT NULL,
    digest varchar(64) NOT NULL,
    former varchar(64),
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_agent_oauth_grants PRIMARY KEY (bot_id, user_id, name),
    CONSTRAINT uq_agent_oauth_grants_digest UNIQUE (digest),
    CONSTRAINT uq_agent_oauth_grants_former UNIQUE (former),
    CONSTRAINT fk_agent_oauth_grants_client FOREIGN KEY (bot_id, client_id) REFERENCES agent_oauth_clients (bot_id, id),
    CONSTRAINT fk_agent_oauth_grants_token
        FOREIGN KEY (bot_id, user_id, name) REFERENCES agent_access_tokens (bot_id, user_id, name) ON DELETE CASCADE
);
CREATE INDEX idx_agent_oauth_grants_client_id ON agent_oauth_grants (bot_id, client_id);

CREATE TABLE agent_login_links (
    digest varchar(64) NOT NULL,
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_agent_login_links PRIMARY KEY (digest)
);

CREATE TABLE agent_api_requests (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    key varchar(255) NOT NULL,
    digest varchar(64) NOT NULL,
    status integer NOT NULL,
    body json,
    created_at timestamptz NOT NULL,
    headers json,
    CONSTRAINT pk_agent_api_requests PRIMARY KEY (bot_id, user_id, key)
);
CREATE INDEX idx_agent_api_requests_created_at ON agent_api_requests (created_at);

CREATE TABLE agent_people (
    bot_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    since timestamptz NOT NULL,
    is_owner boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_agent_people PRIMARY KEY (bot_id, user_id)
);
CREATE UNIQUE INDEX idx_agent_people_owner ON agent_people (bot_id) WHERE is_owner;

CREATE TABLE agent_invitations (
    digest varchar(64) NOT NULL,
    bot_id bigint NOT NULL,
    invited_by bigint,
    expires_at timestamptz,
    CONSTRAINT pk_agent_invitations PRIMARY KEY (digest)
);

CREATE TABLE agent_groups (
    bot_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    manager_id bigint NOT NULL,
    title text NOT NULL,
    is_alone boolean NOT NULL DEFAULT false,
    since timestamptz NOT NULL,
    reads_all boolean NOT NULL DEFAULT false,
    left_at timestamptz,
    CONSTRAINT pk_agent_groups PRIMARY KEY (bot_id, chat_id)
);

CREATE TABLE telegram_updates (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    bot_id bigint NOT NULL,
    update_id bigint NOT NULL,
    chat_id bigint,
    message_id bigint,
    payload json,
    problem text,
    turn_id uuid,
    received_at timestamptz NOT NULL,
    handled_at timestamptz,
    failed_attempts integer CONSTRAINT telegram_updates_failures_not_null NOT NULL DEFAULT 0,
    kind varchar(20),
    message json,
    topic_id bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_telegram_updates PRIMARY KEY (id),
    CONSTRAINT uq_telegram_updates_bot_id_update_id UNIQUE (bot_id, update_id),
    CONSTRAINT kind CHECK (kind IN ('message', 'edit', 'turn command', 'other')),
    CONSTRAINT fk_telegram_updates_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id)
);
CREATE INDEX idx_telegram_updates_set_aside ON telegram_updates (bot_id, id) WHERE problem IS NOT NULL;
CREATE INDEX idx_telegram_updates_turn_id ON telegram_updates (turn_id);
CREATE INDEX idx_telegram_updates_waiting ON telegram_updates (bot_id, id) WHERE handled_at IS NULL;

CREATE TABLE telegram_messages (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    bot_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    turn_id uuid,
    attempt integer,
    part integer CONSTRAINT telegram_messages_part_not_null1 NOT NULL,
    state varchar(20) NOT NULL,
    content text,
    entities json,
    quoted_id bigint,
    message_id bigint,
    problem text,
    created_at timestamptz NOT NULL,
    sent_at timestamptz,
    file_name text,
    file bytea,
    buttons json,
    about text,
    is_voice boolean NOT NULL DEFAULT false,
    deletes boolean NOT NULL DEFAULT false,
    is_reaction boolean NOT NULL DEFAULT false,
    reminder_id varchar(8),
    due_at timestamptz,
    missed integer,
    is_silent boolean NOT NULL DEFAULT false,
    topic_id bigint NOT NULL DEFAULT 0,
    rich json,
    rich_group uuid,
    topic_act varchar(20),
    topic_name text,
    only_for bigint,
    CONSTRAINT pk_telegram_messages PRIMARY KEY (id),
    CONSTRAINT uq_telegram_messages_turn_id_attempt_part UNIQUE (turn_id, attempt, part),
    CONSTRAINT ck_telegram_messages_state CHECK (state IN ('preview', 'waiting', 'sent', 'refused')),
    CONSTRAINT fk_telegram_messages_turn_id FOREIGN KEY (turn_id) REFERENCES agent_turns (id)
);
CREATE INDEX idx_telegram_messages_about ON telegram_messages (bot_id, chat_id, about) WHERE about IS NOT NULL;
CREATE INDEX idx_telegram_messages_answers
    ON telegram_messages (bot_id, chat_id, message_id) WHERE turn_id IS NOT NULL AND message_id IS NOT NULL;
CREATE INDEX idx_telegram_messages_waiting ON telegram_messages (bot_id, chat_id, topic_id, id) WHERE state = 'waiting';

CREATE TABLE telegram_topics (
    bot_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    topic_id bigint NOT NULL,
    is_private boolean NOT NULL DEFAULT false,
    is_unnamed boolean NOT NULL DEFAULT false,
    is_deleted boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_telegram_topics PRIMARY KEY (bot_id, chat_id, topic_id)
);

CREATE TABLE telegram_pauses (
    bot_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    until timestamptz NOT NULL,
    CONSTRAINT pk_telegram_pauses PRIMARY KEY (bot_id, chat_id)
);
"""

NOTICES = """
CREATE FUNCTION agent_tell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    PERFORM pg_notify('keepsake', changed.bot_id || ':' || changed.user_id || ':' || TG_ARGV[0]);
    RETURN NULL;
END
$$;

CREATE FUNCTION agent_tell_of_turn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    PERFORM pg_notify('keepsake', bot_id || ':' || user_id || ':' || TG_ARGV[0])
    FROM agent_conversations WHERE id = changed.conversation_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER agent_tell AFTER INSERT OR DELETE OR UPDATE OF category, subject, version, pinned, deleted_at
    ON agent_memories FOR EACH ROW EXECUTE FUNCTION agent_tell('memories');
CREATE TRIGGER agent_tell AFTER INSERT OR DELETE OR UPDATE
    ON agent_notes FOR EACH ROW EXECUTE FUNCTION agent_tell('notes');
CREATE TRIGGER agent_tell AFTER INSERT OR DELETE OR UPDATE
    ON agent_reminders FOR EACH ROW EXECUTE FUNCTION agent_tell('reminders');
CREATE TRIGGER agent_tell AFTER INSERT OR DELETE OR UPDATE OF ended_at
    ON agent_conversations FOR EACH ROW EXECUTE FUNCTION agent_tell('conversations');
CREATE TRIGGER agent_tell AFTER INSERT OR DELETE OR UPDATE OF state, taken_back
    ON agent_turns FOR EACH ROW EXECUTE FUNCTION agent_tell_of_turn('conversations');
CREATE TRIGGER agent_tell AFTER DELETE
    ON agent_access_tokens FOR EACH ROW EXECUTE FUNCTION agent_tell('access');
CREATE TRIGGER agent_tell AFTER UPDATE OF language, telegram_language
    ON agent_owners FOR EACH ROW
    WHEN ((OLD.language, OLD.telegram_language) IS DISTINCT FROM (NEW.language, NEW.telegram_language))
    EXECUTE FUNCTION agent_tell('language');
CREATE TRIGGER agent_tell_of_new AFTER INSERT
    ON agent_owners FOR EACH ROW
    WHEN (NEW.language IS NOT NULL OR NEW.telegram_language IS NOT NULL)
    EXECUTE FUNCTION agent_tell('language');
"""
"""Triggers notify the channel `keepsake` of what of an owner's has changed."""


def upgrade() -> None:
    for statements in (WORDS, TABLES, NOTICES):
        op.execute(statements)


def downgrade() -> None:
    names = re.findall(r"CREATE TABLE (\w+)", TABLES)
    op.execute(f"DROP TABLE {', '.join(names)}")
    op.execute("DROP FUNCTION agent_words_apart, agent_beginnings, agent_tell, agent_tell_of_turn")
