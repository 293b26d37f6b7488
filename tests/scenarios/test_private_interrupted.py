"""A private chat ends completely and once, even if the bot is killed or loses its database at that moment."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.chat.private_chat import PRIVATE_OVER
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.process import BotProcess, Script
from tests.scenarios.test_private import SHORT, nothing_kept_soon, whisper

_ERASES = "DELETE FROM agent_conversations"


class Interruption:
    """Loses the connection, and perhaps kills the bot, at the commit that erases a conversation, or after it."""

    def __init__(self) -> None:
        self.bot: BotProcess | None = None
        self.at_done = False
        self.is_due = True
        self.came = asyncio.Event()

    async def __call__(self, statement: Statement) -> None:
        """Let a statement pass, or interrupt it; once."""
        erases = any(sql.startswith(_ERASES) for sql in statement.transaction)
        if not self.is_due or statement.sql != "COMMIT" or not erases or statement.done is not self.at_done:
            return
        self.is_due = False
        if self.bot:
            await self.bot.kill()
        self.came.set()
        raise Lost


@pytest.fixture
def interruption() -> Interruption:
    """What happens as a conversation is erased."""
    return Interruption()


@pytest.fixture
async def interrupted(
    bot_process: BotProcess, interruption: Interruption, database_url: str
) -> AsyncIterator[BotProcess]:
    """The bot, to be started, on a database whose connection can be lost."""
    async with PostgresProxy(database_url, interruption) as proxy:
        bot_process.settings["DATABASE_URL"] = proxy.url
        yield bot_process
        await bot_process.stop()


@pytest.mark.parametrize(("is_committed", "is_killed", "by_timer"), [(False, False, True), (True, True, False)])
async def test_it_ends_wholly_and_once(
    telegram: BotApi,
    model: Script,
    interrupted: BotProcess,
    interruption: Interruption,
    database_url: str,
    *,
    is_committed: bool,
    is_killed: bool,
    by_timer: bool,
) -> None:
    if by_timer:
        interrupted.settings["CONVERSATION_IDLE_MINUTES"] = SHORT
    interruption.at_done = is_committed
    interruption.bot = interrupted if is_killed else None
    await interrupted.start()
    await whisper(telegram, model)
    if not by_timer:
        telegram.send_text("/new")
    await interruption.came.wait()
    if is_killed:
        await interrupted.start()
    await telegram.bot_message(PRIVATE_OVER)
    await nothing_kept_soon(database_url)
    telegram.send_text("Hello again")
    answer = await telegram.bot_message("Echo: Hello again")
    assert answer.text == "Echo: Hello again"
    assert sum(PRIVATE_OVER in it.text for it in telegram.messages() if it.from_bot) == 1
