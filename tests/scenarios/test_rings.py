"""Rings arrive whatever happens, each once: kills, copies, outages, times while the bot was off."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.pressing import asked
from tests.process import BotProcess

MANY = 60


def rings(telegram: BotApi, text: str = "⏰ errand 1\n") -> list[str]:
    return [it.text for it in telegram.messages() if it.from_bot and it.text.startswith(text)]


@pytest.mark.parametrize("what", ["INSERT INTO telegram_messages", "COMMIT"])
async def test_a_ring_arrives_once_though_the_bot_is_killed_after_what_stores_it(
    settings: dict[str, str], telegram: BotApi, known: BotProcess, remind: Callable[..., Awaitable[None]], what: str
) -> None:
    killed = asyncio.Event()

    async def kill(statement: Statement) -> None:
        rings_now = any("FOR UPDATE SKIP LOCKED" in sql for sql in (*statement.transaction, statement.sql))
        if rings_now and statement.sql.startswith(what) and statement.done and not killed.is_set():
            killed.set()
            await bot.kill()
            raise Lost

    await remind(ago=timedelta(days=3, hours=1), rule="FREQ=DAILY")
    async with PostgresProxy(settings["DATABASE_URL"], kill) as proxy:
        bot = known
        bot.settings["DATABASE_URL"] = proxy.url
        await bot.launch()
        await killed.wait()
        await proxy.quiet()
        await bot.start()
        await telegram.wait_for(lambda: rings(telegram))
        await asked(telegram, "And now?", "Echo: And now?")
        await bot.stop()
    (ring,) = rings(telegram)
    assert "; 1 hour late; 3 earlier times missed" in ring


@pytest.fixture
def next_hour(telegram: BotApi, connection: psycopg.AsyncConnection[TupleRow]) -> Callable[[int], Awaitable[None]]:
    """What lets an hour pass for an hourly reminder, and waits until it has rung so many times more."""

    async def until_it_rang() -> None:
        is_due = "SELECT FROM agent_reminders WHERE text = 'errand 1' AND rings_at < now()"
        async with asyncio.timeout(30):
            while (await connection.execute(is_due)).rowcount:  # noqa: ASYNC110 - the database alone can tell
                await asyncio.sleep(0.05)

    async def next_hour(rings: int) -> None:
        await until_it_rang()
        for number in range(rings):
            await connection.execute(
                "UPDATE agent_reminders SET wall = wall - interval '59 minutes',"
                " rings_at = rings_at - interval '59 minutes' WHERE text = 'errand 1'"
            )
            telegram.send_text(f"/remind in 1 hour tea {number}")  # which has the times looked at
            await until_it_rang()

    return next_hour


async def test_what_could_not_be_sent_comes_as_one_message_that_says_how_late_and_how_many(
    telegram: BotApi,
    known: BotProcess,
    remind: Callable[..., Awaitable[None]],
    next_hour: Callable[[int], Awaitable[None]],
    connection: psycopg.AsyncConnection[TupleRow],
) -> None:
    telegram.drop("sendMessage")
    await remind(ago=timedelta(minutes=65), rule="FREQ=HOURLY")
    await known.start()
    await next_hour(2)
    telegram.heal()
    ring = await telegram.bot_message("⏰ errand 1\n")
    assert re.search(r"every hour; \d minutes late; 3 earlier times missed$", ring.text)
    await asked(telegram, "And now?", "Echo: And now?")
    assert len(rings(telegram)) == 1
    await known.stop()
    kept = await connection.execute(
        "SELECT state, message_id FROM telegram_messages WHERE about LIKE 'remind:00000001:%'"
    )
    assert await kept.fetchall() == [("sent", ring.message_id)]


async def test_many_due_at_once_ring_once_each_while_the_chat_is_answered(
    telegram: BotApi, known: BotProcess, remind: Callable[..., Awaitable[None]]
) -> None:
    bot = known
    await remind(ago=timedelta(minutes=1), number=MANY)
    await bot.start()
    await telegram.bot_message("⏰ errand")
    await asked(telegram, "Are you there?", "Echo: Are you there?")
    before = len(rings(telegram, "⏰ errand"))
    await telegram.wait_for(lambda: len(rings(telegram, "⏰ errand")) == MANY)
    assert len(set(rings(telegram, "⏰ errand"))) == MANY
    assert before < MANY
