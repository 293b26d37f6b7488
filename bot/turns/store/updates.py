"""The inbox: every accepted update, until it is acknowledged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    Text,
    and_,
    bindparam,
    column,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from bot.kit.errors import DatabaseUnavailable
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.turns.store import mailbox
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.values.incoming import IncomingMessage, UpdateKind

_IDS_LAST: Final = "interval '7 days'"
"""After a week without updates Telegram chooses the next id at random, and may choose one that was used before.

It keeps an update for a day (getUpdates), so an id that comes again so much later is another update's.
"""

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it. With a parameter in what it
# does about a conflict, SQLAlchemy would run this one for each row.
_INSERT = insert(TelegramUpdate)
_AS_READ: Final = ("update_id", "chat_id", "topic_id", "message_id", "kind", "payload", "problem")
_ADD = _INSERT.on_conflict_do_update(
    index_elements=["bot_id", "update_id"],
    set_={
        **{name: _INSERT.excluded[name] for name in (*_AS_READ[1:], "message", "received_at", "handled_at")},
        "id": text("DEFAULT"),
        "turn_id": text("NULL"),
        "failed_attempts": text("0"),
    },
    where=or_(
        and_(
            TelegramUpdate.handled_at.is_not(None),
            TelegramUpdate.received_at < _INSERT.excluded.received_at - text(_IDS_LAST),
        ),
        and_(
            TelegramUpdate.received_at == _INSERT.excluded.received_at,
            TelegramUpdate.handled_at.is_not_distinct_from(_INSERT.excluded.handled_at),
        ),
    ),
).returning(TelegramUpdate.update_id)
_IS_OF_BOT = TelegramUpdate.bot_id == bindparam("of_bot")
_WAITS = TelegramUpdate.handled_at.is_(None)
_IS_AMONG = TelegramUpdate.update_id == func.any(bindparam("update_ids", type_=ARRAY(BigInteger)))
_UPDATE = update(TelegramUpdate).where(_IS_OF_BOT)
_UNHANDLED = (
    select(TelegramUpdate.payload)
    .where(_IS_OF_BOT, _WAITS, TelegramUpdate.payload.is_not(None))
    .order_by(TelegramUpdate.id)
)
_ACKNOWLEDGE = _UPDATE.where(_IS_AMONG, _WAITS).values(payload=None, message=None)
_READ = (
    func.json_to_recordset(bindparam("read", type_=JSON))
    .table_valued(column("update_id", BigInteger), column("kind", Text), column("message", JSON))
    .render_derived(name="read", with_types=True)
)
_READ_ANEW = _UPDATE.where(TelegramUpdate.update_id == _READ.c.update_id, _WAITS).values(
    kind=_READ.c.kind, message=_READ.c.message
)
_FAIL = (
    _UPDATE.where(_IS_AMONG, _WAITS)
    .values(failed_attempts=TelegramUpdate.failed_attempts + 1)
    .returning(TelegramUpdate.failed_attempts)
)
_MARK_DEAD = _UPDATE.where(_IS_AMONG).values(message=None)
_OLDEST = aliased(TelegramUpdate)
_RUNNING = (
    func.unnest(bindparam("chat_ids", type_=ARRAY(BigInteger)), bindparam("topic_ids", type_=ARRAY(BigInteger)))
    .table_valued(column("chat_id", BigInteger), column("topic_id", BigInteger))
    .render_derived(name="running")
)
_TAKE_UP = (
    update(TelegramUpdate)
    .where(
        TelegramUpdate.id.in_(
            select(func.min(_OLDEST.id))
            .where(
                _OLDEST.bot_id == bindparam("of_bot"),
                _OLDEST.handled_at.is_(None),
                tuple_(_OLDEST.chat_id, _OLDEST.topic_id).not_in(select(_RUNNING.c.chat_id, _RUNNING.c.topic_id)),
            )
            .group_by(_OLDEST.chat_id, _OLDEST.topic_id)
        )
    )
    .values(failed_attempts=TelegramUpdate.failed_attempts + bindparam("more"))
    .returning(
        *(TelegramUpdate.update_id, TelegramUpdate.chat_id, TelegramUpdate.topic_id),
        *(TelegramUpdate.message_id, TelegramUpdate.failed_attempts),
    )
)
_RESET_ATTEMPTS = _UPDATE.where(_WAITS, TelegramUpdate.failed_attempts > 0).values(failed_attempts=0)
_RECEIVED_AT = select(TelegramUpdate.received_at).where(_IS_OF_BOT, TelegramUpdate.update_id == bindparam("update_id"))
_MESSAGE_IDS = select(
    select(func.max(TelegramUpdate.message_id)).where(TelegramUpdate.turn_id == bindparam("turn_id")).scalar_subquery(),
    select(func.max(TelegramUpdate.message_id))
    .where(
        _IS_OF_BOT,
        TelegramUpdate.chat_id == bindparam("chat_id"),
        TelegramUpdate.topic_id == bindparam("topic_id"),
    )
    .scalar_subquery(),
)
MOST_ATTEMPTS: Final = 10
"""Failed attempts at an update or a turn before it is a dead letter; the process dying over it counts as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingUpdate:
    """An update as stored in the inbox; `problem` is the kind of error of an unreadable one.

    `message` is the content of a message or an edit.
    """

    update_id: int
    chat_id: int | None = None
    topic_id: int = 0
    message_id: int | None = None
    kind: UpdateKind = UpdateKind.OTHER
    message: IncomingMessage | None = None
    payload: dict[str, Any] | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FatalUpdate:
    """An update at which too many attempts have failed."""

    update_id: int
    place: Place
    message_id: int | None


class AlreadyAcknowledged(DatabaseUnavailable):
    """An update is acknowledged already: its transaction was committed although the connection broke."""


class Updates:
    """The updates of one bot, in order of arrival. Works in the caller's transaction."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = bot_id

    async def add(self, tx: Transaction, incoming: Sequence[IncomingUpdate], received_at: datetime) -> set[int]:
        """Store updates in this order, and return the ids of new ones. One with a problem counts as handled.

        Those stored at this very time count as new while they wait, since an earlier call may have failed after it.
        """
        rows = [
            {
                **{name: getattr(each, name) for name in _AS_READ},
                "bot_id": self._bot_id,
                "message": None if each.problem else mailbox.stored(each.message),
                "received_at": received_at,
                "handled_at": received_at if each.problem else None,
            }
            for each in incoming
        ]
        if len(rows) == 1:
            return {row["update_id"] for row in await tx.connection.fetch(_ADD, rows)}
        return set(await tx.connection.scalars(_ADD, rows))  # in one statement

    async def unhandled(self, tx: Transaction) -> list[dict[str, Any]]:
        """Return the payloads of waiting updates in order. Messages from Keepsake itself have none."""
        return list(await tx.connection.scalars(_UNHANDLED, {"of_bot": self._bot_id}))

    async def read_anew(self, tx: Transaction, waiting: Sequence[IncomingUpdate]) -> None:
        """Store waiting updates as this release reads them."""
        read = [{"update_id": it.update_id, "kind": it.kind, "message": mailbox.stored(it.message)} for it in waiting]
        await tx.connection.execute(_READ_ANEW, {"of_bot": self._bot_id, "read": read})

    async def acknowledge(self, tx: Transaction, update_ids: Sequence[int]) -> None:
        """Acknowledge updates and drop their payloads.

        Raises AlreadyAcknowledged if one of them is, so that nothing happens twice.
        """
        values = {"handled_at": datetime.now(UTC)}
        done = await tx.connection.execute(_ACKNOWLEDGE, {**self._among(update_ids), **values})
        if done.rowcount < len(update_ids):
            raise AlreadyAcknowledged

    async def fail(self, tx: Transaction, update_ids: Sequence[int]) -> int:
        """Count a failed attempt at updates; return the largest total. Raises AlreadyAcknowledged."""
        attempts = list(await tx.connection.scalars(_FAIL, self._among(update_ids)))
        if not attempts:
            raise AlreadyAcknowledged
        return max(attempts)

    async def mark_dead(self, tx: Transaction, update_ids: Sequence[int], problem: str) -> None:
        """Turn updates into dead letters: acknowledge them, and keep their payloads with their problem."""
        values = {"problem": problem, "handled_at": datetime.now(UTC)}
        await tx.connection.execute(_MARK_DEAD, {**self._among(update_ids), **values})

    async def take_up(self, tx: Transaction, running: Sequence[Place], *, after_death: bool) -> list[FatalUpdate]:
        """Return updates that failed too often; `after_death` counts a failed attempt at what the process was handling.

        That is the first waiting update of each place without a `running` turn.
        """
        but_of = {"chat_ids": [it.chat_id for it in running], "topic_ids": [it.topic_id for it in running]}
        values = {"of_bot": self._bot_id, **but_of, "more": int(after_death)}
        rows = await tx.connection.execute(_TAKE_UP, values)
        return [
            FatalUpdate(update_id=row.update_id, place=Place(row.chat_id, row.topic_id), message_id=row.message_id)
            for row in rows
            if row.failed_attempts >= MOST_ATTEMPTS and row.chat_id is not None
        ]

    async def reset_attempts(self, tx: Transaction) -> None:
        """Reset the attempts at waiting updates, since the process ends in order."""
        await tx.connection.execute(_RESET_ATTEMPTS, {"of_bot": self._bot_id})

    async def received_at(self, tx: Transaction, update_id: int) -> datetime:
        """Return the time at which a stored update's batch was received."""
        values = {"of_bot": self._bot_id, "update_id": update_id}
        return (await tx.connection.execute(_RECEIVED_AT, values)).scalar_one()

    async def message_ids(self, tx: Transaction, turn_id: UUID, place: Place) -> tuple[int, int]:
        """Return the ids of a turn's last message and of the place's last message, 0 if unknown."""
        values = {"turn_id": turn_id, "of_bot": self._bot_id, **place.columns}
        of_turn, of_place = (await tx.connection.execute(_MESSAGE_IDS, values)).one()
        return of_turn or 0, of_place or 0

    def _among(self, update_ids: Sequence[int]) -> dict[str, object]:
        return {"of_bot": self._bot_id, "update_ids": list(update_ids)}
