"""Files that users sent, and what documents among them say."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, ForeignKeyConstraint
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import Base, Flag, Owned, Small, SmallKey, index
from bot.values.attachments import AttachmentKind, QuotedFrom


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


class AgentDocumentPart(Base, table="agent_document_parts"):
    """A part of a document, as Markdown. It goes with the file."""

    attachment_id: Mapped[UUID] = mapped_column(
        ForeignKey("agent_attachments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[SmallKey]
    label: Mapped[str]
    text: Mapped[str]
