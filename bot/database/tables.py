"""The tables. Their schema is alembic's; models and migrations are tested to agree."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    JSON,
    REAL,
    BigInteger,
    CheckConstraint,
    DateTime,
    Enum,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bot.values import (
    CONTENT_MAX,
    CONTENT_MIN,
    SUBJECT_MAX,
    CaptureMode,
    ChangeKind,
    ConversationMode,
    MemoryCategory,
    Origin,
    ProposalState,
    Refusal,
    TurnState,
    UpdateKind,
    UsagePurpose,
)


def _one_of(values: type[StrEnum], name: str, length: int = 20) -> Enum:
    """Return the type of a column that holds one of an enumeration's values, with a constraint of that name."""
    return Enum(
        values,
        native_enum=False,
        length=length,
        create_constraint=True,
        name=name,
        values_callable=lambda members: [member.value for member in members],
    )


class Base(DeclarativeBase):
    """What all tables share: names for constraints, and times that know their zone."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        int: BigInteger,
        str: Text,
    }


class AgentOwner(Base):
    """A user of a bot: how many of their conversations were numbered, and when they were warned of the month's limit.

    What they said before `private_until`, if it comes only now, was said in private. What they set themselves with
    `/memory mode` is in `capture`.
    """

    __tablename__ = "agent_owners"

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    conversations: Mapped[int] = mapped_column(server_default=text("0"))
    warned_at: Mapped[datetime | None]
    private_until: Mapped[datetime | None]
    capture: Mapped[CaptureMode | None] = mapped_column(_one_of(CaptureMode, "capture"))


class AgentConversation(Base):
    """Everything said under one frozen prompt, which holds the turns from `history_from` on, if that is set.

    In the system prompt, the owner's instructions begin `own_at` a character, and the memories `memories_at` one. Which
    versions of `memories` the model knows is kept beside that: by their lines in the system prompt, or told since. The
    pending notes tell of `pending_memories`.

    The summary tells of the turns before `history_from`, except for those from `left_out_from` on. It was made without
    some deleted memories, `summary_without`. Where the prompt has not room for all memories, or many were imported
    since, it recalls others beside messages, each once. Its model knows that memories come about by `capture`. Once it
    is over, it is looked through for what was missed from `review_due_at` on, after so many `review_tries`.
    """

    __tablename__ = "agent_conversations"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    bot_id: Mapped[int]
    user_id: Mapped[int]
    chat_id: Mapped[int]
    number: Mapped[int | None]
    mode: Mapped[ConversationMode] = mapped_column(_one_of(ConversationMode, "mode"), server_default=text("'kept'"))
    system_prompt: Mapped[str]
    own_at: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    memories_at: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    tools: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    pending_notes: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    revision: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    started_at: Mapped[datetime]
    last_message_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    carried_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    carried_from_turn_id: Mapped[UUID | None]
    carried_to_turn_id: Mapped[UUID | None]
    history_from: Mapped[UUID | None]
    history_moved_at: Mapped[datetime | None]
    recalls: Mapped[bool] = mapped_column(server_default=text("false"))
    memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    pending_memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    capture: Mapped[CaptureMode] = mapped_column(_one_of(CaptureMode, "capture"), server_default=text("'ask'"))
    review_due_at: Mapped[datetime | None]
    review_tries: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    reviewed_at: Mapped[datetime | None]
    summary: Mapped[str] = mapped_column(server_default=text("''"))
    left_out_from: Mapped[UUID | None]
    summary_without: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))

    __table_args__ = (
        UniqueConstraint("bot_id", "user_id", "number"),
        Index(
            "uq_agent_conversations_open",
            "bot_id",
            "chat_id",
            unique=True,
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index("idx_agent_conversations_owner", "bot_id", "user_id"),
        Index("idx_agent_conversations_carried", "carried_conversation_id"),
        Index(
            "idx_agent_conversations_review_due_at",
            "bot_id",
            "review_due_at",
            postgresql_where=text("review_due_at IS NOT NULL"),
        ),
    )


class AgentTurn(Base):
    """One or more user messages and what follows, up to the reply that answers them together."""

    __tablename__ = "agent_turns"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id"))
    state: Mapped[TurnState] = mapped_column(_one_of(TurnState, "state"))
    attempt: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    failed_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]

    __table_args__ = (
        Index("idx_agent_turns_conversation_id", "conversation_id", "id"),
        Index("idx_agent_turns_running", "id", postgresql_where=text("state = 'running'")),
    )


class AgentMessage(Base):
    """A message of a turn, as it is sent to the model; untrusted text in it is marked.

    A user's message keeps beside its content what that was rendered from: when it was `sent_at`, its `text`, and the
    `source` of what is not the user's own words, if anything is not. `change` is what it changed. `receipt` is the line
    that early releases stored of that, and nothing in later rows.
    """

    __tablename__ = "agent_messages"

    turn_id: Mapped[UUID] = mapped_column(ForeignKey("agent_turns.id"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    role: Mapped[str] = mapped_column(String(20))
    content: Mapped[str]
    note: Mapped[str] = mapped_column(server_default=text("''"))
    tool_calls: Mapped[list[dict[str, str]] | None] = mapped_column(JSON(none_as_null=True))
    call_id: Mapped[str | None]
    receipt: Mapped[str | None]
    change: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    superseded: Mapped[bool] = mapped_column(server_default=text("false"))
    untrusted: Mapped[bool] = mapped_column(server_default=text("false"))
    is_cut: Mapped[bool] = mapped_column(server_default=text("false"))
    sent_at: Mapped[datetime | None]
    source: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    refusal: Mapped[Refusal | None] = mapped_column(_one_of(Refusal, "refusal"))
    created_at: Mapped[datetime]

    __table_args__ = (
        CheckConstraint("role IN ('user', 'assistant', 'tool')", name="role"),
        Index(
            "idx_agent_messages_memory",
            "turn_id",
            postgresql_where=text("role = 'tool' OR tool_calls IS NOT NULL OR note <> ''"),
        ),
    )

    text: Mapped[str | None]  # last, as it has the name of a function that is used above


class AgentWords(Base):
    """What a message of a kept conversation says in words, as it is searched: beside it, so that neither is in the way.

    The words are in the language they are indexed in (AgentSearch) and, as they stand, in none. With them stands one
    that is none: whose message it is, and of which year, so that the newest are found without a look at all the others.
    """

    __tablename__ = "agent_words"

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    said_at: Mapped[datetime]
    words: Mapped[Any] = mapped_column(TSVECTOR)

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_messages.turn_id", "agent_messages.position"], ondelete="CASCADE"
        ),
        Index("idx_agent_words_words", "words", postgresql_using="gin", postgresql_with={"fastupdate": "off"}),
    )


class AgentSearch(Base):
    """The language that what was said is indexed in: one row.

    The turns from `indexed_to` on are indexed in it, those before are not yet, unless it `is_done`.
    """

    __tablename__ = "agent_search"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    language: Mapped[str]
    indexed_to: Mapped[UUID | None]
    is_done: Mapped[bool] = mapped_column(server_default=text("false"))

    __table_args__ = (CheckConstraint("id = 1", name="id"),)


class AgentMemoryWords(Base):
    """The words of a memory, deleted or not, as it is searched: in the language of AgentSearch, and as they stand."""

    __tablename__ = "agent_memory_words"

    memory_id: Mapped[str] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Any] = mapped_column(TSVECTOR)

    __table_args__ = (
        Index("idx_agent_memory_words_words", "words", postgresql_using="gin", postgresql_with={"fastupdate": "off"}),
    )


class AgentEmbedding(Base):
    """The model that all vectors are made with, and how many numbers one has: one row; none if there is no model."""

    __tablename__ = "agent_embedding"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    model: Mapped[str]
    dimensions: Mapped[int] = mapped_column(Integer)

    __table_args__ = (CheckConstraint("id = 1", name="id"),)


class AgentMemoryVector(Base):
    """What a memory means, as a vector; NULL as long as the model was not asked.

    Plain numbers, so that the table is there without pgvector too; with it, an index on them as vectors is made as
    soon as it is known how many numbers there are (`bot.database.search.vectors`).
    """

    __tablename__ = "agent_memory_vectors"

    memory_id: Mapped[str] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    vector: Mapped[list[float] | None] = mapped_column(ARRAY(REAL))

    __table_args__ = (Index("idx_agent_memory_vectors_pending", "memory_id", postgresql_where=text("vector IS NULL")),)


class AgentMessageVector(Base):
    """What a message means, alone and together with the one before it."""

    __tablename__ = "agent_message_vectors"

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    vector: Mapped[list[float] | None] = mapped_column(ARRAY(REAL))
    with_before: Mapped[list[float] | None] = mapped_column(ARRAY(REAL))

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_words.turn_id", "agent_words.position"], ondelete="CASCADE"
        ),
        Index("idx_agent_message_vectors_pending", "turn_id", "position", postgresql_where=text("vector IS NULL")),
    )


class AgentUsage(Base):
    """What one request to a model cost; it outlives the turn it was made for."""

    __tablename__ = "agent_usage"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    bot_id: Mapped[int]
    user_id: Mapped[int]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="SET NULL"))
    purpose: Mapped[UsagePurpose] = mapped_column(_one_of(UsagePurpose, "purpose"))
    model: Mapped[str]
    input_tokens: Mapped[int]
    cached_tokens: Mapped[int]
    written_tokens: Mapped[int]
    output_tokens: Mapped[int]
    is_estimated: Mapped[bool] = mapped_column(server_default=text("false"))
    first_token_seconds: Mapped[float | None]
    seconds: Mapped[float | None]
    created_at: Mapped[datetime]

    __table_args__ = (
        Index("idx_agent_usage_created_at", "bot_id", "created_at"),
        Index("idx_agent_usage_turn_id", "turn_id"),
    )


class AgentMemoryImport(Base):
    """Memories that came together from a file: offered with what was found, until they are put; then one thing to undo.

    What was offered and is not to be put any more has no row.
    """

    __tablename__ = "agent_memory_imports"

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    bot_id: Mapped[int]
    user_id: Mapped[int]
    source: Mapped[str]
    proposals: Mapped[list[list[str | None]] | None] = mapped_column(JSON(none_as_null=True))
    found: Mapped[int] = mapped_column(Integer)
    added: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    created_at: Mapped[datetime]
    put_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]

    __table_args__ = (
        CheckConstraint("id ~ '^[A-Za-z0-9]{8}$'", name="id"),
        CheckConstraint("(put_at IS NULL) = (proposals IS NOT NULL)", name="proposals"),
        Index(
            "uq_agent_memory_imports_offered", "bot_id", "user_id", unique=True, postgresql_where=text("put_at IS NULL")
        ),
        Index("idx_agent_memory_imports_put_at", "bot_id", "user_id", "put_at"),
    )


class AgentMemory(Base):
    """A logical memory: the thing being remembered. Its `version` is the number of its newest version."""

    __tablename__ = "agent_memories"

    id: Mapped[str] = mapped_column(String(8), primary_key=True)
    bot_id: Mapped[int]
    user_id: Mapped[int]
    category: Mapped[MemoryCategory] = mapped_column(_one_of(MemoryCategory, "category", 50))
    subject: Mapped[str | None] = mapped_column(String(SUBJECT_MAX))
    subject_key: Mapped[str | None]
    content_key: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    pinned: Mapped[bool] = mapped_column(server_default=text("false"))
    importance: Mapped[float] = mapped_column(server_default=text("0"))
    import_id: Mapped[str | None] = mapped_column(ForeignKey("agent_memory_imports.id"))
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    __table_args__ = (
        CheckConstraint("id ~ '^[A-Za-z0-9]{8}$'", name="id"),
        Index("idx_agent_memories_category", "bot_id", "user_id", "category", "created_at", "id"),
        Index(
            "idx_agent_memories_live",
            "bot_id",
            "user_id",
            "category",
            "created_at",
            "id",
            postgresql_where=text("deleted_at IS NULL"),
        ),
        Index(
            "idx_agent_memories_importance",
            "bot_id",
            "user_id",
            "pinned",
            "importance",
            "id",
            postgresql_where=text("deleted_at IS NULL"),
        ),
        Index("idx_agent_memories_subject", "bot_id", "user_id", "subject_key"),
        Index("idx_agent_memories_deleted_at", "bot_id", "user_id", "deleted_at"),
        Index("idx_agent_memories_import_id", "import_id", postgresql_where=text("import_id IS NOT NULL")),
        Index(
            "uq_agent_memories_live_content",
            "bot_id",
            "user_id",
            "content_key",
            unique=True,
            postgresql_where=text("deleted_at IS NULL"),
        ),
    )


class AgentMemoryVersion(Base):
    """One version of a memory."""

    __tablename__ = "agent_memory_versions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    memory_id: Mapped[str] = mapped_column(ForeignKey("agent_memories.id"))
    version_number: Mapped[int] = mapped_column(Integer)
    content: Mapped[str]
    source_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    source_turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    origin: Mapped[Origin] = mapped_column(_one_of(Origin, "origin"), server_default=text("'conversation'"))
    created_at: Mapped[datetime]

    __table_args__ = (
        CheckConstraint(f"char_length(content) BETWEEN {CONTENT_MIN} AND {CONTENT_MAX}", name="content"),
        CheckConstraint("version_number >= 1", name="version_number"),
        UniqueConstraint("memory_id", "version_number", name="idx_memory_versions_memory_id"),
        Index("idx_memory_versions_created_at", "created_at"),
        Index("idx_memory_versions_source_turn_id", "source_turn_id"),
        Index("idx_memory_versions_source_conversation_id", "source_conversation_id"),
    )


class AgentMemoryProposal(Base):
    """What is to be done to a memory once its owner has pressed a button; then what was done.

    It came of a turn, which offers it when it ends, or of the review of a conversation. What is offered together has
    one `offer_id`.
    """

    __tablename__ = "agent_memory_proposals"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    bot_id: Mapped[int]
    user_id: Mapped[int]
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id", ondelete="CASCADE"))
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="CASCADE"))
    kind: Mapped[ChangeKind] = mapped_column(_one_of(ChangeKind, "kind"))
    memory_id: Mapped[str | None] = mapped_column(String(8))
    category: Mapped[str | None] = mapped_column(String(20))
    subject: Mapped[str | None]
    content: Mapped[str | None]
    former: Mapped[str | None]
    offer_id: Mapped[UUID | None]
    state: Mapped[ProposalState] = mapped_column(_one_of(ProposalState, "state"))
    change: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]

    __table_args__ = (
        CheckConstraint("(kind = 'added') = (memory_id IS NULL AND former IS NULL)", name="memory_id"),
        CheckConstraint("(kind = 'added') = (category IS NOT NULL)", name="category"),
        CheckConstraint("(kind = 'forgotten') = (content IS NULL)", name="content"),
        CheckConstraint("(state = 'accepted') = (change IS NOT NULL)", name="change"),
        Index("idx_agent_memory_proposals_conversation_id", "conversation_id"),
        Index("idx_agent_memory_proposals_turn_id", "turn_id"),
    )


class TelegramUpdate(Base):
    """The inbox: an update as it came, until it is handled; then only that it was.

    One that was set aside is handled too, but keeps its payload; its `problem` names the kind of error it met. A chat's
    mailbox is what waits of it: each update's `kind` says what is done about it, and a message, or an edit of one, has
    what it says in `message`. What waits from earlier releases has no kind until it was read again.
    """

    __tablename__ = "telegram_updates"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    bot_id: Mapped[int]
    update_id: Mapped[int]
    chat_id: Mapped[int | None]
    message_id: Mapped[int | None]
    payload: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    problem: Mapped[str | None]
    kind: Mapped[UpdateKind | None] = mapped_column(_one_of(UpdateKind, "kind"))
    message: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    failed_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    received_at: Mapped[datetime]
    handled_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("bot_id", "update_id"),
        Index("idx_telegram_updates_waiting", "bot_id", "id", postgresql_where=text("handled_at IS NULL")),
        Index("idx_telegram_updates_set_aside", "bot_id", "id", postgresql_where=text("problem IS NOT NULL")),
        Index("idx_telegram_updates_turn_id", "turn_id"),
    )


class TelegramMessage(Base):
    """The outbox: a message to a chat, from before it is sent; its text goes once it is.

    It is part of an attempt at a turn's answer, or of what a command says or a button changes: what has a message's id
    before it is sent, is to be shown by that message. A preview shows the beginning of an answer that is still being
    written. What its buttons are `about` stays known after it is sent.
    """

    __tablename__ = "telegram_messages"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    bot_id: Mapped[int]
    chat_id: Mapped[int]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    attempt: Mapped[int | None] = mapped_column(Integer)
    part: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(20))
    content: Mapped[str | None]
    entities: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    file_name: Mapped[str | None]
    file: Mapped[bytes | None] = mapped_column(LargeBinary)
    buttons: Mapped[list[list[dict[str, str]]] | None] = mapped_column(JSON(none_as_null=True))
    about: Mapped[str | None]
    quoted_id: Mapped[int | None]
    message_id: Mapped[int | None]
    problem: Mapped[str | None]
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]

    __table_args__ = (
        CheckConstraint("state IN ('preview', 'waiting', 'sent', 'refused')", name="state"),
        UniqueConstraint("turn_id", "attempt", "part"),
        Index("idx_telegram_messages_waiting", "bot_id", "chat_id", "id", postgresql_where=text("state = 'waiting'")),
        Index(
            "idx_telegram_messages_answers",
            "bot_id",
            "chat_id",
            "message_id",
            postgresql_where=text("turn_id IS NOT NULL AND message_id IS NOT NULL"),
        ),
        Index(
            "idx_telegram_messages_about",
            "bot_id",
            "chat_id",
            "about",
            postgresql_where=text("about IS NOT NULL"),
        ),
    )


class TelegramPause(Base):
    """Until when Telegram wants a chat to be left alone."""

    __tablename__ = "telegram_pauses"

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chat_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    until: Mapped[datetime]
