"""Albums whose messages arrive one after another. Works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import func, insert, select, update

from bot.database import attachments, provenance
from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.tables import AgentAttachment, AgentMessage, AgentTurn
from bot.values.attachments import SOUNDS
from bot.values.incoming import IncomingMessage
from bot.values.owner import Owner
from bot.values.turns import TurnState


@dataclass(frozen=True, slots=True)
class StoredAlbum:
    """The message of a turn that holds an album so far, without what became of its files."""

    turn_id: UUID
    position: int
    message: IncomingMessage


async def in_turn(tx: Transaction, turn_id: UUID, album: str) -> StoredAlbum | None:
    """Return the message of a turn that holds an album, if any."""
    its = select(*AgentMessage.__table__.c["position", "text", "sent_at", "source", "telegram_ids", "captions"])
    found = its.where(AgentMessage.turn_id == turn_id, AgentMessage.album == album)
    row = (await tx.connection.execute(found.order_by(AgentMessage.position).limit(1))).one_or_none()
    if row is None:
        return None
    sounds = (it for it in await attachments.of_message(tx, turn_id, row.position) if it.sent.kind in SOUNDS)
    transcript = "\n".join(it.text for it in sounds if it.text)
    text = row.text.removesuffix(transcript).removesuffix("\n") if transcript else row.text
    message = IncomingMessage(
        text,
        row.sent_at,
        provenance.attribution(row.source),
        album=album,
        message_ids=tuple(row.telegram_ids or ()),
        captions=tuple(row.captions or ()),
    )
    return StoredAlbum(turn_id, row.position, message)


async def is_known(tx: Transaction, conversation_id: UUID, album: str) -> bool:
    """Tell whether a conversation has messages of an album already, in turns that are not superseded."""
    its = select(AgentMessage.turn_id).join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    found = its.where(AgentTurn.conversation_id == conversation_id, AgentMessage.album == album)
    found = found.where(AgentTurn.state != TurnState.SUPERSEDED)
    return await tx.connection.scalar(found.limit(1)) is not None


async def add(tx: Transaction, owner: Owner, album: StoredAlbum, more: IncomingMessage, content: str) -> None:
    """Add another message to an album, which then waits for its files, with its content before they are ready."""
    whole = album.message.with_more(more)
    where = (AgentMessage.turn_id == album.turn_id, AgentMessage.position == album.position)
    values = {
        "content": content,
        "text": whole.text,
        "telegram_ids": list(whole.message_ids),
        "captions": list(whole.captions),
        "files": AgentMessage.files + len(more.files),
        "pictures": None,
        "pending": True,
    }
    await tx.connection.execute(update(AgentMessage).where(*where).values(**values))
    of_album = (AgentAttachment.turn_id == album.turn_id, AgentAttachment.position == album.position)
    last: int | None = await tx.connection.scalar(select(func.max(AgentAttachment.place)).where(*of_album))
    await tx.connection.execute(insert(AgentAttachment), [*_rows(owner, album, more, (last or 0) + 1)])


def _rows(owner: Owner, album: StoredAlbum, more: IncomingMessage, place: int) -> Sequence[dict[str, object]]:
    of_all = {**owner.columns, "turn_id": album.turn_id, "position": album.position, "created_at": datetime.now(UTC)}
    return [{**of_all, **asdict(file), "id": uuid7(), "place": at} for at, file in enumerate(more.files, place)]
