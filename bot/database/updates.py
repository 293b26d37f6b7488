"""The inbox: every update that was accepted, until it is handled."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import TelegramMessage, TelegramUpdate

# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_ADD = (
    insert(TelegramUpdate)
    .on_conflict_do_nothing(index_elements=["bot_id", "update_id"])
    .returning(TelegramUpdate.update_id)
)
_UNHANDLED = (
    select(TelegramUpdate.payload)
    .where(TelegramUpdate.bot_id == bindparam("bot_id"), TelegramUpdate.handled_at.is_(None))
    .order_by(TelegramUpdate.id)
)
_HANDLED = (
    update(TelegramUpdate)
    .where(TelegramUpdate.bot_id == bindparam("of_bot"))
    .where(TelegramUpdate.update_id == func.any(bindparam("update_ids", type_=ARRAY(BigInteger))))
    .values(payload=None)
)
_MESSAGE_IDS = select(
    select(func.max(TelegramUpdate.message_id)).where(TelegramUpdate.turn_id == bindparam("turn_id")).scalar_subquery(),
    select(func.max(TelegramUpdate.message_id))
    .where(TelegramUpdate.bot_id == bindparam("bot_id"), TelegramUpdate.chat_id == bindparam("chat_id"))
    .scalar_subquery(),
)
_INSERT_SENT = insert(TelegramMessage)
_NOTE_SENT = _INSERT_SENT.on_conflict_do_update(
    index_elements=["turn_id", "attempt", "part"],
    set_={name: _INSERT_SENT.excluded[name] for name in ("message_id", "final", "sent_at")},
)
_SENT = select(TelegramMessage.part, TelegramMessage.message_id, TelegramMessage.final).where(
    TelegramMessage.turn_id == bindparam("turn_id"), TelegramMessage.attempt == bindparam("attempt")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingUpdate:
    """What the inbox keeps of an update; `problem` names the kind of error of one that can't be read."""

    update_id: int
    chat_id: int | None = None
    message_id: int | None = None
    payload: dict[str, Any] | None = None
    problem: str | None = None


class Updates:
    """The updates of one bot, in the order they came. Works in the caller's transaction."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = bot_id

    async def add(self, tx: Transaction, incoming: Sequence[IncomingUpdate]) -> set[int]:
        """Keep updates, in this order; return the ids of those that are new. One with a problem counts as handled."""
        now = datetime.now(UTC)
        rows = [
            {
                "bot_id": self._bot_id,
                "update_id": each.update_id,
                "chat_id": each.chat_id,
                "message_id": each.message_id,
                "payload": each.payload,
                "problem": each.problem,
                "received_at": now,
                "handled_at": now if each.problem else None,
            }
            for each in incoming
        ]
        return set(await tx.connection.scalars(_ADD, rows))

    async def unhandled(self, tx: Transaction) -> list[dict[str, Any]]:
        """Return the payloads of the updates that wait, in the order they came."""
        return list(await tx.connection.scalars(_UNHANDLED, {"bot_id": self._bot_id}))

    async def handled(self, tx: Transaction, update_ids: Sequence[int], *, turn_id: UUID | None = None) -> None:
        """Note that updates are done with, and of which turn they became part; their payloads go."""
        values = {"handled_at": datetime.now(UTC), "turn_id": turn_id}
        await tx.connection.execute(_HANDLED, {"of_bot": self._bot_id, "update_ids": list(update_ids), **values})

    async def message_ids(self, tx: Transaction, turn_id: UUID, chat_id: int) -> tuple[int, int]:
        """Return the ids of a turn's last message and of the chat's last message, as far as they are known."""
        values = {"turn_id": turn_id, "bot_id": self._bot_id, "chat_id": chat_id}
        of_turn, of_chat = (await tx.connection.execute(_MESSAGE_IDS, values)).one()
        return of_turn or 0, of_chat or 0


class SentMessages:
    """Which Telegram messages show the parts of which answer. Works in the caller's transaction."""

    async def note(
        self, tx: Transaction, turn_id: UUID, attempt: int, part: int, message_id: int, *, final: bool
    ) -> None:
        """Note that a message shows a part of an attempt's answer: whole, if `final`."""
        which = {"turn_id": turn_id, "attempt": attempt, "part": part}
        values = {"message_id": message_id, "final": final, "sent_at": datetime.now(UTC)}
        await tx.connection.execute(_NOTE_SENT, {**which, **values})

    async def of(self, tx: Transaction, turn_id: UUID, attempt: int) -> dict[int, tuple[int, bool]]:
        """Return what shows an attempt's answer: message id and whether it is final, by part."""
        rows = await tx.connection.execute(_SENT, {"turn_id": turn_id, "attempt": attempt})
        return {part: (message_id, final) for part, message_id, final in rows}
