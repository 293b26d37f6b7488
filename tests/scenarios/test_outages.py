"""During outages, alone or two at once, each message is finally answered or reported as failed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import pytest
from sqlalchemy import make_url

from practice.faults import Fault
from practice.model.server import ModelServer
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.crash.script import TAG, reply
from tests.process import BotProcess

TOKEN: Final = "1000:outages"
USERS: Final = (1, 2)
PATIENCE_SECONDS: Final = 60.0
DATABASE, TELEGRAM, ERRORS, LIMIT, MODEL = (
    "the database is away",
    "Telegram is away",
    "Telegram answers 500",
    "every fifth send is one too many",
    "the model is away",
)


async def pass_on(_: Statement) -> None:
    """Let every statement pass."""


@dataclass(slots=True)
class Stage:
    """The bot, and all that can be away from it."""

    telegram: BotApi
    telegram_place: Place
    model: ModelServer
    model_place: Place
    proxy: PostgresProxy
    bot: BotProcess
    database_url: str
    written: dict[int, list[int]] = field(default_factory=lambda: {user_id: [] for user_id in USERS})
    """The numbers of what each user wrote."""

    def write(self, number: int, user_id: int) -> None:
        """Let a user write a message that names itself."""
        self.telegram.send_text(f"m{number:03} and so on", user_id)
        self.written[user_id].append(number)

    async def begin(self, outage: str) -> None:
        """Take something away."""
        match outage:
            case "the database is away":
                await self.proxy.away()
            case "Telegram is away":
                await self.telegram_place.close()
            case "Telegram answers 500":
                self.telegram.fail("*")
            case "every fifth send is one too many":
                self.telegram.fail("sendMessage", every=5, error_code=429, retry_after=1)
            case "the model is away":
                await self.model_place.close()

    async def end_all(self) -> None:
        """Bring everything back; only the limit stays."""
        await self.proxy.back()
        await self.telegram_place.open()
        await self.model_place.open()

    async def noticed(self, outages: tuple[str, ...], after: int) -> None:
        """Wait until the bot's log tells of the outage that keeps it from noticing the others."""
        told: dict[str, tuple[str, ...]] = {
            DATABASE: ("waiting for the database", "a command waits for the database"),
            TELEGRAM: ("Telegram can't be reached", "waiting for Telegram"),
            ERRORS: ("Telegram can't be reached", "waiting for Telegram"),
            MODEL: ("turn failed",),
        }
        first = next((outage for outage in told if outage in outages), None)
        if first:
            await self.bot.logged(lambda line: str(line.get("event")).startswith(told[first]), after=after)

    def unanswered(self) -> dict[int, set[int]]:
        """Return what the users wrote and no answer names."""
        return {user_id: set(numbers) - self._named(user_id) for user_id, numbers in self.written.items()}

    async def answered(self) -> None:
        """Wait until every message is answered."""
        await self.telegram.wait_for(lambda: not any(self.unanswered().values()), timeout=PATIENCE_SECONDS)

    async def settled(self) -> None:
        """Wait until everything is handled, sent and noted, which the database doesn't tell of itself."""
        plain = make_url(self.database_url).set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while connection.execute(  # noqa: ASYNC110 - as said
                    "SELECT 1 FROM telegram_updates WHERE handled_at IS NULL "
                    "UNION ALL SELECT 1 FROM agent_turns WHERE state = 'running' "
                    "UNION ALL SELECT 1 FROM telegram_messages WHERE state = 'waiting'"
                ).fetchone():
                    await asyncio.sleep(0.05)
            taken: list[tuple[int, str]] = connection.execute(
                "SELECT user_id, content FROM agent_messages JOIN agent_turns t ON t.id = turn_id "
                "JOIN agent_conversations c ON c.id = conversation_id WHERE role = 'user' ORDER BY turn_id, position"
            ).fetchall()
        for user_id, numbers in self.written.items():
            assert [int(TAG.findall(content)[0]) for user, content in taken if user == user_id] == numbers

    def _named(self, user_id: int) -> set[int]:
        said = " ".join(message.text for message in self.telegram.messages(user_id) if message.from_bot)
        return {int(tag) for tag in TAG.findall(said)}


@pytest.fixture
async def stage(database_url: str, tmp_path: Path) -> AsyncIterator[Stage]:
    """The bot, running, and all that can be away from it."""
    telegram, model = BotApi(TOKEN), ModelServer(reply, models=("scripted",))
    async with AsyncExitStack() as stack:
        proxy = await stack.enter_async_context(PostgresProxy(database_url, pass_on))
        telegram_place = await stack.enter_async_context(Place(telegram.app))
        model_place = await stack.enter_async_context(Place(model.app))
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, USERS)),
            "TELEGRAM_API_URL": telegram_place.url,
            "OPENAI_BASE_URL": f"{model_place.url}/v1",
            "OPENAI_MODEL": "scripted",
            "DATABASE_URL": proxy.url.replace("postgresql+psycopg://", "postgresql://"),
        }
        bot = BotProcess(tmp_path, settings)
        await bot.start()
        yield Stage(telegram, telegram_place, model, model_place, proxy, bot, database_url)
        await bot.stop()


@pytest.mark.parametrize("outages", [(DATABASE, LIMIT), (TELEGRAM, MODEL), (ERRORS,)], ids=" and ".join)
async def test_each_message_is_finally_answered_or_reported_as_failed(stage: Stage, outages: tuple[str, ...]) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        asked.set()
        await go_on.wait()

    stage.model.add_fault(Fault(callback=hold, times=1))
    stage.write(1, 1)
    await asked.wait()  # a turn is under way
    logged = len(stage.bot.log)
    for outage in outages:
        await stage.begin(outage)
    go_on.set()
    stage.write(2, 2)
    stage.telegram.send_text("/memory list nothing", 2)
    stage.write(3, 1)
    await stage.noticed(outages, logged)
    stage.write(4, 2)
    if ERRORS in outages:
        stage.telegram.heal()
    await stage.end_all()
    for number in (5, 7):  # the first messages take up the turns that failed
        stage.write(number, 1)
        stage.write(number + 1, 2)
        await stage.answered()
    await stage.telegram.bot_message("No memory matches “nothing”", user_id=2)
    await stage.settled()
