"""A read-only database, such as a standby or one with a full disk, counts as unavailable: no update is acknowledged."""

from psycopg import sql
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import BotProcess


async def test_what_comes_while_the_database_takes_no_writes_is_answered_once_it_does(
    telegram: BotApi, bot: BotProcess, server_url: str, database_url: str
) -> None:
    telegram.send_text("Hello")
    await bot.answered(1)
    take_writes(server_url, database_url, setting="on")
    telegram.send_text("Are you there?")
    already = len(bot.log)
    await bot.logged(lambda line: line.get("event") == "waiting for the database", after=already)
    assert len(telegram.pending_updates) == 1
    take_writes(server_url, database_url, setting="off")
    await telegram.bot_message("Echo: Are you there?")
    await bot.answered(2)
    assert [it.text for it in telegram.messages() if it.from_bot] == ["Echo: Hello", "Echo: Are you there?"]
    with administration(database_url) as connection:
        kept = connection.execute("SELECT problem, failed_attempts FROM telegram_updates").fetchall()
        taken = connection.execute("SELECT state, failed_attempts FROM agent_turns").fetchall()
    assert kept == [(None, 0)] * 2
    assert taken == [("answered", 0)] * 2


def take_writes(server_url: str, database_url: str, *, setting: str) -> None:
    """Let a database be read-only or not, also for the sessions that there are."""
    name = make_url(database_url).database or ""
    with administration(server_url) as connection:
        connection.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}").format(
                sql.Identifier(name), sql.SQL("on" if setting == "on" else "off")
            )
        )
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
