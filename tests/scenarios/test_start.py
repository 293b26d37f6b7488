"""The start when something it needs is missing or wrong."""

import asyncio
import tempfile
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.app.features import uses
from bot.telegram.help import menu
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.databases import administration
from tests.pressing import asked
from tests.process import BotProcess, Script, run

SOCKET = ".s.PGSQL.5432"
OF_14 = (
    "SET allow_system_table_mods = on; CREATE OR REPLACE FUNCTION pg_catalog.version() RETURNS text "
    "LANGUAGE sql AS $$SELECT 'PostgreSQL 14.9 on a museum piece'$$"
)
"""Lets a database say that its server is an older one."""


async def test_the_start_waits_for_telegram_and_registers_the_commands(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    telegram.fail("getMe", error_code=502, times=1)
    telegram.fail("setMyCommands", error_code=429, retry_after=1, times=1)
    telegram.fail("deleteWebhook", error_code=404, times=1)
    await bot_process.start()
    await asked(telegram, "Hello", "Echo: Hello")
    assert any("waiting for Telegram" in line for line in bot_process.log)
    await telegram.wait_for(lambda: telegram.commands)
    assert [it.command for it in telegram.commands] == [command.command for command in menu(uses())]


async def test_a_refused_token_is_named_with_the_server_that_refused_it(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    code, written = await run(cwd=tmp_path, **settings | {"TELEGRAM_BOT_TOKEN": "1000:another"})
    assert code == 2
    said = written.splitlines()[-1]
    assert said.startswith("TELEGRAM_BOT_TOKEN was refused by http://127.0.0.1:")
    assert "1000:another" not in written


async def test_a_server_that_answers_as_another_bot_ends_the_start(
    telegram: BotApi, tmp_path: Path, settings: dict[str, str]
) -> None:
    telegram.bot["id"] = 2_000
    code, written = await run(cwd=tmp_path, **settings)
    assert code == 2
    said = written.splitlines()[-1]
    assert said.startswith("TELEGRAM_BOT_TOKEN belongs to the bot 1000, but http://127.0.0.1:")
    assert said.endswith(" answers as the bot 2000. Check TELEGRAM_API_URL.")


async def test_a_start_that_waits_for_telegram_can_be_stopped(telegram: BotApi, bot_process: BotProcess) -> None:
    telegram.fail("getMe", error_code=502)
    await bot_process.launch()
    await bot_process.logged(lambda line: line.get("event") == "waiting for Telegram")
    async with asyncio.timeout(10):
        assert await bot_process.stop() == 0


@asynccontextmanager
async def refusing(place: Path, sqlstate: str, message: str) -> AsyncIterator[None]:
    """Have a server that refuses every connection, as PostgreSQL does: protocol-message-formats.html, ErrorResponse."""
    fields = "".join(f"{field}\0" for field in ("SFATAL", "VFATAL", f"C{sqlstate}", f"M{message}", "")).encode()

    async def refuse(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
        writer.write(b"E" + (4 + len(fields)).to_bytes(4) + fields)
        writer.close()

    async with await asyncio.start_unix_server(refuse, place / SOCKET):
        yield


async def let_pass(_: Statement) -> None:
    """Let a statement pass."""


async def test_the_start_waits_for_the_database(telegram: BotApi, bot_process: BotProcess, database_url: str) -> None:
    message = "the database system is starting up"
    async with PostgresProxy(database_url, let_pass) as proxy:
        await proxy.away()
        bot_process.settings["DATABASE_URL"] = proxy.url
        place = Path(str(make_url(proxy.url).query["host"]))
        async with refusing(place, "57P03", message):
            await bot_process.launch()
            await bot_process.logged(
                lambda line: line.get("event") == "waiting for the database" and message in line.get("reason", "")
            )
        (place / SOCKET).unlink(missing_ok=True)
        already = len(bot_process.log)
        await bot_process.logged(lambda line: "No such file" in line.get("reason", ""), after=already)
        assert telegram.calls == []
        await proxy.back()
        await asked(telegram, "Hello", "Echo: Hello")
        assert await bot_process.stop() == 0


async def test_a_start_that_waits_for_the_database_can_be_stopped(bot_process: BotProcess) -> None:
    bot_process.settings["DATABASE_URL"] = "postgresql://someone:hunter2@nowhere.invalid/memories"
    await bot_process.launch()
    await bot_process.logged(lambda line: line.get("event") == "waiting for the database")
    assert await bot_process.stop() == 0
    assert "hunter2" not in "".join(bot_process.log)


async def test_a_stop_does_not_wait_for_a_database_that_is_lost_meanwhile(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    model.then(Script.held("A long answer.", before=0))
    async with PostgresProxy(database_url, let_pass) as proxy:
        bot_process.settings["DATABASE_URL"] = proxy.url
        await bot_process.start()
        telegram.send_text("Hello")
        await model.server.wait_for_request(1)
        stopping = asyncio.create_task(bot_process.stop())
        await bot_process.logged(lambda line: line.get("event", "").startswith("stopping"))
        await proxy.away()
        async with asyncio.timeout(20):
            assert await stopping == 0


async def test_a_database_that_refuses_us_ends_the_start_with_its_words(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    message = 'password authentication failed for user "keepsake"'
    with tempfile.TemporaryDirectory() as folder:  # its path is short enough for a socket
        place = Path(folder)
        async with refusing(place, "28P01", message):
            url = make_url(settings["DATABASE_URL"]).set(query={"host": folder, "port": "5432"}).render_as_string()
            code, written = await run(cwd=tmp_path, **settings | {"DATABASE_URL": url})
    assert code == 2
    assert message in written.splitlines()[-1]
    assert written.splitlines()[-1].endswith("Check DATABASE_URL, and whether its server runs.")


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "The database is from a newer Keepsake"),
        ("UPDATE alembic_version SET version_num = 'bc804d8e7a18'", "The database is another program's"),
        (
            "UPDATE alembic_version SET version_num = '0041'",
            "The database is from an earlier Keepsake (revision 0041). Start Keepsake once at commit 3720ee2, ",
        ),
        (OF_14, "PostgreSQL 14.9 is too old: Keepsake needs 15 or newer"),
    ],
)
async def test_a_database_that_will_not_do_ends_the_start_with_a_sentence(
    tmp_path: Path, settings: dict[str, str], odd: str, sentence: str
) -> None:
    with administration(settings["DATABASE_URL"]) as connection:
        connection.execute(odd.encode())
    code, written = await run(cwd=tmp_path, **settings)
    assert code == 2
    assert written.splitlines()[-1].startswith(sentence)
