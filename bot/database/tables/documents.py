"""What documents say that users sent."""

from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import Base, SmallKey


class AgentDocumentPart(Base, table="agent_document_parts"):
    """A part of a document, as Markdown. It goes with the file."""

    attachment_id: Mapped[UUID] = mapped_column(
        ForeignKey("agent_attachments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[SmallKey]
    label: Mapped[str]
    text: Mapped[str]
