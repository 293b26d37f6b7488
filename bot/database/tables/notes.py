"""Notes and reminders."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKey, String, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import (
    IS_LIVE,
    JSON_OR_NULL,
    OWNER,
    Base,
    Count,
    Flag,
    Lexemes,
    Owned,
    ShortId,
    Small,
    index,
    one_of,
    word_index,
)
from bot.values.memories import Origin
from bot.values.reminders import ReminderState


class AgentNote(Owned, Base, table="agent_notes"):
    """A named text; `version` is the number of its newest version. Live ones have different keys of their names."""

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str]
    version: Mapped[Small] = mapped_column(server_default=sql("1"))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    __table_args__ = (
        index("uq_agent_notes_live_name", *OWNER, "name_key", unique=True, where=IS_LIVE),
        index("idx_agent_notes_updated_at", *OWNER, "updated_at", "id"),
    )


class AgentNoteVersion(Base, table="agent_note_versions"):
    """One version of a note: its name and text. An `untrusted` one may hold text that is not its user's own."""

    id: Mapped[UUID] = mapped_column(primary_key=True)
    note_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_notes.id", ondelete="CASCADE"))
    version_number: Mapped[Small]
    name: Mapped[str]
    content: Mapped[str]
    untrusted: Mapped[Flag]
    source_conversation_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("agent_conversations.id", ondelete="SET NULL")
    )
    source_turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="SET NULL"))
    origin: Mapped[Origin]
    created_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("note_id", "version_number"),
        index("idx_agent_note_versions_source_turn_id", "source_turn_id"),
        index("idx_agent_note_versions_source_conversation_id", "source_conversation_id"),
    )


class AgentNoteWords(Base, table="agent_note_words"):
    """The lexemes of a note's name and text, in the language of AgentSearch and without one."""

    note_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_notes.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Lexemes]

    __table_args__ = (word_index("idx_agent_note_words_words"),)


class AgentReminder(Owned, Base, table="agent_reminders"):
    """A reminder. `wall` is its next time as a clock of its zone shows it; it `rings_at` the first of what is due.

    It rings in the topic `topic_id` of its owner's private chat. `again_at` is when the last ring comes again, and
    `rung_at` the time that it was for. The text of an `untrusted` one came through a program. One that is a task is
    done by a turn when it is due: it waits until `waits_until`, and has had these `failures` since it was due. `former`
    holds the columns that the last change replaced.
    """

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    text: Mapped[str]
    wall: Mapped[datetime] = mapped_column(DateTime(timezone=False))
    zone: Mapped[str] = mapped_column(String(64))
    rule: Mapped[str] = mapped_column(server_default=sql("''"))
    follows: Mapped[Flag]
    untrusted: Mapped[Flag]
    topic_id: Mapped[int] = mapped_column(server_default=sql("0"))
    state: Mapped[ReminderState] = mapped_column(one_of(ReminderState))
    is_due: Mapped[bool] = mapped_column(server_default=sql("true"))
    rings_at: Mapped[datetime | None]
    again_at: Mapped[datetime | None]
    nag_minutes: Mapped[Small | None]
    nags: Mapped[Count]
    rung_at: Mapped[datetime | None]
    is_task: Mapped[Flag]
    waits_until: Mapped[datetime | None]
    failures: Mapped[Count]
    version: Mapped[Small] = mapped_column(server_default=sql("1"))
    former: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    created_at: Mapped[datetime]

    __table_args__ = (
        index("idx_agent_reminders_due", "bot_id", "rings_at", where="rings_at IS NOT NULL"),
        index("idx_agent_reminders_owner", *OWNER, "rings_at", "id"),
    )
