"""Memories and their imports."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.memory.values import SUBJECT_MAX, MemoryCategory
from bot.store.tables import (
    IS_LIVE,
    JSON_OR_NULL,
    OWNER,
    Base,
    Count,
    Flag,
    Lexemes,
    Numbers,
    Owned,
    ShortId,
    Small,
    index,
    one_of,
    word_index,
)
from bot.turns.values.origins import Origin


class AgentMemory(Owned, Base, table="agent_memories"):
    """A memory; `version` is the number of its newest version."""

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    category: Mapped[MemoryCategory] = mapped_column(one_of(MemoryCategory, 50))
    subject: Mapped[str | None] = mapped_column(String(SUBJECT_MAX))
    subject_key: Mapped[str | None]
    content_key: Mapped[str] = mapped_column(String(64))
    version: Mapped[Small] = mapped_column(server_default=sql("1"))
    pinned: Mapped[Flag]
    importance: Mapped[float] = mapped_column(server_default=sql("0"))
    import_id: Mapped[ShortId | None] = mapped_column(ForeignKey("agent_memory_imports.id"))
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    __table_args__ = (
        index("idx_agent_memories_category", *OWNER, "category", "created_at", "id"),
        index("idx_agent_memories_live", *OWNER, "category", "created_at", "id", where=IS_LIVE),
        index("idx_agent_memories_newest", *OWNER, "created_at", "id", where=IS_LIVE),
        index("idx_agent_memories_importance", *OWNER, "pinned", "importance", "id", where=IS_LIVE),
        index("idx_agent_memories_subject", *OWNER, "subject_key"),
        index("idx_agent_memories_deleted_at", *OWNER, "deleted_at"),
        index("idx_agent_memories_import_id", "import_id", where="import_id IS NOT NULL"),
        index("uq_agent_memories_live_content", *OWNER, "content_key", unique=True, where=IS_LIVE),
    )


class AgentMemoryVersion(Base, table="agent_memory_versions", of=AgentMemory):
    """One version of a memory; one that came `through` a program has its name.

    The text of an `untrusted` one, or the memory's subject then, may be anybody's.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id"))
    version_number: Mapped[Small]
    content: Mapped[str]
    source_conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id"))
    source_turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id"))
    origin: Mapped[Origin] = mapped_column(server_default=sql("'conversation'"))
    through: Mapped[str | None] = mapped_column(String(64))
    untrusted: Mapped[Flag]
    created_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("memory_id", "version_number", name="idx_memory_versions_memory_id"),
        index("idx_memory_versions_created_at", "created_at"),
        index("idx_memory_versions_source_turn_id", "source_turn_id"),
        index("idx_memory_versions_source_conversation_id", "source_conversation_id"),
    )


class AgentMemoryImport(Owned, Base, table="agent_memory_imports", left_out="only for its undo"):
    """Memories from a file: offered as `proposals`, stored at `put_at`, and perhaps undone together.

    A withdrawn offer has no row.
    """

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    source: Mapped[str]
    proposals: Mapped[list[list[str | None]] | None] = mapped_column(JSON_OR_NULL)
    found: Mapped[Small]
    added: Mapped[Count]
    created_at: Mapped[datetime]
    put_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]

    __table_args__ = (
        index("uq_agent_memory_imports_offered", *OWNER, unique=True, where="put_at IS NULL"),
        index("idx_agent_memory_imports_put_at", *OWNER, "put_at"),
    )


class AgentMemoryWords(Base, table="agent_memory_words", of=AgentMemory, left_out="made anew"):
    """The lexemes of a memory, live or deleted, in the language of AgentSearch and without one."""

    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Lexemes]

    __table_args__ = (word_index("idx_agent_memory_words_words"),)


class AgentMemoryBeginnings(Base, table="agent_memory_beginnings", of=AgentMemory, left_out="made anew"):
    """The words of a live memory as they are written but for case (`agent_beginnings`), and a lexeme for its owner."""

    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Lexemes]

    __table_args__ = (word_index("idx_agent_memory_beginnings_words"),)


class AgentMemoryVector(Base, table="agent_memory_vectors", of=AgentMemory, left_out="made anew"):
    """A memory's vector; NULL until it is embedded.

    The table exists without pgvector, too, so the column is a plain array. With pgvector,
    `bot.turns.store.vectors` creates its index once the dimensions are known.
    """

    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    vector: Mapped[Numbers | None]

    __table_args__ = (index("idx_agent_memory_vectors_pending", "memory_id", where="vector IS NULL"),)
