"""Shared by scenarios: reminders and tasks that are due as the bot starts, and programs that use its API."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.rows import TupleRow
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, free_port, run

INSERT = """
    INSERT INTO agent_reminders (id, bot_id, user_id, text, wall, zone, rule, state, rings_at, is_task, created_at)
    SELECT lpad(n::text, 8, '0'), 1000, 1, 'errand ' || n, %(at)s AT TIME ZONE 'UTC', 'UTC', %(rule)s, 'active', %(at)s,
        %(is_task)s, now()
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
    """What stores some reminders or tasks, due since a time."""

    async def remind(*, ago: timedelta = timedelta(), rule: str = "", number: int = 1, is_task: bool = False) -> None:
        at = datetime.now(UTC).replace(microsecond=0) - ago
        values = {"at": at, "rule": rule, "number": number, "is_task": is_task}
        await connection.execute(INSERT, values)

    return remind


@pytest.fixture
async def known(telegram: BotApi, bot: BotProcess) -> BotProcess:
    """The bot, stopped after its user wrote to it: before, it could not write to them."""
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.stop()
    return bot


@pytest.fixture
async def api_url(bot_process: BotProcess) -> str:
    """The address of the API of a running bot."""
    port = free_port()
    bot_process.settings["API_PORT"] = str(port)
    await bot_process.start()
    return f"http://127.0.0.1:{port}"


@pytest.fixture
async def reader(api_url: str, settings: dict[str, str], tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A program that may read what is the first user's, at a running bot."""
    _, said = await run("token", "add", "Page", "--read-only", "--user", "1", cwd=tmp_path, **settings)
    headers = {"Authorization": f"Bearer {said.splitlines()[-1]}"}
    async with httpx.AsyncClient(base_url=api_url, headers=headers) as http:
        yield http
