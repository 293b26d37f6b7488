"""The tables. Their schema is alembic's, which also has the checks; models and migrations are tested to agree."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    JSON,
    REAL,
    BigInteger,
    ColumnElement,
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
    and_,
    bindparam,
)
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bot.values import (
    SUBJECT_MAX,
    CaptureMode,
    ChangeKind,
    ConversationMode,
    MemoryCategory,
    Origin,
    Owner,
    ProposalState,
    Refusal,
    TurnState,
    UpdateKind,
    UsagePurpose,
)

_JSON: Final = JSON(none_as_null=True)
_OWNER: Final = ("bot_id", "user_id")
_IS_LIVE: Final = "deleted_at IS NULL"

_Small: TypeAlias = Annotated[int, mapped_column(Integer)]
_Count: TypeAlias = Annotated[int, mapped_column(Integer, server_default=sql("0"))]
_Flag: TypeAlias = Annotated[bool, mapped_column(server_default=sql("false"))]
_SmallKey: TypeAlias = Annotated[int, mapped_column(Integer, primary_key=True, autoincrement=False)]
_RowNumber: TypeAlias = Annotated[int, mapped_column(Identity(), primary_key=True)]
_ShortId: TypeAlias = Annotated[str, mapped_column(String(8))]
_Lexemes: TypeAlias = Annotated[Any, mapped_column(TSVECTOR)]
_Vector: TypeAlias = Annotated[list[float], mapped_column(ARRAY(REAL))]
_Texts: TypeAlias = Annotated[list[str], mapped_column(ARRAY(Text), server_default=sql("'{}'"))]


def _one_of(values: type[StrEnum], length: int = 20) -> Enum:
    """Return the type of a column that holds one of an enumeration's values."""
    return Enum(
        values,
        native_enum=False,
        length=length,
        values_callable=lambda members: [member.value for member in members],
    )


def _index(name: str, *columns: str, where: str = "", unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, postgresql_where=sql(where) if where else None)


def _word_index(name: str) -> Index:
    return Index(name, "words", postgresql_using="gin", postgresql_with={"fastupdate": "off"})


class Base(DeclarativeBase):
    """What all tables share: names for constraints, and the columns' types."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        int: BigInteger,
        str: Text,
        StrEnum: _one_of(StrEnum),
        MemoryCategory: _one_of(MemoryCategory, 50),
    }

    def __init_subclass__(cls, table: str) -> None:
        cls.__tablename__ = table
        super().__init_subclass__()


class Owned:
    """A table whose rows each belong to a user of a bot."""

    bot_id: Mapped[int]
    user_id: Mapped[int]

    @classmethod
    def owned_by(cls, owner: Owner) -> ColumnElement[bool]:
        """Return the condition that a row is an owner's."""
        return and_(cls.bot_id == owner.bot_id, cls.user_id == owner.user_id)

    @classmethod
    def is_owned(cls) -> ColumnElement[bool]:
        """Return the same for a statement that is built once, and executed with `Owner.columns`."""
        return and_(cls.bot_id == bindparam("bot_id"), cls.user_id == bindparam("user_id"))


class AgentOwner(Owned, Base, table="agent_owners"):
    """A user of a bot: how many conversations were numbered, when they were warned of the month's limit.

    Messages sent before `private_until` are private, even if they arrive later. `capture` is what they set with
    `/memory mode`.
    """

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    conversations: Mapped[int] = mapped_column(server_default=sql("0"))
    warned_at: Mapped[datetime | None]
    private_until: Mapped[datetime | None]
    capture: Mapped[CaptureMode | None]


class AgentConversation(Owned, Base, table="agent_conversations"):
    """Everything said under one frozen prompt, which holds the turns from `history_from` on, if that is set.

    In the system prompt, the owner's instructions begin at character `own_at`, the memories at `memories_at`. Its model
    knows the versions in `memories`: from a line of the system prompt, or reported since. The pending notes report
    `pending_memories`.

    The summary covers the turns before `history_from`, except for those from `left_out_from` on. It was made without
    the deleted memories `summary_without`. A conversation `recalls` memories that its prompt lacks, each once. Once it
    is over, it is reviewed from `review_due_at` on, after `review_tries` attempts.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    chat_id: Mapped[int]
    number: Mapped[int | None]
    mode: Mapped[ConversationMode] = mapped_column(server_default=sql("'kept'"))
    system_prompt: Mapped[str]
    own_at: Mapped[_Count]
    memories_at: Mapped[_Count]
    tools: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    pending_notes: Mapped[_Texts]
    revision: Mapped[_Count]
    started_at: Mapped[datetime]
    last_message_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    carried_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    carried_from_turn_id: Mapped[UUID | None]
    carried_to_turn_id: Mapped[UUID | None]
    history_from: Mapped[UUID | None]
    history_moved_at: Mapped[datetime | None]
    recalls: Mapped[_Flag]
    memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    pending_memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    capture: Mapped[CaptureMode] = mapped_column(server_default=sql("'ask'"))
    review_due_at: Mapped[datetime | None]
    review_tries: Mapped[_Count]
    reviewed_at: Mapped[datetime | None]
    summary: Mapped[str] = mapped_column(server_default=sql("''"))
    left_out_from: Mapped[UUID | None]
    summary_without: Mapped[_Texts]

    __table_args__ = (
        UniqueConstraint(*_OWNER, "number"),
        _index("uq_agent_conversations_open", "bot_id", "chat_id", unique=True, where="ended_at IS NULL"),
        _index("idx_agent_conversations_owner", *_OWNER),
        _index("idx_agent_conversations_carried", "carried_conversation_id"),
        _index("idx_agent_conversations_review_due_at", "bot_id", "review_due_at", where="review_due_at IS NOT NULL"),
    )


class AgentTurn(Base, table="agent_turns"):
    """One or more user messages and what follows, up to the reply that answers them together."""

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id"))
    state: Mapped[TurnState]
    attempt: Mapped[_Small] = mapped_column(server_default=sql("1"))
    failed_attempts: Mapped[_Count]
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]

    __table_args__ = (
        _index("idx_agent_turns_conversation_id", "conversation_id", "id"),
        _index("idx_agent_turns_running", "id", where="state = 'running'"),
    )


class AgentMessage(Base, table="agent_messages"):
    """A message of a turn, as it is sent to the model; untrusted text in it is marked.

    A user's message keeps what its content was rendered from: `sent_at`, `text`, and the `source` of untrusted text in
    it. `change` is what a tool changed; early releases stored its line in `receipt`.
    """

    turn_id: Mapped[UUID] = mapped_column(ForeignKey("agent_turns.id"), primary_key=True)
    position: Mapped[_SmallKey]
    role: Mapped[str] = mapped_column(String(20))
    content: Mapped[str]
    note: Mapped[str] = mapped_column(server_default=sql("''"))
    tool_calls: Mapped[list[dict[str, str]] | None] = mapped_column(_JSON)
    call_id: Mapped[str | None]
    receipt: Mapped[str | None]
    change: Mapped[dict[str, Any] | None] = mapped_column(_JSON)
    superseded: Mapped[_Flag]
    untrusted: Mapped[_Flag]
    is_cut: Mapped[_Flag]
    sent_at: Mapped[datetime | None]
    text: Mapped[str | None]
    source: Mapped[Any | None] = mapped_column(_JSON)
    refusal: Mapped[Refusal | None]
    created_at: Mapped[datetime]

    __table_args__ = (
        _index(
            "idx_agent_messages_memory",
            "turn_id",
            where="role = 'tool' OR tool_calls IS NOT NULL OR note <> ''",
        ),
    )


class AgentWords(Base, table="agent_words"):
    """The lexemes of a message of a kept conversation, as it is searched.

    In the language of AgentSearch and in none. One more lexeme says whose message it is and of which year, so that the
    newest are found without reading all others.
    """

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[_SmallKey]
    said_at: Mapped[datetime]
    words: Mapped[_Lexemes]

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_messages.turn_id", "agent_messages.position"], ondelete="CASCADE"
        ),
        _word_index("idx_agent_words_words"),
    )


class AgentSearch(Base, table="agent_search"):
    """The language that messages are indexed in: one row.

    The turns from `indexed_to` on are indexed in it, those before are not yet, unless it `is_done`.
    """

    id: Mapped[_SmallKey]
    language: Mapped[str]
    indexed_to: Mapped[UUID | None]
    is_done: Mapped[_Flag]


class AgentMemoryWords(Base, table="agent_memory_words"):
    """The lexemes of a memory, deleted or not: in the language of AgentSearch, and in none."""

    memory_id: Mapped[_ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[_Lexemes]

    __table_args__ = (_word_index("idx_agent_memory_words_words"),)


class AgentEmbedding(Base, table="agent_embedding"):
    """The embedding model of all vectors, and their dimensions: one row, or none without such a model."""

    id: Mapped[_SmallKey]
    model: Mapped[str]
    dimensions: Mapped[_Small]


class AgentMemoryVector(Base, table="agent_memory_vectors"):
    """A memory's vector; NULL until the embedding model was asked.

    The table is there without pgvector too, so its numbers are plain. With pgvector, `bot.database.search.vectors`
    makes an index on them as soon as their dimensions are known.
    """

    memory_id: Mapped[_ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    vector: Mapped[_Vector | None]

    __table_args__ = (_index("idx_agent_memory_vectors_pending", "memory_id", where="vector IS NULL"),)


class AgentMessageVector(Base, table="agent_message_vectors"):
    """A message's vectors: of it alone, and of it with the message before."""

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[_SmallKey]
    vector: Mapped[_Vector | None]
    with_before: Mapped[_Vector | None]

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_words.turn_id", "agent_words.position"], ondelete="CASCADE"
        ),
        _index("idx_agent_message_vectors_pending", "turn_id", "position", where="vector IS NULL"),
    )


class AgentUsage(Owned, Base, table="agent_usage"):
    """What one request to a model cost; it outlives the turn it was made for."""

    id: Mapped[_RowNumber]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="SET NULL"))
    purpose: Mapped[UsagePurpose]
    model: Mapped[str]
    input_tokens: Mapped[int]
    cached_tokens: Mapped[int]
    written_tokens: Mapped[int]
    output_tokens: Mapped[int]
    is_estimated: Mapped[_Flag]
    first_token_seconds: Mapped[float | None]
    seconds: Mapped[float | None]
    created_at: Mapped[datetime]

    __table_args__ = (
        _index("idx_agent_usage_created_at", "bot_id", "created_at"),
        _index("idx_agent_usage_turn_id", "turn_id"),
    )


class AgentMemoryImport(Owned, Base, table="agent_memory_imports"):
    """Memories from a file: offered with `proposals` until they are stored at `put_at`; then undone in one step.

    An offer that lapsed has no row.
    """

    id: Mapped[_ShortId] = mapped_column(primary_key=True)
    source: Mapped[str]
    proposals: Mapped[list[list[str | None]] | None] = mapped_column(_JSON)
    found: Mapped[_Small]
    added: Mapped[_Count]
    created_at: Mapped[datetime]
    put_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]

    __table_args__ = (
        _index("uq_agent_memory_imports_offered", *_OWNER, unique=True, where="put_at IS NULL"),
        _index("idx_agent_memory_imports_put_at", *_OWNER, "put_at"),
    )


class AgentMemory(Owned, Base, table="agent_memories"):
    """A logical memory: the thing being remembered. Its `version` is the number of its newest version."""

    id: Mapped[_ShortId] = mapped_column(primary_key=True)
    category: Mapped[MemoryCategory]
    subject: Mapped[str | None] = mapped_column(String(SUBJECT_MAX))
    subject_key: Mapped[str | None]
    content_key: Mapped[str] = mapped_column(String(64))
    version: Mapped[_Small] = mapped_column(server_default=sql("1"))
    pinned: Mapped[_Flag]
    importance: Mapped[float] = mapped_column(server_default=sql("0"))
    import_id: Mapped[_ShortId | None] = mapped_column(ForeignKey("agent_memory_imports.id"))
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    __table_args__ = (
        _index("idx_agent_memories_category", *_OWNER, "category", "created_at", "id"),
        _index("idx_agent_memories_live", *_OWNER, "category", "created_at", "id", where=_IS_LIVE),
        _index("idx_agent_memories_importance", *_OWNER, "pinned", "importance", "id", where=_IS_LIVE),
        _index("idx_agent_memories_subject", *_OWNER, "subject_key"),
        _index("idx_agent_memories_deleted_at", *_OWNER, "deleted_at"),
        _index("idx_agent_memories_import_id", "import_id", where="import_id IS NOT NULL"),
        _index("uq_agent_memories_live_content", *_OWNER, "content_key", unique=True, where=_IS_LIVE),
    )


class AgentMemoryVersion(Base, table="agent_memory_versions"):
    """One version of a memory."""

    id: Mapped[UUID] = mapped_column(primary_key=True)
    memory_id: Mapped[_ShortId] = mapped_column(ForeignKey("agent_memories.id"))
    version_number: Mapped[_Small]
    content: Mapped[str]
    source_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    source_turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    origin: Mapped[Origin] = mapped_column(server_default=sql("'conversation'"))
    created_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("memory_id", "version_number", name="idx_memory_versions_memory_id"),
        _index("idx_memory_versions_created_at", "created_at"),
        _index("idx_memory_versions_source_turn_id", "source_turn_id"),
        _index("idx_memory_versions_source_conversation_id", "source_conversation_id"),
    )


class AgentMemoryProposal(Owned, Base, table="agent_memory_proposals"):
    """A change that waits for its owner's button; then what was changed.

    It came of a turn, which offers it when it ends, or of the review of a conversation. Proposals that are offered
    together have one `offer_id`.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id", ondelete="CASCADE"))
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="CASCADE"))
    kind: Mapped[ChangeKind]
    memory_id: Mapped[_ShortId | None]
    category: Mapped[MemoryCategory | None] = mapped_column(_one_of(MemoryCategory))
    subject: Mapped[str | None]
    content: Mapped[str | None]
    former: Mapped[str | None]
    offer_id: Mapped[UUID | None]
    state: Mapped[ProposalState]
    change: Mapped[dict[str, Any] | None] = mapped_column(_JSON)
    created_at: Mapped[datetime]

    __table_args__ = (
        _index("idx_agent_memory_proposals_conversation_id", "conversation_id"),
        _index("idx_agent_memory_proposals_turn_id", "turn_id"),
    )


class TelegramUpdate(Base, table="telegram_updates"):
    """The inbox: an update as it came, until it is handled; then only that it was.

    A dead letter is handled too, but keeps its payload; its `problem` names the error. A chat's mailbox is what waits:
    an update's `kind` says what is done about it, and `message` holds what a message or an edit says. Updates that
    wait from earlier releases have no kind until they are read again.
    """

    id: Mapped[_RowNumber]
    bot_id: Mapped[int]
    update_id: Mapped[int]
    chat_id: Mapped[int | None]
    message_id: Mapped[int | None]
    payload: Mapped[Any | None] = mapped_column(_JSON)
    problem: Mapped[str | None]
    kind: Mapped[UpdateKind | None]
    message: Mapped[Any | None] = mapped_column(_JSON)
    failed_attempts: Mapped[_Count]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    received_at: Mapped[datetime]
    handled_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("bot_id", "update_id"),
        _index("idx_telegram_updates_waiting", "bot_id", "id", where="handled_at IS NULL"),
        _index("idx_telegram_updates_set_aside", "bot_id", "id", where="problem IS NOT NULL"),
        _index("idx_telegram_updates_turn_id", "turn_id"),
    )


class TelegramMessage(Base, table="telegram_messages"):
    """The outbox: a message to a chat; its text is dropped once it is sent.

    It is part of an attempt at a turn's answer, or of a command's or a button's. With a `message_id` before it is sent,
    it replaces that message. A preview shows the beginning of an answer that is still being written. What its buttons
    are `about` is kept.
    """

    id: Mapped[_RowNumber]
    bot_id: Mapped[int]
    chat_id: Mapped[int]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    attempt: Mapped[_Small | None]
    part: Mapped[_Small]
    state: Mapped[str] = mapped_column(String(20))
    content: Mapped[str | None]
    entities: Mapped[list[dict[str, Any]] | None] = mapped_column(_JSON)
    file_name: Mapped[str | None]
    file: Mapped[bytes | None] = mapped_column(LargeBinary)
    buttons: Mapped[list[list[dict[str, str]]] | None] = mapped_column(_JSON)
    about: Mapped[str | None]
    quoted_id: Mapped[int | None]
    message_id: Mapped[int | None]
    problem: Mapped[str | None]
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("turn_id", "attempt", "part"),
        _index("idx_telegram_messages_waiting", "bot_id", "chat_id", "id", where="state = 'waiting'"),
        _index(
            "idx_telegram_messages_answers",
            "bot_id",
            "chat_id",
            "message_id",
            where="turn_id IS NOT NULL AND message_id IS NOT NULL",
        ),
        _index("idx_telegram_messages_about", "bot_id", "chat_id", "about", where="about IS NOT NULL"),
    )


class TelegramPause(Base, table="telegram_pauses"):
    """Until when Telegram wants a chat to be left alone."""

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chat_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    until: Mapped[datetime]
