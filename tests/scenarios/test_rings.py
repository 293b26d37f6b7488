"""Rings arrive whatever happens, each once: kills, copies, outages, times while the bot was off."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import TupleRow
from sqlalchemy import make_url

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.process import BotProcess

INSERT = """
    INSERT INTO agent_reminders (id, bot_id, user_id, text, wall, zone, rule, state, rings_at, created_at)
    SELECT lpad(n::text, 8, '0'), 1000, 1, 'errand ' || n, %(at)s AT TIME ZONE 'UTC', 'UTC', %(rule)s, 'active', %(at)s,
        now()
    FROM generate_series(1, %(number)s) AS n
"""


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[psycopg.AsyncConnection[TupleRow]]:
    """A connection of the test's own."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        yield connection


@pytest.fixture
async def remind(
    connection: psycopg.AsyncConnection[TupleRow],
) -> Callable[..., Awaitable[None]]:
    """What stores some reminders, due since a time."""

    async def remind(*, ago: timedelta = timedelta(), rule: str = "", number: int = 1) -> None:
        at = datetime.now(UTC).replace(microsecond=0) - ago
        await connection.execute(INSERT, {"at": at, "rule": rule, "number": number})

    return remind


@pytest.fixture
async def known(telegram: BotApi, bot: BotProcess) -> BotProcess:
    """The bot, stopped after its user wrote to it: before, it could not write to them."""
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.stop()
    return bot


def rings(telegram: BotApi, text: str = "⏰ errand 1\n") -> list[str]:
    return [it.text for it in telegram.messages() if it.from_bot and it.text.startswith(text)]


@pytest.mark.parametrize(("after_effect", "copies"), [(False, 1), (True, 2)])
async def test_a_ring_arrives_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi,
    known: BotProcess,
    remind: Callable[..., Awaitable[None]],
    *,
    after_effect: bool,
    copies: int,
) -> None:
    bot, killed = known, asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    telegram.add_fault(Fault(method="sendMessage", callback=kill, error=Dropped(), times=1, after_effect=after_effect))
    await remind()
    await bot.launch()
    await killed.wait()
    await bot.start()
    await telegram.wait_for(lambda: len(rings(telegram)) == copies)
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert len(rings(telegram)) == copies


@pytest.mark.parametrize("rule", ["", "FREQ=DAILY"])
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("what", ["UPDATE agent_reminders", "INSERT INTO telegram_messages", "COMMIT"])
async def test_a_ring_arrives_once_though_the_bot_is_killed_around_what_stores_it(
    settings: dict[str, str],
    telegram: BotApi,
    known: BotProcess,
    remind: Callable[..., Awaitable[None]],
    what: str,
    rule: str,
    *,
    done: bool,
) -> None:
    killed = asyncio.Event()

    async def kill(statement: Statement) -> None:
        rings_now = any("FOR UPDATE SKIP LOCKED" in sql for sql in (*statement.transaction, statement.sql))
        if rings_now and statement.sql.startswith(what) and statement.done == done and not killed.is_set():
            killed.set()
            await bot.kill()
            raise Lost

    await remind(ago=timedelta(hours=3), rule=rule)
    async with PostgresProxy(settings["DATABASE_URL"], kill) as proxy:
        bot = known
        bot.settings["DATABASE_URL"] = proxy.url
        await bot.launch()
        await killed.wait()
        await proxy.quiet()
        await bot.start()
        await telegram.wait_for(lambda: rings(telegram))
        telegram.send_text("And now?")
        await telegram.bot_message("Echo: And now?")
        await bot.stop()
    (ring,) = rings(telegram)
    assert "3 hours late, because I was off" in ring


async def test_what_was_missed_in_a_day_off_comes_once_and_says_how_late(
    telegram: BotApi, known: BotProcess, remind: Callable[..., Awaitable[None]]
) -> None:
    bot = known
    await remind(ago=timedelta(days=3, hours=1), rule="FREQ=DAILY")
    await bot.start()
    ring = await telegram.bot_message("⏰ errand 1\n")
    assert "1 hour late, because I was off; 3 earlier times missed" in ring.text
    await bot.stop()
    await bot.start()
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert len(rings(telegram)) == 1


async def test_a_ring_waits_for_a_database_that_comes_back(
    tmp_path: Path, settings: dict[str, str], telegram: BotApi
) -> None:
    async def nothing(_: Statement) -> None:
        """Let all pass."""

    async with PostgresProxy(settings["DATABASE_URL"], nothing) as proxy:
        bot = BotProcess(tmp_path, {**settings, "DATABASE_URL": proxy.url})
        await bot.start()
        sent = telegram.send_text("/remind in 2 seconds stretch")
        await telegram.bot_message("stretch", after=sent)
        await proxy.away()
        await asyncio.sleep(3)
        await proxy.back()
        assert await telegram.bot_message("⏰ stretch\n")
        telegram.send_text("And now?")
        await telegram.bot_message("Echo: And now?")
        assert len(rings(telegram, "⏰ stretch\n")) == 1
        await bot.kill()


async def test_of_two_copies_one_rings(
    tmp_path: Path,
    settings: dict[str, str],
    telegram: BotApi,
    bot: BotProcess,
    remind: Callable[..., Awaitable[None]],
) -> None:
    second = BotProcess(tmp_path, settings)
    await second.launch()
    await second.logged(lambda line: str(line.get("event")).startswith("waiting for the other Keepsake"))
    sent = telegram.send_text("/remind in 1 seconds stretch")
    assert await telegram.bot_message("⏰ stretch\n", after=sent)
    await remind(ago=timedelta(minutes=5))
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.answered(1)
    await bot.kill()
    assert await telegram.bot_message("⏰ errand 1\n")
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert (len(rings(telegram)), len(rings(telegram, "⏰ stretch\n"))) == (1, 1)
    await second.stop()


async def test_many_due_at_once_ring_once_each_while_the_chat_is_answered(
    telegram: BotApi, known: BotProcess, remind: Callable[..., Awaitable[None]]
) -> None:
    bot = known
    await remind(ago=timedelta(minutes=1), number=600)
    await bot.start()
    await telegram.bot_message("⏰ errand")
    telegram.send_text("Are you there?")
    await telegram.bot_message("Echo: Are you there?")
    before = len(rings(telegram, "⏰ errand"))
    await telegram.wait_for(lambda: len(rings(telegram, "⏰ errand")) == 600)
    assert len(set(rings(telegram, "⏰ errand"))) == 600
    assert before < 600
