"""Acts: everything that was done, or is offered or waits; and what their owners have chosen about tools."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.tables import JSON_OR_NULL, OWNER, Base, Flag, Owned, index
from bot.turns.values.acts import ActState, Door, Risk


class AgentAct(Owned, Base, table="agent_acts"):
    """What was done or may be done, how it came, what came of it, and what undoes it.

    `words` tell its owner what it did, and `english` tells the model. What is offered together has one `offer_id`;
    what was offered may be `replaced_by` another act about the same. It outlives its conversation only where that was
    not erased. One that waits for a button may do so until `expires_at`.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_conversations.id", ondelete="CASCADE"))
    turn_id: Mapped[UUID | None] = mapped_column(ForeignKey("agent_turns.id", ondelete="CASCADE"))
    call_id: Mapped[str] = mapped_column(server_default="")
    door: Mapped[Door]
    through: Mapped[str] = mapped_column(server_default="")
    family: Mapped[str]
    name: Mapped[str]
    arguments: Mapped[str]
    risk: Mapped[Risk]
    allowed_as: Mapped[str] = mapped_column(server_default="")
    untrusted: Mapped[Flag]
    state: Mapped[ActState]
    words: Mapped[str] = mapped_column(server_default="")
    english: Mapped[str] = mapped_column(server_default="")
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    offer_id: Mapped[UUID | None]
    replaced_by: Mapped[UUID | None]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]

    __table_args__ = (
        index("idx_agent_acts_owner", *OWNER, "created_at", "id"),
        index("idx_agent_acts_turn_id", "turn_id"),
        index("idx_agent_acts_conversation_id", "conversation_id"),
        index("idx_agent_acts_offer_id", "offer_id", where="offer_id IS NOT NULL"),
        index("idx_agent_acts_waiting", "bot_id", "expires_at", where="expires_at IS NOT NULL"),
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
