"""How the start goes when what it needs is not there yet, or wrong."""

import asyncio
from pathlib import Path

from bot.practice.telegram.bot_api import BotApi
from tests.process import BotProcess, run


async def test_the_start_waits_for_telegram(telegram: BotApi, bot_process: BotProcess) -> None:
    telegram.fail("getMe", error_code=502, times=1)
    await bot_process.start()
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert any("waiting for Telegram" in line for line in bot_process.log)


async def test_a_refused_token_is_named_with_the_server_that_refused_it(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    code, written = await run(cwd=tmp_path, **settings | {"TELEGRAM_BOT_TOKEN": "1000:another"})
    assert code == 2
    said = written.splitlines()[-1]
    assert said.startswith("TELEGRAM_BOT_TOKEN was refused by http://127.0.0.1:")
    assert "1000:another" not in written


async def test_the_commands_are_registered(telegram: BotApi, bot: BotProcess) -> None:
    assert bot.pid
    assert {it.command for it in telegram.commands} == {"start", "help", "new", "stop", "retry", "memory"}


async def test_the_start_ends_when_it_is_told_to_while_it_waits(telegram: BotApi, bot_process: BotProcess) -> None:
    telegram.fail("getMe", error_code=502)
    await bot_process.launch()
    await bot_process.logged(lambda line: line.get("event") == "waiting for Telegram")
    async with asyncio.timeout(10):
        assert await bot_process.stop() == 0
