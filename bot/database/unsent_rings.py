"""Rings that could not be sent yet: of one reminder, the newest takes the place of the others."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from bot.database.engine import Transaction
from bot.database.tables import TelegramMessage
from bot.values.place import Place

_RINGS = (
    select(
        *(TelegramMessage.id, TelegramMessage.reminder_id, TelegramMessage.about),
        *(TelegramMessage.due_at, TelegramMessage.missed),
    )
    .where(
        TelegramMessage.bot_id == bindparam("of_bot"),
        TelegramMessage.is_in_place(),
        TelegramMessage.state == "waiting",
        TelegramMessage.reminder_id.in_(bindparam("reminder_ids", expanding=True)),
    )
    .order_by(TelegramMessage.id)
)
_REPLACED = delete(TelegramMessage).where(TelegramMessage.id.in_(bindparam("ids", expanding=True)))
_NEWEST = update(TelegramMessage).where(TelegramMessage.id == bindparam("which"))


async def merge(tx: Transaction, bot_id: int, place: Place, reminder_ids: Collection[str]) -> bool:
    """Delete all but the newest waiting ring of each of some reminders in a place; False if there was but one of each.

    That one counts the times of the others as missed. Of several rings for one time, it is as late as the first.
    """
    by_reminder = defaultdict[str, list[Any]](list)
    of = {"of_bot": bot_id, **place.columns, "reminder_ids": list(reminder_ids)}
    for ring in await tx.connection.execute(_RINGS, of):
        by_reminder[ring.reminder_id].append(ring)
    several = [rings for rings in by_reminder.values() if len(rings) > 1]
    for rings in several:
        newest = rings[-1]
        missed = sum(it.missed for it in rings) + len({it.about for it in rings}) - 1
        due_at = min(it.due_at for it in rings if it.about == newest.about)
        await tx.connection.execute(_REPLACED, {"ids": [it.id for it in rings[:-1]]})
        await tx.connection.execute(_NEWEST.values(missed=missed, due_at=due_at), {"which": newest.id})
    return bool(several)
