"""The inbox: every update that was accepted, until it is handled."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import TelegramMessage, TelegramUpdate


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
        added = await tx.connection.scalars(
            insert(TelegramUpdate)
            .values(rows)
            .on_conflict_do_nothing(index_elements=["bot_id", "update_id"])
            .returning(TelegramUpdate.update_id)
        )
        return set(added)

    async def unhandled(self, tx: Transaction) -> list[dict[str, Any]]:
        """Return the payloads of the updates that wait, in the order they came."""
        rows = await tx.connection.scalars(
            select(TelegramUpdate.payload)
            .where(TelegramUpdate.bot_id == self._bot_id, TelegramUpdate.handled_at.is_(None))
            .order_by(TelegramUpdate.id)
        )
        return list(rows)

    async def handled(self, tx: Transaction, update_ids: Sequence[int], *, turn_id: UUID | None = None) -> None:
        """Note that updates are done with, and of which turn they became part; their payloads go."""
        await tx.connection.execute(
            update(TelegramUpdate)
            .where(TelegramUpdate.bot_id == self._bot_id, TelegramUpdate.update_id.in_(update_ids))
            .values(handled_at=datetime.now(UTC), payload=None, turn_id=turn_id)
        )

    async def message_ids(self, tx: Transaction, turn_id: UUID, chat_id: int) -> tuple[int, int]:
        """Return the ids of a turn's last message and of the chat's last message, as far as they are known."""
        of_turn = select(func.max(TelegramUpdate.message_id)).where(TelegramUpdate.turn_id == turn_id)
        of_chat = select(func.max(TelegramUpdate.message_id)).where(
            TelegramUpdate.bot_id == self._bot_id, TelegramUpdate.chat_id == chat_id
        )
        row = (await tx.connection.execute(select(of_turn.scalar_subquery(), of_chat.scalar_subquery()))).one()
        return row[0] or 0, row[1] or 0


class SentMessages:
    """Which Telegram messages show the parts of which answer. Works in the caller's transaction."""

    async def note(
        self, tx: Transaction, turn_id: UUID, attempt: int, part: int, message_id: int, *, final: bool
    ) -> None:
        """Note that a message shows a part of an attempt's answer: whole, if `final`."""
        values = {"message_id": message_id, "final": final, "sent_at": datetime.now(UTC)}
        await tx.connection.execute(
            insert(TelegramMessage)
            .values(turn_id=turn_id, attempt=attempt, part=part, **values)
            .on_conflict_do_update(index_elements=["turn_id", "attempt", "part"], set_=values)
        )

    async def of(self, tx: Transaction, turn_id: UUID, attempt: int) -> dict[int, tuple[int, bool]]:
        """Return what shows an attempt's answer: message id and whether it is final, by part."""
        rows = await tx.connection.execute(
            select(TelegramMessage.part, TelegramMessage.message_id, TelegramMessage.final).where(
                TelegramMessage.turn_id == turn_id, TelegramMessage.attempt == attempt
            )
        )
        return {part: (message_id, final) for part, message_id, final in rows}
