"""Users, conversations with their turns, messages, files and usage, acts, and the search indexes."""

from datetime import datetime, time
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from bot.kit.capture_modes import CaptureMode
from bot.model.dialect import Part
from bot.model.values import Effort, Refusal
from bot.store.tables import (
    JSON_OR_NULL,
    OWNER,
    Base,
    Count,
    Flag,
    Lexemes,
    Numbers,
    Owned,
    Placed,
    RowNumber,
    ShortId,
    Small,
    SmallKey,
    Texts,
    Whose,
    index,
    one_of,
    word_index,
)
from bot.turns.values.acts import ActState, Door, Risk
from bot.turns.values.attachments import AttachmentKind, QuotedFrom
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.people import VoiceMode
from bot.turns.values.turns import TurnState, UsagePurpose


class AgentOwner(Owned, Base, table="agent_owners"):
    """A user of a bot: the last number of a conversation, and when they were warned of the month's limit.

    Messages sent before `private_until` are private, even if they arrive later. `capture` is their memory mode, if set,
    and `voice` says which answers are spoken. `listed` holds the ids of the memories on the page that they saw last, by
    number. From `quiet_from` to `quiet_to`, nothing but reminders comes unasked. Keepsake speaks the `language` that
    they chose, else that of their Telegram app. From `model` to `monthly_tokens`, they are `OwnerPreferences`;
    `checklist` holds what is ticked of their first checklist, None before it was shown.
    """

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    conversations: Mapped[int] = mapped_column(server_default=sql("0"))
    warned_at: Mapped[datetime | None]
    private_until: Mapped[datetime | None]
    capture: Mapped[CaptureMode | None]
    voice: Mapped[VoiceMode | None]
    listed: Mapped[dict[str, str] | None] = mapped_column(JSON_OR_NULL)
    quiet_from: Mapped[time | None]
    quiet_to: Mapped[time | None]
    language: Mapped[str | None]
    telegram_language: Mapped[str | None]
    model: Mapped[str | None]
    model_tokens: Mapped[int | None]
    effort: Mapped[Effort | None]
    instructions: Mapped[str | None]
    timezone: Mapped[str | None]
    is_reviewed: Mapped[bool | None]
    monthly_tokens: Mapped[int | None]
    checklist: Mapped[str | None]


class AgentConversation(Owned, Placed, Base, table="agent_conversations"):
    """All turns under one fixed prompt, which holds those from `history_from` on if that is set.

    In the system prompt, the owner's instructions begin at character `own_at`, the memories at `memories_at`. Its model
    knows the versions in `memories`: from a line of the system prompt, or reported since. The pending notes report
    `pending_memories`.

    The summary covers the turns before `history_from`, except for those from `left_out_from` on. It was made without
    the deleted memories `summary_without`. Pictures are sent of the turns from `pictures_from` on. A
    conversation `recalls` memories that its prompt lacks, each once. After its end its review is due at
    `review_due_at`, after `review_tries` attempts.
    It `carries_untrusted` text if its prompt or its carried turns hold any, and `offers_untrusted` tools if servers say
    of them what they like, which answers may repeat.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int | None]
    mode: Mapped[ConversationMode] = mapped_column(server_default=sql("'kept'"))
    system_prompt: Mapped[str]
    own_at: Mapped[Count]
    memories_at: Mapped[Count]
    tools: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    pending_notes: Mapped[Texts]
    revision: Mapped[Count]
    started_at: Mapped[datetime]
    last_message_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    carried_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    carried_from_turn_id: Mapped[UUID | None]
    carried_to_turn_id: Mapped[UUID | None]
    carries_untrusted: Mapped[Flag]
    offers_untrusted: Mapped[Flag]
    history_from: Mapped[UUID | None]
    history_moved_at: Mapped[datetime | None]
    recalls: Mapped[Flag]
    memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    pending_memories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    capture: Mapped[CaptureMode] = mapped_column(server_default=sql("'ask'"))
    review_due_at: Mapped[datetime | None]
    review_tries: Mapped[Count]
    reviewed_at: Mapped[datetime | None]
    summary: Mapped[str] = mapped_column(server_default=sql("''"))
    left_out_from: Mapped[UUID | None]
    summary_without: Mapped[Texts]
    pictures_from: Mapped[UUID | None]

    __table_args__ = (
        UniqueConstraint(*OWNER, "number"),
        index("uq_agent_conversations_open", "bot_id", "chat_id", "topic_id", unique=True, where="ended_at IS NULL"),
        index("idx_agent_conversations_owner", *OWNER),
        index("idx_agent_conversations_carried", "carried_conversation_id"),
        index("idx_agent_conversations_review_due_at", "bot_id", "review_due_at", where="review_due_at IS NOT NULL"),
    )


class AgentTurn(Base, table="agent_turns", of=AgentConversation):
    """One or more user messages and what follows, up to the reply that answers them together.

    One that was `taken_back` knows its former state, and which acts were undone with it. One that does a
    `task` has the id of that reminder. Its `reasoning` is what the model thought before it answered.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id"))
    state: Mapped[TurnState]
    attempt: Mapped[Small] = mapped_column(server_default=sql("1"))
    failed_attempts: Mapped[Count]
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    taken_back: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    task: Mapped[ShortId | None]
    reasoning: Mapped[str | None]

    __table_args__ = (
        index("idx_agent_turns_conversation_id", "conversation_id", "id"),
        index("idx_agent_turns_running", "id", where="state = 'running'"),
        index("idx_agent_turns_reasoning", "conversation_id", where="reasoning IS NOT NULL"),
    )


class AgentMessage(Base, table="agent_messages", of=AgentTurn):
    """A message of a turn as sent to the model, with marks around untrusted text.

    A user's message keeps what its content was rendered from: `sent_at`, `text`, and the `source` of untrusted text in
    it. It is `pending` while its `files` are not ready; its `pictures` are sent with its content, or what was `seen` in
    them, in words. `telegram_ids` are those of its Telegram messages, several for an `album`; a later text that was not
    answered is in `edited`. `reaction` is the emoji of a tool that reacts. The `reasoning` before calls goes back to
    the model with them. A message `from_keepsake` begins a turn without the user's words.
    """

    turn_id: Mapped[UUID] = mapped_column(ForeignKey("agent_turns.id"), primary_key=True)
    position: Mapped[SmallKey]
    role: Mapped[str] = mapped_column(String(20))
    content: Mapped[str]
    note: Mapped[str] = mapped_column(server_default=sql("''"))
    tool_calls: Mapped[list[dict[str, str]] | None] = mapped_column(JSON_OR_NULL)
    reasoning: Mapped[dict[str, str] | None] = mapped_column(JSON_OR_NULL)
    call_id: Mapped[str | None]
    superseded: Mapped[Flag]
    untrusted: Mapped[Flag]
    is_cut: Mapped[Flag]
    sent_at: Mapped[datetime | None]
    text: Mapped[str | None]
    source: Mapped[Any | None] = mapped_column(JSON_OR_NULL)
    refusal: Mapped[Refusal | None]
    reaction: Mapped[str | None]
    pictures: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON_OR_NULL)
    seen: Mapped[str] = mapped_column(server_default=sql("''"))
    files: Mapped[Count]
    pending: Mapped[Flag]
    edited: Mapped[Any | None] = mapped_column(JSON_OR_NULL)
    album: Mapped[str | None]
    captions: Mapped[list[str] | None] = mapped_column(JSON_OR_NULL)
    telegram_ids: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))
    from_keepsake: Mapped[Flag]
    created_at: Mapped[datetime]

    __table_args__ = (
        index(
            "idx_agent_messages_memory",
            "turn_id",
            where="role = 'tool' OR tool_calls IS NOT NULL OR note <> ''",
        ),
        index("idx_agent_messages_untrusted", "turn_id", where="untrusted"),
        Index(
            "idx_agent_messages_telegram_ids",
            "telegram_ids",
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )


class AgentUsage(Owned, Base, table="agent_usage"):
    """Usage of one request to a model; kept when its turn is erased."""

    id: Mapped[RowNumber]
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="SET NULL"))
    purpose: Mapped[UsagePurpose]
    model: Mapped[str]
    input_tokens: Mapped[int]
    cached_tokens: Mapped[int]
    written_tokens: Mapped[int]
    output_tokens: Mapped[int]
    is_estimated: Mapped[Flag]
    first_token_seconds: Mapped[float | None]
    seconds: Mapped[float | None]
    created_at: Mapped[datetime]

    __table_args__ = (
        index("idx_agent_usage_created_at", "bot_id", "created_at"),
        index("idx_agent_usage_turn_id", "turn_id"),
    )


class AgentRefusedPart(Base, table="agent_refused_parts", of=Whose.NOBODY):
    """A part of requests that a model's server has refused at a time; of no user."""

    server: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    part: Mapped[Part] = mapped_column(one_of(Part, 30), primary_key=True)
    detail: Mapped[str]
    at: Mapped[datetime]


class AgentAttachment(Owned, Base, table="agent_attachments"):
    """A file of a user's message, in its `place` there, as Telegram describes it; and what became of it.

    The stored bytes are named by `key`, the SHA-256 of what was stored first. A picture has a width and a height.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    turn_id: Mapped[UUID]
    position: Mapped[Small]
    place: Mapped[Small]
    kind: Mapped[AttachmentKind]
    what: Mapped[str]
    file_id: Mapped[str]
    unique_id: Mapped[str]
    size: Mapped[int | None]
    media_type: Mapped[str]
    name: Mapped[str]
    seconds: Mapped[int | None]
    message_id: Mapped[int | None]
    quoted: Mapped[QuotedFrom | None]
    is_ready: Mapped[Flag]
    key: Mapped[str | None]
    stored_type: Mapped[str | None]
    width: Mapped[int | None]
    height: Mapped[int | None]
    stored_size: Mapped[int | None]
    text: Mapped[str] = mapped_column(server_default=sql("''"))
    problem: Mapped[str] = mapped_column(server_default=sql("''"))
    created_at: Mapped[datetime]

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_messages.turn_id", "agent_messages.position"], ondelete="CASCADE"
        ),
        index("idx_agent_attachments_message", "turn_id", "position", "place"),
        index("idx_agent_attachments_unique_id", "bot_id", "user_id", "unique_id"),
        index("idx_agent_attachments_key", "key", where="key IS NOT NULL"),
    )


class AgentDocumentPart(Base, table="agent_document_parts", of=AgentAttachment):
    """A part of a document, as Markdown. It goes with the file."""

    attachment_id: Mapped[UUID] = mapped_column(
        ForeignKey("agent_attachments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[SmallKey]
    label: Mapped[str]
    text: Mapped[str]


class AgentPerson(Owned, Base, table="agent_people", left_out="access to this Keepsake", erased={"name": ""}):
    """A person who was let in by a link. The owner lets others in, and there is one at most."""

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    since: Mapped[datetime]
    is_owner: Mapped[Flag]

    __table_args__ = (index("idx_agent_people_owner", "bot_id", where="is_owner", unique=True),)


class AgentInvitation(Base, table="agent_invitations", of=Whose.BOT):
    """A link that lets one person in, once; only the SHA-256 digest of its code is kept.

    One that nobody made (`invited_by`) makes its person the owner, and lasts until there is one.
    """

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    bot_id: Mapped[int]
    invited_by: Mapped[int | None]
    expires_at: Mapped[datetime | None]


class AgentAct(Owned, Base, table="agent_acts"):
    """What was done or may be done, how it came, what came of it, and what undoes it.

    `words` tell its owner what it did, and `english` tells the model. What is offered together has one `offer_id`;
    what was offered may be `replaced_by` another act about the same. It outlives its conversation only where that was
    not erased. One that waits for a button may do so until `expires_at`.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id", ondelete="CASCADE"))
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="CASCADE"))
    call_id: Mapped[str] = mapped_column(server_default="")
    door: Mapped[Door]
    through: Mapped[str] = mapped_column(server_default="")
    family: Mapped[str]
    name: Mapped[str]
    arguments: Mapped[str]
    risk: Mapped[Risk]
    allowed_as: Mapped[str] = mapped_column(server_default="")
    untrusted: Mapped[Flag]
    state: Mapped[ActState]
    words: Mapped[str] = mapped_column(server_default="")
    english: Mapped[str] = mapped_column(server_default="")
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    offer_id: Mapped[UUID | None]
    replaced_by: Mapped[UUID | None]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]

    __table_args__ = (
        index("idx_agent_acts_owner", *OWNER, "created_at", "id"),
        index("idx_agent_acts_turn_id", "turn_id"),
        index("idx_agent_acts_conversation_id", "conversation_id"),
        index("idx_agent_acts_offer_id", "offer_id", where="offer_id IS NOT NULL"),
        index("idx_agent_acts_waiting", "bot_id", "expires_at", where="expires_at IS NOT NULL"),
    )


class AgentTool(Owned, Base, table="agent_tools"):
    """What a user has chosen about a tool or a family of tools, and when it was last used."""

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(primary_key=True)
    is_pinned: Mapped[Flag]
    is_off: Mapped[Flag]
    is_allowed: Mapped[Flag]
    used_at: Mapped[datetime | None]


class AgentSearch(Base, table="agent_search", of=Whose.NOBODY):
    """The language of the message index: one row.

    Turns from `indexed_to` on are indexed in it, and all if it `is_done`.
    """

    id: Mapped[SmallKey]
    language: Mapped[str]
    indexed_to: Mapped[UUID | None]
    is_done: Mapped[Flag]


class AgentWords(Base, table="agent_words", of=AgentMessage, left_out="made anew"):
    """The lexemes of a message of a kept conversation, in the language of AgentSearch and without one.

    One more lexeme holds the owner and the year, so that a search reads the newest messages first.
    """

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[SmallKey]
    said_at: Mapped[datetime]
    words: Mapped[Lexemes]

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_messages.turn_id", "agent_messages.position"], ondelete="CASCADE"
        ),
        word_index("idx_agent_words_words"),
    )


class AgentEmbedding(Base, table="agent_embedding", of=Whose.NOBODY):
    """The embedding model of all vectors and their dimensions: one row, or none without a model."""

    id: Mapped[SmallKey]
    model: Mapped[str]
    dimensions: Mapped[Small]


class AgentMessageVector(Base, table="agent_message_vectors", of=AgentWords, left_out="made anew"):
    """A message's vectors: alone, and together with the message before it."""

    turn_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[SmallKey]
    vector: Mapped[Numbers | None]
    with_before: Mapped[Numbers | None]

    __table_args__ = (
        ForeignKeyConstraint(
            ["turn_id", "position"], ["agent_words.turn_id", "agent_words.position"], ondelete="CASCADE"
        ),
        index("idx_agent_message_vectors_pending", "turn_id", "position", where="vector IS NULL"),
    )
