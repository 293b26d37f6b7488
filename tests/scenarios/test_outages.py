"""During two outages at once, each message is finally answered or reported as failed."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from practice.faults import Fault
from practice.model.server import ModelServer
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.crash.script import TAG, reply
from tests.databases import administration
from tests.process import BotProcess

TOKEN: Final = "1000:outages"
USERS: Final = (1, 2)
PATIENCE_SECONDS: Final = 60.0
UNSETTLED: Final = (
    "SELECT 1 FROM telegram_updates WHERE handled_at IS NULL "
    "UNION ALL SELECT 1 FROM agent_turns WHERE state = 'running' "
    "UNION ALL SELECT 1 FROM telegram_messages WHERE state = 'waiting'"
)
TAKEN: Final = (
    "SELECT user_id, content FROM agent_messages JOIN agent_turns t ON t.id = turn_id "
    "JOIN agent_conversations c ON c.id = conversation_id WHERE role = 'user' ORDER BY turn_id, position"
)


async def pass_on(_: Statement) -> None:
    """Let every statement pass."""


@pytest.mark.parametrize("away", ["the database", "Telegram and the model"])
async def test_each_message_is_finally_answered_or_reported_as_failed(
    database_url: str, tmp_path: Path, away: str
) -> None:
    telegram, model = BotApi(TOKEN), ModelServer(reply, models=("scripted",))
    written: dict[int, list[int]] = {user_id: [] for user_id in USERS}
    asked, go_on = asyncio.Event(), asyncio.Event()

    def write(number: int, user_id: int) -> None:
        telegram.send_text(f"m{number:03} and so on", user_id)
        written[user_id].append(number)

    def all_answered() -> bool:
        texts = {user_id: " ".join(it.text for it in telegram.messages(user_id) if it.from_bot) for user_id in USERS}
        return all(set(numbers) <= {*map(int, TAG.findall(texts[user_id]))} for user_id, numbers in written.items())

    async def hold() -> None:
        asked.set()
        await go_on.wait()

    async with (
        PostgresProxy(database_url, pass_on) as proxy,
        Place(telegram.app) as telegram_place,
        Place(model.app) as model_place,
    ):
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, USERS)),
            "TELEGRAM_API_URL": telegram_place.url,
            "OPENAI_BASE_URL": f"{model_place.url}/v1",
            "OPENAI_MODEL": "scripted",
            "DATABASE_URL": proxy.url.replace("postgresql+psycopg://", "postgresql://"),
        }
        bot = BotProcess(tmp_path, settings)
        try:
            await bot.start()
            model.add_fault(Fault(callback=hold, times=1))
            write(1, 1)
            await asked.wait()  # a turn is under way
            logged = len(bot.log)
            ends: list[Callable[[], Awaitable[None]]]
            if away == "the database":
                telegram.fail("sendMessage", every=5, error_code=429, retry_after=1)  # to the end
                await proxy.away()
                noticed, ends = ("waiting for the database", "a command waits for the database"), [proxy.back]
            else:
                await telegram_place.close()
                await model_place.close()
                noticed = ("Telegram can't be reached", "waiting for Telegram")
                ends = [telegram_place.open, model_place.open]
            go_on.set()
            write(2, 2)
            telegram.send_text("/memory list nothing", 2)
            write(3, 1)
            await bot.logged(lambda line: str(line.get("event")).startswith(noticed), after=logged)
            write(4, 2)
            for end in ends:
                await end()
            for number in (5, 7):  # the first messages take up the turns that failed
                write(number, 1)
                write(number + 1, 2)
                await telegram.wait_for(all_answered, timeout=PATIENCE_SECONDS)
            await telegram.bot_message("I found nothing about “nothing”", user_id=2)
            with administration(database_url) as connection:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while connection.execute(UNSETTLED).fetchone():  # noqa: ASYNC110 - the database doesn't tell of itself
                        await asyncio.sleep(0.05)
                taken = connection.execute(TAKEN).fetchall()
        finally:
            await bot.stop()
    for user_id, numbers in written.items():
        assert [int(TAG.findall(content)[0]) for user, content in taken if user == user_id] == numbers
