"""Files of users' messages, and what became of them or showed in them. Works in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ARRAY, Boolean, Row, Text, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.prompt_text import PromptText
from bot.model.values import Picture
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store.tables import AgentAttachment, AgentMessage, AgentTurn
from bot.turns.store.turns import IS_IN_PROMPT, prompt_parameters
from bot.turns.store.words import index_messages
from bot.turns.values.attachments import SOUNDS, Attachment, AttachmentKind, SentFile
from bot.turns.values.conversations import Conversation

LEFT_OVER: Final = "files left over"
"""The event of a commit that deleted messages with files."""
_SENT: Final = (
    *("kind", "what", "file_id", "unique_id", "size", "media_type", "name", "seconds", "message_id"),
    "quoted",
)

# Statements are built once, since building takes longer than running them.
_LAST_POSITION: Final = (
    select(func.max(AgentMessage.position)).where(AgentMessage.turn_id == bindparam("of_turn")).scalar_subquery()
)
_ADD: Final = insert(AgentAttachment).values(turn_id=bindparam("of_turn"), position=_LAST_POSITION)
_IS_OF_TURN: Final = AgentAttachment.turn_id == bindparam("of_turn")
_OF_MESSAGE: Final = (
    select(AgentAttachment.__table__)
    .where(_IS_OF_TURN, AgentAttachment.position == bindparam("at"))
    .order_by(AgentAttachment.place)
)
_WITH_MESSAGES: Final = (
    select(
        AgentAttachment.__table__,
        AgentMessage.content.label("so_far"),
        AgentMessage.text.label("said"),
        AgentMessage.note,
        AgentMessage.source,
    )
    .join(
        AgentMessage,
        (AgentMessage.turn_id == AgentAttachment.turn_id) & (AgentMessage.position == AgentAttachment.position),
    )
    .where(_IS_OF_TURN)
    .order_by(AgentAttachment.position, AgentAttachment.place)
)
_PENDING: Final = _WITH_MESSAGES.where(AgentMessage.pending)
_OTHER_FILE: Final = aliased(AgentAttachment)
_REPLY: Final = aliased(AgentMessage)
_UNHEARD: Final = _WITH_MESSAGES.where(
    AgentMessage.pending.is_(False),
    exists().where(
        _OTHER_FILE.turn_id == AgentAttachment.turn_id,
        _OTHER_FILE.position == AgentAttachment.position,
        _OTHER_FILE.kind.in_(SOUNDS),
        _OTHER_FILE.problem != "",
        _OTHER_FILE.key.is_not(None),
    ),
    ~exists().where(_REPLY.turn_id == AgentAttachment.turn_id, _REPLY.role != "user", _REPLY.superseded.is_(False)),
)
_FILES_AGAIN: Final = (
    update(AgentAttachment)
    .where(_IS_OF_TURN, AgentAttachment.position == bindparam("at"), AgentAttachment.problem != "")
    .values(problem="", is_ready=False)
)
_MESSAGE_AGAIN: Final = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == bindparam("at"))
    .values(content=bindparam("its_content"), text=bindparam("its_text"), pending=True)
)
_PROBLEMS: Final = (
    select(AgentAttachment.name, AgentAttachment.problem)
    .where(_IS_OF_TURN, AgentAttachment.problem != "")
    .order_by(AgentAttachment.position, AgentAttachment.place)
)
_SAME: Final = (
    select(AgentAttachment.__table__)
    .ext(distinct_on(AgentAttachment.unique_id))
    .where(
        AgentAttachment.is_owned(),
        AgentAttachment.unique_id == func.any(bindparam("unique_ids", type_=ARRAY(Text))),
        AgentAttachment.is_ready,
        AgentAttachment.key.is_not(None),
        AgentAttachment.problem == "",
    )
    .order_by(AgentAttachment.unique_id, AgentAttachment.created_at.desc())
)
_PICTURES: Final = (
    select(AgentMessage.pictures)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.pictures.is_not(None))
    .order_by(AgentMessage.position)
)
_OF_KEY: Final = (
    select(AgentAttachment.file_id)
    .where(AgentAttachment.is_owned(), AgentAttachment.key == bindparam("its_key"))
    .order_by(AgentAttachment.created_at.desc())
    .limit(1)
)
_HOLD_SPEECH: Final = select(exists().where(_IS_OF_TURN, AgentAttachment.kind == AttachmentKind.SPEECH))
_NOTE_READY: Final = update(AgentAttachment).where(AgentAttachment.id == bindparam("attachment_id"))
_FINISH: Final = index_messages(
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == bindparam("at"))
    .values(
        content=bindparam("its_content"),
        text=bindparam("its_text"),
        note=bindparam("its_note"),
        pictures=bindparam("its_pictures"),
        untrusted=AgentMessage.untrusted | bindparam("its_untrusted", type_=Boolean),
        pending=False,
    )
    .returning(AgentMessage.__table__)
    .cte("said")
)

_UNDESCRIBED: Final = (
    select(AgentMessage.turn_id, AgentMessage.position, AgentMessage.pictures)
    .join(AgentTurn, AgentTurn.id == AgentMessage.turn_id)
    .where(
        IS_IN_PROMPT,
        AgentMessage.superseded.is_(False),
        AgentMessage.pictures.is_not(None),
        AgentMessage.seen == "",
        AgentMessage.turn_id < bindparam("before"),
    )
    .order_by(AgentMessage.turn_id, AgentMessage.position)
)
_DESCRIBE: Final = (
    update(AgentMessage)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.position == bindparam("at"))
    .values(seen=bindparam("its_seen"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMessage:
    """A user's message whose files are not ready: its content, text and note so far, and its files.

    With `untrusted` files, somebody else sent them first.
    """

    position: int
    content: str
    text: str
    note: str
    untrusted: bool
    attachments: Sequence[Attachment]


@dataclass(frozen=True, slots=True)
class Undescribed:
    """A message with pictures that are not described yet."""

    turn_id: UUID
    position: int
    pictures: Sequence[Picture]


async def add(tx: Transaction, owner: Owner, turn_id: UUID, files: Sequence[SentFile]) -> None:
    """Store the files of a turn's last message."""
    now = datetime.now(UTC)
    rows = [
        {**owner.columns, **asdict(file), "id": uuid7(), "of_turn": turn_id, "place": place, "created_at": now}
        for place, file in enumerate(files)
    ]
    await tx.connection.execute(_ADD, rows)


async def of_message(tx: Transaction, turn_id: UUID, position: int) -> list[Attachment]:
    """Return the files of a message, in order."""
    rows = await tx.connection.execute(_OF_MESSAGE, {"of_turn": turn_id, "at": position})
    return [_attachment(row) for row in rows]


async def pending(tx: Transaction, turn_id: UUID) -> list[PendingMessage]:
    """Return a turn's messages whose files are not ready, in order."""
    return _by_message((await tx.connection.execute(_PENDING, {"of_turn": turn_id})).all())


async def unheard(tx: Transaction, turn_id: UUID) -> list[PendingMessage]:
    """Return a turn's messages with recordings that were given up, in order; none once the model has called a tool."""
    return _by_message((await tx.connection.execute(_UNHEARD, {"of_turn": turn_id})).all())


async def reopen(tx: Transaction, turn_id: UUID, position: int, *, content: str, text: str) -> None:
    """Let a message wait again for its files that can't be used, with its content and text before they were ready."""
    where = {"of_turn": turn_id, "at": position}
    await tx.connection.execute(_FILES_AGAIN, where)
    await tx.connection.execute(_MESSAGE_AGAIN, {**where, "its_content": content, "its_text": text})


def _by_message(rows: Sequence[Any]) -> list[PendingMessage]:
    by_message = [list(group) for _, group in groupby(rows, key=lambda row: row.position)]
    return [
        PendingMessage(
            position=of[0].position,
            content=of[0].so_far,
            text=of[0].said or "",
            note=of[0].note,
            untrusted=(of[0].source or {}).get("forwarded_from") is not None,
            attachments=[_attachment(row) for row in of],
        )
        for of in by_message
    ]


async def same(tx: Transaction, owner: Owner, sent: Sequence[SentFile]) -> dict[str, Attachment]:
    """Return what became of the same files when the owner sent them before, by their unique ids.

    Those whose bytes were not stored are left out.
    """
    values = {**owner.columns, "unique_ids": [file.unique_id for file in sent]}
    rows = await tx.connection.execute(_SAME, values)
    return {row.unique_id: _attachment(row) for row in rows}


async def note_key(tx: Transaction, attachment: Attachment) -> None:
    """Store that a file was downloaded and kept."""
    await tx.connection.execute(_NOTE_READY, {"attachment_id": attachment.id, "key": attachment.key})


async def note_ready(tx: Transaction, attachments: Sequence[Attachment]) -> None:
    """Store what became of files."""
    rows = [
        {
            "attachment_id": it.id,
            "is_ready": True,
            "key": it.key,
            "stored_type": it.picture and it.picture.media_type,
            "width": it.picture and it.picture.width,
            "height": it.picture and it.picture.height,
            "stored_size": it.picture and it.picture.size,
            "text": it.text,
            "problem": it.problem,
        }
        for it in attachments
    ]
    if rows:
        await tx.connection.execute(_NOTE_READY, rows)


async def finish(
    tx: Transaction,
    turn_id: UUID,
    message: PendingMessage,
    *,
    content: PromptText,
    text: str,
    note: PromptText,
    pictures: Sequence[Picture],
) -> None:
    """Complete a message whose files are ready, with its content and its searchable text."""
    values = {
        "its_content": content,
        "its_text": text,
        "its_note": note,
        "its_pictures": [asdict(picture) for picture in pictures] or None,
        "its_untrusted": content.untrusted or note.untrusted or bool(pictures),
    }
    await tx.connection.execute(_FINISH, {"of_turn": turn_id, "at": message.position, **values})


async def pictures(tx: Transaction, turn_id: UUID) -> list[Picture]:
    """Return the pictures of a turn's messages so far, in order."""
    rows = await tx.connection.scalars(_PICTURES, {"of_turn": turn_id})
    return [Picture(**it) for of_message in rows for it in of_message]


async def undescribed(tx: Transaction, conversation: Conversation, before: UUID) -> list[Undescribed]:
    """Return the messages in a conversation's prompt with pictures to describe, of the turns before one, in order."""
    rows = await tx.connection.execute(_UNDESCRIBED, {**prompt_parameters(conversation), "before": before})
    return [Undescribed(row.turn_id, row.position, [Picture(**it) for it in row.pictures]) for row in rows]


async def describe(tx: Transaction, message: Undescribed, seen: str) -> None:
    """Store what a message's pictures show; nothing if the message was erased."""
    values = {"of_turn": message.turn_id, "at": message.position, "its_seen": seen}
    await tx.connection.execute(_DESCRIBE, values)


async def problems(tx: Transaction, turn_id: UUID) -> list[tuple[str, str]]:
    """Return the names of a turn's files that can't be used, empty where Telegram gave none, and why, in order."""
    rows = await tx.connection.execute(_PROBLEMS, {"of_turn": turn_id})
    return [(row.name, row.problem) for row in rows]


async def hold_speech(tx: Transaction, turn_id: UUID) -> bool:
    """Tell whether a turn answers a voice message."""
    return bool(await tx.connection.scalar(_HOLD_SPEECH, {"of_turn": turn_id}))


async def file_id(tx: Transaction, owner: Owner, key: str) -> str | None:
    """Return Telegram's id of a file that was stored, to download it again."""
    found: str | None = await tx.connection.scalar(_OF_KEY, {**owner.columns, "its_key": key})
    return found


async def in_use(tx: Transaction, bot_id: int, keys: Collection[str]) -> set[str]:
    """Return those keys of stored files that a bot's messages have."""
    used = select(AgentAttachment.key).filter_by(bot_id=bot_id).where(AgentAttachment.key.in_(keys))
    return {key for key in await tx.connection.scalars(used.distinct()) if key}


async def forget_before(tx: Transaction, bot_id: int, before: datetime) -> None:
    """Delete a bot's files from before a time; what was read of them stays in their messages."""
    old = delete(AgentAttachment).filter_by(bot_id=bot_id, is_ready=True).where(AgentAttachment.created_at < before)
    await tx.connection.execute(old)


def _attachment(row: "Row[*tuple[Any, ...]]") -> Attachment:
    picture = Picture(row.key, row.stored_type, row.width, row.height, row.stored_size) if row.width else None
    return Attachment(
        id=row.id,
        sent=SentFile(**{name: getattr(row, name) for name in _SENT}),
        is_ready=row.is_ready,
        key=row.key,
        picture=picture,
        text=row.text,
        problem=row.problem,
    )
