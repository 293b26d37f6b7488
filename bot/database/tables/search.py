"""What the search of memories and of messages goes by."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import Base, Flag, Lexemes, Numbers, ShortId, Small, SmallKey, index, word_index


class AgentSearch(Base, table="agent_search"):
    """The language that messages are indexed in: one row.

    The turns from `indexed_to` on are indexed in it, those before are not yet, unless it `is_done`.
    """

    id: Mapped[SmallKey]
    language: Mapped[str]
    indexed_to: Mapped[UUID | None]
    is_done: Mapped[Flag]


class AgentWords(Base, table="agent_words"):
    """The lexemes of a message of a kept conversation, as it is searched.

    In the language of AgentSearch and in none. One more lexeme says whose message it is and of which year, so that the
    newest are found without reading all others.
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


class AgentMemoryWords(Base, table="agent_memory_words"):
    """The lexemes of a memory, deleted or not: in the language of AgentSearch, and in none."""

    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    words: Mapped[Lexemes]

    __table_args__ = (word_index("idx_agent_memory_words_words"),)


class AgentEmbedding(Base, table="agent_embedding"):
    """The embedding model of all vectors, and their dimensions: one row, or none without such a model."""

    id: Mapped[SmallKey]
    model: Mapped[str]
    dimensions: Mapped[Small]


class AgentMemoryVector(Base, table="agent_memory_vectors"):
    """A memory's vector; NULL until the embedding model was asked.

    The table is there without pgvector too, so its numbers are plain. With pgvector, `bot.database.search.vectors`
    makes an index on them as soon as their dimensions are known.
    """

    memory_id: Mapped[ShortId] = mapped_column(ForeignKey("agent_memories.id", ondelete="CASCADE"), primary_key=True)
    vector: Mapped[Numbers | None]

    __table_args__ = (index("idx_agent_memory_vectors_pending", "memory_id", where="vector IS NULL"),)


class AgentMessageVector(Base, table="agent_message_vectors"):
    """A message's vectors: of it alone, and of it with the message before."""

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
