"""A copy of a bot that shares its chats with others."""

import asyncio

from bot.database.copies import ChatLocks, shared
from bot.database.engine import Database
from practice.telegram.bot_api import BotApi
from tests.acting import acting_bot
from tests.process import Script

HOST = "keepsake.example.org"
BOT = 1000


async def test_it_lets_an_idle_chat_go_and_takes_it_again(
    settings: dict[str, str], telegram: BotApi, model: Script, database: Database
) -> None:
    telegram.webhooks.hosts = {HOST: "http://127.0.0.1:9"}  # nobody is there: the test posts itself
    by_webhook = {**settings, "WEBHOOK_URL": f"https://{HOST}/telegram", "SHARE_CHATS": "true"}
    async with (
        shared(database.url, BOT, idle_seconds=0) as locks,
        shared(database.url, BOT) as others,
        acting_bot(by_webhook, database, model.url, locks) as bot,
    ):
        for words in ("Hello", "Hello again"):
            telegram.send_text(words)
            assert await bot.take(telegram.pending_updates[-1])
            await telegram.bot_message(f"Echo: {words}")
            await taken(others)
            assert locks.working == set()
            await others.let_go(1)


async def taken(locks: ChatLocks) -> None:
    """Wait until the chat can be taken, of which nobody is told."""
    async with asyncio.timeout(60):
        while True:
            if await locks.take([1]):
                return
            await asyncio.sleep(0.05)
