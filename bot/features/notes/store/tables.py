"""Notes and reminders."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.tables import (
    IS_LIVE,
    OWNER,
    Base,
    Flag,
    Lexemes,
    Owned,
    ShortId,
    Small,
    index,
    word_index,
)
from bot.turns.values.origins import Origin


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


class AgentNoteVersion(Base, table="agent_note_versions", of=AgentNote):
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


class AgentNoteWords(Base, table="agent_note_words", of=AgentNote, left_out="made anew"):
    """The lexemes of a note's name and text, in the language of AgentSearch and without one."""

    note_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_notes.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Lexemes]

    __table_args__ = (word_index("idx_agent_note_words_words"),)
