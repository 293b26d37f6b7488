"""Turns, their messages and their usage."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import (
    JSON_OR_NULL,
    Base,
    Count,
    Flag,
    Owned,
    RowNumber,
    ShortId,
    Small,
    SmallKey,
    index,
    one_of,
)
from bot.values.changes import Refusal
from bot.values.refused_parts import Part
from bot.values.turns import TurnState, UsagePurpose


class AgentTurn(Base, table="agent_turns"):
    """One or more user messages and what follows, up to the reply that answers them together.

    One that was `taken_back` knows its former state, and which of its receipts were undone with it. One that does a
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


class AgentMessage(Base, table="agent_messages"):
    """A message of a turn as sent to the model, with marks around untrusted text.

    A user's message keeps what its content was rendered from: `sent_at`, `text`, and the `source` of untrusted text in
    it. It is `pending` while its `files` are not ready; its `pictures` are sent with its content, or what was `seen` in
    them, in words. `telegram_ids` are those of its Telegram messages, several for an `album`; a later text that was not
    answered is in `edited`. `change` is a tool's change of a memory; early releases stored its line in `receipt`.
    `reaction` is the emoji of a tool that reacts. The `reasoning` before calls goes back to the model with them. A
    message `from_keepsake` begins a turn without the user's words.
    """

    turn_id: Mapped[UUID] = mapped_column(ForeignKey("agent_turns.id"), primary_key=True)
    position: Mapped[SmallKey]
    role: Mapped[str] = mapped_column(String(20))
    content: Mapped[str]
    note: Mapped[str] = mapped_column(server_default=sql("''"))
    tool_calls: Mapped[list[dict[str, str]] | None] = mapped_column(JSON_OR_NULL)
    reasoning: Mapped[dict[str, str] | None] = mapped_column(JSON_OR_NULL)
    call_id: Mapped[str | None]
    receipt: Mapped[str | None]
    change: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
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
        index("idx_agent_messages_changes", "created_at", where="change IS NOT NULL OR receipt IS NOT NULL"),
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


class AgentRefusedPart(Base, table="agent_refused_parts"):
    """A part of requests that a model's server has refused at a time; of no user."""

    server: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    part: Mapped[Part] = mapped_column(one_of(Part, 30), primary_key=True)
    detail: Mapped[str]
    at: Mapped[datetime]
