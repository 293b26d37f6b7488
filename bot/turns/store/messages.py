"""Messages of turns: albums that still grow, what is replied to, and what the model reacts to.

Works in the caller's transaction.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, Text, bindparam, exists, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by

from bot.kit.owner import Owner
from bot.kit.prompt_text import PromptText
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store import attachments, provenance
from bot.turns.store.provenance import untrusted_since
from bot.turns.store.tables import AgentAttachment, AgentConversation, AgentMessage, AgentTurn
from bot.turns.store.telegram_tables import TelegramMessage
from bot.turns.values.attachments import SOUNDS, Attachment, AttachmentKind
from bot.turns.values.conversations import UNTIL_THE_END, Conversation
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import TurnState

_WORDS: Final = (
    select(func.string_agg(AgentMessage.content, aggregate_order_by(literal("\n\n", Text), AgentMessage.position)))
    .where(
        AgentMessage.turn_id == TelegramMessage.turn_id,
        AgentMessage.role == "assistant",
        AgentMessage.content != "",
        AgentMessage.superseded.is_(False),
    )
    .scalar_subquery()
)
_ANSWER: Final = (
    select(TelegramMessage.turn_id, AgentTurn.conversation_id, _WORDS.label("text"))
    .join(AgentTurn, AgentTurn.id == TelegramMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentConversation.is_owned(),
        TelegramMessage.bot_id == bindparam("bot_id"),
        TelegramMessage.chat_id == bindparam("chat_id"),
        TelegramMessage.message_id == bindparam("message_id"),
    )
    .order_by(TelegramMessage.id.desc())
    .limit(1)
)
_HAS_OTHERS_TEXT: Final = AgentMessage.source.is_not(None) | exists().where(
    AgentAttachment.turn_id == AgentMessage.turn_id,
    AgentAttachment.position == AgentMessage.position,
    AgentAttachment.kind == AttachmentKind.RECORDING,
)
"""Whether some of a message's text may be others': not if only a note or a picture beside it is."""
_MESSAGE: Final = (
    select(AgentMessage.turn_id, AgentMessage.text, (AgentMessage.untrusted & _HAS_OTHERS_TEXT).label("untrusted"))
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentMessage.telegram_ids.contains(bindparam("message_ids", type_=ARRAY(BigInteger))),
        AgentConversation.is_owned(),
        AgentConversation.chat_id == bindparam("chat_id"),
    )
    .order_by(AgentMessage.turn_id.desc(), AgentMessage.position.desc())
    .limit(1)
)
_OF_TURN: Final = AgentMessage.turn_id == bindparam("of_turn")
_LAST: Final = (
    select(AgentMessage.telegram_ids)
    .where(_OF_TURN, AgentMessage.role == "user", AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position.desc())
    .limit(1)
)
_STEPS: Final = (
    select(AgentMessage.position, AgentMessage.tool_calls, AgentMessage.call_id, AgentMessage.reaction)
    .where(_OF_TURN, AgentMessage.role != "user", AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position)
)
_FORGET: Final = update(AgentMessage).where(_OF_TURN, AgentMessage.reaction.is_not(None)).values(reaction=None)


@dataclass(frozen=True, slots=True)
class StoredAlbum:
    """The message of a turn that holds an album so far, without what became of its files."""

    turn_id: UUID
    position: int
    message: IncomingMessage


async def album_in(tx: Transaction, turn_id: UUID, album: str) -> StoredAlbum | None:
    """Return the message of a turn that holds an album, if any."""
    its = select(*AgentMessage.__table__.c["position", "text", "sent_at", "source", "telegram_ids", "captions"])
    found = its.where(AgentMessage.turn_id == turn_id, AgentMessage.album == album)
    row = (await tx.connection.execute(found.order_by(AgentMessage.position).limit(1))).one_or_none()
    if row is None:
        return None
    files = await attachments.of_message(tx, turn_id, row.position)
    message = IncomingMessage(
        without_transcripts(row.text, files),
        row.sent_at,
        provenance.attribution(row.source),
        album=album,
        message_ids=tuple(row.telegram_ids or ()),
        captions=tuple(row.captions or ()),
    )
    return StoredAlbum(turn_id, row.position, message)


async def knows_album(tx: Transaction, conversation_id: UUID, album: str) -> bool:
    """Tell whether a conversation has messages of an album already, in turns that are not superseded."""
    its = select(AgentMessage.turn_id).join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    found = its.where(AgentTurn.conversation_id == conversation_id, AgentMessage.album == album)
    found = found.where(AgentTurn.state != TurnState.SUPERSEDED)
    return await tx.connection.scalar(found.limit(1)) is not None


async def add_to_album(
    tx: Transaction, owner: Owner, album: StoredAlbum, more: IncomingMessage, content: PromptText
) -> None:
    """Add another message to an album, which then waits for its files, with its content before they are ready."""
    whole = album.message.with_more(more)
    where = (AgentMessage.turn_id == album.turn_id, AgentMessage.position == album.position)
    values = {
        "content": content,
        "untrusted": AgentMessage.untrusted | content.untrusted,
        "text": whole.text,
        "source": provenance.stored_source(whole.attribution),
        "telegram_ids": list(whole.message_ids),
        "captions": list(whole.captions),
        "files": AgentMessage.files + len(more.files),
        "pictures": None,
        "pending": True,
    }
    await tx.connection.execute(update(AgentMessage).where(*where).values(**values))
    of_album = (AgentAttachment.turn_id == album.turn_id, AgentAttachment.position == album.position)
    last: int | None = await tx.connection.scalar(select(func.max(AgentAttachment.place)).where(*of_album))
    of_all = {**owner.columns, "turn_id": album.turn_id, "position": album.position, "created_at": datetime.now(UTC)}
    rows = [{**of_all, **asdict(it), "id": uuid7(), "place": at} for at, it in enumerate(more.files, (last or 0) + 1)]
    await tx.connection.execute(insert(AgentAttachment), rows)


def without_transcripts(text: str, files: Iterable[Attachment]) -> str:
    """Return a message's own text, without what is said in its recordings, which follows it."""
    transcript = "\n".join(it.text for it in files if it.sent.kind in SOUNDS and it.text)
    return text.removesuffix(transcript).removesuffix("\n") if transcript else text


@dataclass(frozen=True, slots=True)
class Reference:
    """A stored message: its turn, its text, and whether it is untrusted, or an answer that may repeat such text."""

    turn_id: UUID
    text: str
    untrusted: bool


async def answer(tx: Transaction, owner: Owner, chat_id: int, message_id: int) -> Reference | None:
    """Return the whole answer to which one of Keepsake's messages in a chat belongs, if any.

    A message that belongs to none is the result of a command or a notice.
    """
    values = {**owner.columns, "chat_id": chat_id, "message_id": message_id}
    row = (await tx.connection.execute(_ANSWER, values)).one_or_none()
    if row is None:
        return None
    since = (await untrusted_since(tx, [row.conversation_id])).get(row.conversation_id, UNTIL_THE_END)
    return Reference(row.turn_id, row.text or "", untrusted=row.turn_id >= since)


async def message(tx: Transaction, conversation: Conversation, message_id: int) -> Reference | None:
    """Return a user's message in the conversation's chat, if it is stored."""
    values = {**conversation.owner.columns, "chat_id": conversation.place.chat_id, "message_ids": [message_id]}
    row = (await tx.connection.execute(_MESSAGE, values)).one_or_none()
    return Reference(row.turn_id, row.text or "", row.untrusted) if row else None


async def last_message(tx: Transaction, turn_id: UUID) -> int | None:
    """Return the Telegram id of the user's last message in a turn, the first one's of an album; None without one."""
    telegram_ids = await tx.connection.scalar(_LAST, {"of_turn": turn_id})
    return telegram_ids[0] if telegram_ids else None


async def leave_reactions_out(tx: Transaction, turn_id: UUID) -> None:
    """Take back a turn's reactions, and leave the steps that did nothing else out of prompts."""
    steps = (await tx.connection.execute(_STEPS, {"of_turn": turn_id})).all()
    reacted = {it.call_id for it in steps if it.reaction}
    if not reacted:
        return
    only = [it for it in steps if it.tool_calls and reacted.issuperset(call["id"] for call in it.tool_calls)]
    calls = {call["id"] for it in only for call in it.tool_calls}
    places = [it.position for it in steps if it in only or it.call_id in calls]
    await tx.connection.execute(_FORGET, {"of_turn": turn_id})
    those = update(AgentMessage).where(_OF_TURN, AgentMessage.position.in_(places))
    await tx.connection.execute(those.values(superseded=True), {"of_turn": turn_id})
