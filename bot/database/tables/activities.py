"""What tools did, and what waits for the owner's button."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from bot.database.tables.base import JSON_OR_NULL, OWNER, Base, Flag, Owned, index
from bot.values.activities import ActivityState, Risk


class AgentActivity(Owned, Base, table="agent_activities"):
    """A call that did something or is to do it, and what undoing it takes.

    `words` tell its owner what it did, and `english` tells the model.

    It outlives its conversation only where that was not erased. One that waits for a button does so until `expires_at`.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("agent_conversations.id", ondelete="CASCADE"))
    turn_id: Mapped[UUID] = mapped_column(ForeignKey("agent_turns.id", ondelete="CASCADE"))
    call_id: Mapped[str]
    family: Mapped[str]
    name: Mapped[str]
    arguments: Mapped[str]
    risk: Mapped[Risk]
    allowed_as: Mapped[str] = mapped_column(server_default="")
    state: Mapped[ActivityState]
    words: Mapped[str]
    english: Mapped[str] = mapped_column(server_default="")
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]

    __table_args__ = (
        index("idx_agent_activities_owner", *OWNER, "created_at"),
        index("idx_agent_activities_turn_id", "turn_id"),
        index("idx_agent_activities_conversation_id", "conversation_id"),
        index("idx_agent_activities_waiting", "bot_id", "expires_at", where="state = 'waiting'"),
    )


class AgentTool(Owned, Base, table="agent_tools"):
    """What a user has chosen about a tool or a family of tools, and when it was last used."""

    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(primary_key=True)
    is_pinned: Mapped[Flag]
    is_off: Mapped[Flag]
    is_allowed: Mapped[Flag]
    used_at: Mapped[datetime | None]
