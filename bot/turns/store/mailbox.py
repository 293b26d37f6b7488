"""A place's mailbox: messages that wait for a turn. Works in the caller's transaction."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from operator import itemgetter
from typing import Any, Final, Self

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.values.incoming import IncomingMessage, UpdateKind

_ADAPTER: Final = TypeAdapter(IncomingMessage)

_IS_WAITING = and_(
    TelegramUpdate.bot_id == bindparam("of_bot"),
    TelegramUpdate.chat_id == bindparam("of_chat"),
    TelegramUpdate.topic_id == bindparam("of_topic"),
    TelegramUpdate.handled_at.is_(None),
)
_IS_MESSAGE = TelegramUpdate.kind == UpdateKind.MESSAGE
_IS_EDIT = TelegramUpdate.kind == UpdateKind.EDIT
_COMMAND, _EDITED = aliased(TelegramUpdate), aliased(TelegramUpdate)
_EDITS_WAITING = exists().where(
    _EDITED.bot_id == _COMMAND.bot_id,
    _EDITED.chat_id == _COMMAND.chat_id,
    _EDITED.message_id == _COMMAND.message_id,
    _EDITED.handled_at.is_(None),
    _EDITED.kind == UpdateKind.MESSAGE,
)
_IS_HELD = exists().where(
    _COMMAND.bot_id == TelegramUpdate.bot_id,
    _COMMAND.chat_id == TelegramUpdate.chat_id,
    _COMMAND.topic_id == TelegramUpdate.topic_id,
    _COMMAND.handled_at.is_(None),
    or_(_COMMAND.kind == UpdateKind.TURN_COMMAND, and_(_COMMAND.kind == UpdateKind.EDIT, ~_EDITS_WAITING)),
)


def _with_edits(messages: "Select[int, int | None]") -> ColumnElement[bool]:
    """Return the condition that an update is one of these messages (id and Telegram's message id) or an edit of one."""
    found = messages.cte()
    return or_(
        and_(_IS_MESSAGE, TelegramUpdate.id.in_(select(found.c.id))),
        and_(_IS_EDIT, TelegramUpdate.message_id.in_(select(found.c.message_id))),
    )


# Statements are built once, since building takes longer than running them.
_ALBUM = TelegramUpdate.message.op("->>")("album")
_FREE = (
    select(
        TelegramUpdate.id,
        TelegramUpdate.message_id,
        func.row_number().over(order_by=TelegramUpdate.id).label("place"),
        func.count()
        .filter(or_(TelegramUpdate.failed_attempts > 0, TelegramUpdate.message_id.is_(None)))
        .over(order_by=TelegramUpdate.id)
        .label("alone"),
        (func.first_value(_ALBUM).over(order_by=TelegramUpdate.id) == _ALBUM).label("of_first_album"),
        (_ALBUM != "").label("of_album"),
    )
    .where(_IS_WAITING, _IS_MESSAGE, ~_IS_HELD)
    .cte("free")
)
_IS_NEXT = or_(_FREE.c.alone == 0, _FREE.c.place == 1, and_(_FREE.c.of_album, _FREE.c.of_first_album))
_NEXT = (
    select(TelegramUpdate.id, TelegramUpdate.update_id, TelegramUpdate.message_id, TelegramUpdate.message)
    .where(_IS_WAITING, _with_edits(select(_FREE.c.id, _FREE.c.message_id).where(_IS_NEXT)))
    .cte("next")
)
_LEFT = select(func.count()).select_from(_FREE).where(~_IS_NEXT).scalar_subquery().label("left")
_ACKNOWLEDGE = update(TelegramUpdate).values(handled_at=bindparam("at"), payload=None, message=None)
_TAKE = _ACKNOWLEDGE.where(
    TelegramUpdate.id == _NEXT.c.id,
    TelegramUpdate.handled_at.is_(None),  # also where another process has just taken it
).returning(*_NEXT.c, _LEFT)
_PEEK = select(*_NEXT.c, _LEFT)
_BEFORE = (
    select(_COMMAND.id)
    .where(_COMMAND.bot_id == bindparam("of_bot"), _COMMAND.update_id == bindparam("command"))
    .scalar_subquery()
)
_IS_NO_TASK = TelegramUpdate.message.op("->>")("task").is_(None)
_OLDER = select(TelegramUpdate.id, TelegramUpdate.message_id).where(
    _IS_WAITING, _IS_MESSAGE, TelegramUpdate.id < _BEFORE, _IS_NO_TASK
)
_DROP = _ACKNOWLEDGE.where(_IS_WAITING, _with_edits(_OLDER)).returning(TelegramUpdate.kind)
_HOLDS_COMMAND = select(exists().where(_IS_WAITING, TelegramUpdate.kind == UpdateKind.TURN_COMMAND))
_LOCK = (
    select(TelegramUpdate.id)
    .where(_IS_WAITING, _IS_MESSAGE, TelegramUpdate.message_id == bindparam("its_message_id"))
    .with_for_update(read=True)
)


@dataclass(frozen=True, slots=True)
class TakenMessage:
    """A message from the mailbox in its last edit, or an album, and its updates.

    There are `more` if a message that failed before is taken alone, or one from Keepsake itself.
    """

    message_ids: tuple[int, ...]
    update_ids: Sequence[int]
    stored: Sequence[Any]
    more: bool

    @property
    def message_id(self) -> int:
        """Telegram's id of the last one; 0 for a message from Keepsake."""
        return self.message_ids[-1] if self.message_ids else 0

    @property
    def from_keepsake(self) -> bool:
        """Whether Keepsake itself posted it, so that it is a turn of its own."""
        return not self.message_ids

    @property
    def message(self) -> IncomingMessage:
        """The parsed message. Raises ValueError if it can't be parsed."""
        whole = reduce(IncomingMessage.with_more, map(_ADAPTER.validate_python, self.stored))
        return replace(whole, message_ids=self.message_ids)

    def with_more(self, other: Self) -> Self:
        """Return an album with another message of it."""
        update_ids, stored = [*self.update_ids, *other.update_ids], [*self.stored, *other.stored]
        message_ids = (*self.message_ids, *other.message_ids)
        return replace(self, message_ids=message_ids, update_ids=update_ids, stored=stored)


def stored(message: IncomingMessage | None) -> Any:
    """Return a message as stored."""
    return _ADAPTER.dump_python(message, mode="json") if message else None


def parsed(stored: Any) -> IncomingMessage:
    """Return a message from how it is stored."""
    return _ADAPTER.validate_python(stored)


async def take(tx: Transaction, owner: Owner, place: Place) -> list[TakenMessage]:
    """Acknowledge the waiting messages, and return them, oldest first; none while a turn command waits, or a late edit.

    A message that failed before is taken alone, with the rest of its album, so that it doesn't block others; so is one
    from Keepsake itself.
    """
    return _messages(await tx.connection.fetch(_TAKE, {**_place(owner, place), "at": datetime.now(UTC)}))


async def post(tx: Transaction, owner: Owner, place: Place, message: IncomingMessage) -> None:
    """Let a message from Keepsake itself wait for a turn of its own. Wake the place's worker once it is committed."""
    row = {
        "bot_id": owner.bot_id,
        "update_id": -1 - secrets.randbits(62),  # Telegram's are positive
        **place.columns,
        "kind": UpdateKind.MESSAGE,
        "message": stored(message),
        "received_at": datetime.now(UTC),
    }
    await tx.connection.execute(insert(TelegramUpdate), row)


async def places_with_posts(tx: Transaction, bot_id: int) -> list[Place]:
    """Return the places of a bot in which a message from Keepsake itself waits."""
    waits = (TelegramUpdate.handled_at.is_(None), TelegramUpdate.message_id.is_(None), _IS_MESSAGE)
    places = select(TelegramUpdate.chat_id, TelegramUpdate.topic_id).where(TelegramUpdate.bot_id == bot_id, *waits)
    rows = await tx.connection.execute(places.distinct())
    return [Place(row.chat_id, row.topic_id) for row in rows if row.chat_id]


async def peek(tx: Transaction, owner: Owner, place: Place) -> list[TakenMessage]:
    """Return what would be taken, without a change."""
    return _messages(await tx.connection.fetch(_PEEK, _place(owner, place)))


async def drop(tx: Transaction, owner: Owner, place: Place, *, before: int) -> int:
    """Acknowledge the messages before an update, and return their number. Tasks that are due stay."""
    values = {**_place(owner, place), "command": before, "at": datetime.now(UTC)}
    return list(await tx.connection.scalars(_DROP, values)).count(UpdateKind.MESSAGE)


async def holds(tx: Transaction, owner: Owner, place: Place, message_id: int) -> bool:
    """Tell whether a message waits, and lock it until the transaction ends."""
    found = await tx.connection.execute(_LOCK, {**_place(owner, place), "its_message_id": message_id})
    return found.first() is not None


async def holds_command(tx: Transaction, owner: Owner, place: Place) -> bool:
    """Tell whether a turn command waits."""
    return bool(await tx.connection.scalar(_HOLDS_COMMAND, _place(owner, place)))


def _place(owner: Owner, place: Place) -> dict[str, object]:
    return {"of_bot": owner.bot_id, "of_chat": place.chat_id, "of_topic": place.topic_id}


def _messages(rows: Sequence[Mapping[str, Any]]) -> list[TakenMessage]:
    """Return messages in order, each in its last edit, and those of an album as one."""
    versions: dict[int, list[Mapping[str, Any]]] = {}
    for row in sorted(rows, key=itemgetter("id")):
        versions.setdefault(row["message_id"] or row["update_id"], []).append(row)
    taken: list[TakenMessage] = []
    albums: dict[str, int] = {}
    for message_id, of_message in versions.items():
        stored, first = of_message[-1]["message"], of_message[0]
        ids = (message_id,) if first["message_id"] else ()
        message = TakenMessage(ids, [row["update_id"] for row in of_message], [stored], first["left"] > 0)
        album = stored.get("album") if isinstance(stored, dict) else None
        if album in albums:
            taken[albums[album]] = taken[albums[album]].with_more(message)
        else:
            taken.append(message)
            if album:
                albums[album] = len(taken) - 1
    return taken
