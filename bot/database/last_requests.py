"""The last request for an answer to an owner. Works in the caller's transaction."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import exists, select

from bot.database.engine import Transaction
from bot.database.tables import AgentConversation, AgentMemory, AgentTurn, AgentUsage
from bot.values.owner import Owner
from bot.values.turns import UsagePurpose

# Statements are built once, since building takes longer than running them.
_HAS_FORGOTTEN = exists().where(AgentMemory.is_owned(), AgentMemory.deleted_at > AgentUsage.created_at)
_LAST_TWO: Final = (
    select(
        AgentTurn.conversation_id,
        AgentUsage.cached_tokens,
        AgentUsage.is_estimated,
        _HAS_FORGOTTEN.label("has_forgotten"),
        (AgentConversation.history_moved_at > AgentUsage.created_at).label("has_moved"),
    )
    .join(AgentTurn, AgentTurn.id == AgentUsage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentUsage.is_owned(),
        AgentUsage.purpose.in_([UsagePurpose.ANSWER, UsagePurpose.TASK]),
        AgentUsage.seconds.is_not(None),  # else it was interrupted
    )
    .order_by(AgentUsage.created_at.desc(), AgentUsage.id.desc())
    .limit(2)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRequest:
    """A request for an answer in a conversation.

    Since then, the owner may have deleted memories (`has_forgotten`), and the oldest turns may have left the prompt
    (`has_moved`). The server reported that its cache `served_none` of it, although it followed another request.
    """

    conversation_id: UUID
    has_forgotten: bool
    has_moved: bool
    served_none: bool


async def last_request(tx: Transaction, owner: Owner) -> LastRequest | None:
    """Return an owner's last answered request, if its conversation is still there."""
    found = (await tx.connection.execute(_LAST_TWO, owner.columns)).all()
    if not found:
        return None
    last, *before = found
    follows = bool(before) and before[0].conversation_id == last.conversation_id
    return LastRequest(
        conversation_id=last.conversation_id,
        has_forgotten=last.has_forgotten,
        has_moved=bool(last.has_moved),
        served_none=follows and not last.is_estimated and not last.cached_tokens,
    )
