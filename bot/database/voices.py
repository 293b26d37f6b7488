"""Voice modes that owners have set. Works in the caller's transaction."""

from typing import Final
from uuid import UUID

from sqlalchemy import bindparam, exists, select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentAttachment, AgentOwner
from bot.values.attachments import AttachmentKind
from bot.values.owner import Owner
from bot.values.preferences import VoiceMode

_MODE: Final = select(AgentOwner.voice).where(AgentOwner.is_owned())
_HOLDS_SPEECH: Final = select(
    exists().where(AgentAttachment.turn_id == bindparam("of_turn"), AgentAttachment.kind == AttachmentKind.SPEECH)
)


async def mode(tx: Transaction, owner: Owner) -> VoiceMode:
    """Return an owner's voice mode."""
    return await tx.connection.scalar(_MODE, owner.columns) or VoiceMode.OFF


async def set_mode(tx: Transaction, owner: Owner, mode: VoiceMode) -> None:
    """Set an owner's voice mode."""
    row = insert(AgentOwner).values(**owner.columns, voice=mode)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_={"voice": mode}))


async def answers_speech(tx: Transaction, turn_id: UUID) -> bool:
    """Tell whether a turn answers a voice message."""
    return bool(await tx.connection.scalar(_HOLDS_SPEECH, {"of_turn": turn_id}))
