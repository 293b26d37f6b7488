"""Rings that wait for Telegram: they say how late they are when they are sent, and the newest stands for the others."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.telegram.reminders.ringing import sent_at
from bot.telegram.texts import Text
from bot.values.place import Place

PLACE, NOW = Place(1), datetime(2027, 3, 1, 12, tzinfo=UTC)
outbox = Outbox(1000)


async def sent_after(database: Database, *rings: tuple[str, int, int]) -> list[str]:
    """Return what is sent at noon of some rings: the hours they are for and came at, and how many they missed."""
    messages = [
        {
            "content": "⏰ pills",
            "reminder_id": "abcdefgh",
            "about": of,
            "due_at": NOW.replace(hour=at),
            "missed": missed,
        }
        for of, at, missed in rings
    ]
    async with database.transaction() as tx:
        await outbox.add(tx, PLACE, messages)
    async with database.transaction() as tx:
        is_merged = await outbox.merge_rings(tx, PLACE, await outbox.waiting(tx, PLACE))
        waiting = await outbox.waiting(tx, PLACE)
    assert is_merged == (len(rings) > 1)
    parts = [sent_at(NOW + timedelta(minutes=1), it.columns) for it in waiting]
    return [it.text for it in parts if isinstance(it, Text)]


@pytest.mark.parametrize(
    ("rings", "sent"),
    [
        ([("12", 12, 0)], "⏰ pills"),
        ([("9", 9, 4), ("11", 11, 1)], "⏰ pills; 1 hour late; 6 earlier times missed"),
        ([("8", 8, 0), ("9", 9, 0), ("9", 10, 0)], "⏰ pills; 3 hours late; 1 earlier time missed"),
    ],
)
async def test_the_newest_ring_that_waits_stands_for_the_others(
    database: Database, rings: list[tuple[str, int, int]], sent: str
) -> None:
    assert await sent_after(database, *rings) == [sent]
