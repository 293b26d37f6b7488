"""Users and their conversations."""

from datetime import datetime, time
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import JSON_OR_NULL, OWNER, Base, Count, Flag, Owned, Placed, Texts, index
from bot.values.conversations import ConversationMode
from bot.values.memories import CaptureMode
from bot.values.preferences import Effort, VoiceMode


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
    It `carries_untrusted` text if its carried turns may repeat any.
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
