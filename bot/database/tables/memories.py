"""Memories and their imports."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import (
    IS_LIVE,
    JSON_OR_NULL,
    OWNER,
    Base,
    Count,
    Flag,
    Owned,
    ShortId,
    Small,
    index,
)
from bot.values.memories import SUBJECT_MAX, MemoryCategory, Origin


class AgentMemory(Owned, Base, table="agent_memories"):
    """A memory; `version` is the number of its newest version."""

    id: Mapped[ShortId] = mapped_column(primary_key=True)
    category: Mapped[MemoryCategory]
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


class AgentMemoryVersion(Base, table="agent_memory_versions"):
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


class AgentMemoryImport(Owned, Base, table="agent_memory_imports"):
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
