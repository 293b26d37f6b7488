"""/timezone: a user's reminders ring by their own clock, and the times they see are in their zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import psycopg
from psycopg.rows import TupleRow

from bot.kit.zones import zones_named
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script

TOKYO = ZoneInfo("Asia/Tokyo")


def stamp(model: Script) -> str:
    """Return the time of the newest message as the model sees it."""
    return model.heard.splitlines()[0]


async def rings(connection: psycopg.AsyncConnection[TupleRow]) -> list[tuple[str, datetime]]:
    """Return the zone of each reminder, and when it rings by that."""
    query = "SELECT zone, rings_at FROM agent_reminders ORDER BY user_id, text"
    rows = await (await connection.execute(query)).fetchall()
    return [(zone, at.astimezone(ZoneInfo(zone))) for zone, at in rows]


async def test_reminders_keep_their_time_of_day_in_another_zone(
    telegram: BotApi, model: Script, bot: BotProcess, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    await asked(telegram, "/remind tomorrow 9 call mom", "09:00")
    await asked(telegram, "/remind tomorrow 9 call mom", "09:00", user_id=2)
    assert "Time zone: Asia/Tokyo" in (await asked(telegram, "/timezone tokyo", "Time zone")).text
    (first, moved), (second, stays) = await rings(connection)
    assert (first, moved.hour, second, stays.hour) == ("Asia/Tokyo", 9, "Europe/London", 9)
    await asked(telegram, "/remind tomorrow 10 tea", "10:00")
    assert (await asked(telegram, "/timezone Nowhere", "I don't know")).text.endswith("/timezone Lisbon")
    assert (await asked(telegram, "/timezone s", "Several zones match “s”.")).text.endswith(" more")
    assert "Times are in Asia/Tokyo." in (await asked(telegram, "/reminders", "call mom")).text
    assert "Times are in Europe/London." in (await asked(telegram, "/reminders", "call mom", user_id=2)).text
    await bot.stop()
    await bot.start()
    await asked(telegram, "Hello", "Echo: Hello")
    now = datetime.now(UTC).astimezone(TOKYO)
    assert f"{now:%a %d %b %Y, %H}" in stamp(model)
    await asked(telegram, "Hi", "Echo: Hi", user_id=2)
    assert f"{now.astimezone(ZoneInfo('Europe/London')):%a %d %b %Y, %H}" in stamp(model)
    assert [(zone, at.hour) for zone, at in await rings(connection)] == [
        ("Asia/Tokyo", 9),
        ("Asia/Tokyo", 10),
        ("Europe/London", 9),
    ]


def test_a_zone_is_found_by_its_name_or_its_city() -> None:
    assert zones_named("europe/berlin") == ["Europe/Berlin"]
    assert zones_named("New York") == ["America/New_York"]
    assert [zones_named(it) for it in ("UTC", "gmt", "Etc/GMT+1")] == [["UTC"], ["Etc/GMT"], ["Etc/GMT+1"]]
    assert zones_named("GMT+1") == []  # it means the opposite of Etc/GMT+1
    assert zones_named("Sao Pau") == ["America/Sao_Paulo"]
    assert zones_named("Atlantis") == []
