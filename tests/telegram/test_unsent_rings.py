"""Rings that wait for Telegram: they say how late they are when they are sent, and the newest stands for the others."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.kit.place import Place
from bot.store.engine import Database
from bot.telegram.texts import Dated, Text, columns_of, part_of
from bot.turns.store.outbox import Outbox

PLACE, NOW = Place(1), datetime(2027, 3, 1, 12, tzinfo=UTC)
outbox = Outbox(1000)


async def sent_after(database: Database, *rings: tuple[str, int, int]) -> list[str]:
    """Return what is sent at noon of some rings: the hours they are for and came at, and how many they missed."""
    dated = [
        Dated(Text(f"⏰ {what}", about=f"remind:{what}:{of}"), NOW.replace(hour=at), missed)
        for what, (of, at, missed) in [*(("pills", it) for it in rings), ("tea", ("12", 12, 0))]
    ]
    async with database.transaction() as tx:
        await outbox.add(tx, PLACE, columns_of(dated))
    async with database.transaction() as tx:
        is_merged = await outbox.merge_dated(tx, PLACE)
        parts = [part_of(it.columns) for it in await outbox.waiting(tx, PLACE)]
    assert is_merged == (len(rings) > 1)
    return [it.at(NOW + timedelta(minutes=1)).text for it in parts if isinstance(it, Dated)]


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
    assert await sent_after(database, *rings) == [sent, "⏰ tea"]
