"""Two copies of a bot on one database: one of them works, and the other one takes over."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from bot.store.bot_lock import LOCK_CLASS, lock_key
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, said
from tests.scenarios.test_stopping import ANSWER, BEGINNING, answers, ending_after
from tests.shown import shown

WAITS = "waiting for another Keepsake with this bot token and database to stop"
KEYS = [LOCK_CLASS, lock_key(1000)]
LOCKS = (
    "SELECT pid FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND classid = %s ORDER BY granted"
)


@pytest.fixture
async def second(tmp_path: Path, settings: dict[str, str]) -> AsyncIterator[BotProcess]:
    """Another copy of the bot, ready to be started."""
    process = BotProcess(tmp_path, settings)
    yield process
    await process.stop()


def event(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda line: line.get("event") == name


async def test_the_second_waits_and_takes_over_when_the_first_is_killed(
    telegram: BotApi, model: Script, bot: BotProcess, second: BotProcess, database_url: str
) -> None:
    await second.launch()
    await second.logged(event(WAITS))
    assert await second.stop() == 0
    await second.launch()
    await second.logged(event(WAITS))
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    begun = await shown(telegram, BEGINNING, database_url)
    assert [call.method for call in telegram.calls].count("getMe") == 1  # the second has not asked for anything

    model.then(ANSWER)
    await bot.kill()
    telegram.send_text("Two")
    await second.logged(event("running"))
    await second.answered(1)
    await telegram.bot_message("Echo: Two")
    assert answers(telegram) == [ANSWER, "Echo: Two"]
    ended = telegram.message(1, begun)
    assert ended
    assert ended.text == ANSWER
    assert [said(it.request)[-1] for it in model.requests] == ["One", "One", "Two"]


async def test_a_copy_that_loses_its_lock_stops_at_once_and_continues_when_the_lock_is_free(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    await shown(telegram, BEGINNING, database_url)
    # Whoever waits in the lock has it before the bot can try again.
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    connect = psycopg.AsyncConnection.connect
    async with await connect(plain, autocommit=True) as connection, await connect(plain, autocommit=True) as rival:
        taking = asyncio.create_task(rival.execute("SELECT pg_advisory_lock(%s::int, %s::int)", KEYS))
        while len(pids := await (await connection.execute(LOCKS, KEYS[:1])).fetchall()) < 2:
            pass
        await connection.execute("SELECT pg_terminate_backend(%s)", pids[1])
        await taking
        await bot.logged(event("waiting for the database"))
        calls = len(telegram.calls)
        await telegram.wait_for(lambda: all(call.outcome for call in telegram.calls))
        telegram.send_text("Two")
        await bot.logged(event(WAITS))
        model.then(ANSWER)
        assert len(telegram.calls) == calls
        assert len(model.requests) == 1

    await telegram.bot_message("Echo: Two")
    await bot.answered(2)
    assert telegram.calls[calls].method == "getMe"
    assert answers(telegram) == [ANSWER, "Echo: Two"]
