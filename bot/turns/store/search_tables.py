"""Search indexes of memories and messages."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.tables import Base, Flag, Lexemes, Numbers, Small, SmallKey, Whose, index, word_index
from bot.turns.store.tables import AgentMessage


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
