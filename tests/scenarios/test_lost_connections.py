"""The connection to the database can be lost just as something was done: nobody knows then whether it was."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import make_url

from bot.practice.model.server import ModelServer
from bot.practice.serving import serve
from bot.practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.crash.script import TAG, reply
from tests.process import START_SECONDS, BotProcess

_OF_THE_LOCK = "SELECT true"
_UNSETTLED = (
    "SELECT FROM telegram_updates WHERE handled_at IS NULL UNION ALL "
    "SELECT FROM agent_turns WHERE state = 'running' UNION ALL "
    "SELECT FROM telegram_messages WHERE state <> 'sent'"
)


class Loss:
    """Loses the connection once, behind the statement it is told to: that is done, and the bot never hears of it."""

    def __init__(self) -> None:
        self.left: int | None = None

    async def __call__(self, statement: Statement) -> None:
        """Let a statement pass, or lose the connection behind it."""
        if self.left is None or not statement.done or statement.sql == _OF_THE_LOCK:
            return
        self.left -= 1
        if self.left == 0:
            self.left = None
            raise Lost


@pytest.fixture
async def model_url() -> AsyncIterator[str]:
    """The address of a model that remembers what every third message says."""
    async with serve(ModelServer(reply, models=("scripted",)).app) as url:
        yield f"{url}/v1"


async def test_whatever_statement_the_connection_is_lost_behind_all_is_done_once(
    telegram: BotApi, model_url: str, bot_process: BotProcess, database_url: str
) -> None:
    loss = Loss()
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    bot_process.settings |= {"OPENAI_BASE_URL": model_url, "OPENAI_MODEL": "scripted"}
    asked: list[str] = []
    async with PostgresProxy(database_url, loss) as proxy:
        with psycopg.connect(plain, autocommit=True) as connection:
            bot_process.settings["DATABASE_URL"] = proxy.url
            await bot_process.start()
            while loss.left is None:  # until nothing is lost any more: there are no more statements
                number = len(asked) + 1
                asked.append(f"m{3 * number:03}")
                loss.left = number
                telegram.send_text(f"{asked[-1]} is worth knowing")
                await telegram.bot_message(f"This is the answer to {asked[-1]}")
                telegram.send_text(f"/memory list {asked[-1]} or not")
                await telegram.bot_message(f"No memory fits “{asked[-1]} or not”")
                async with asyncio.timeout(START_SECONDS):
                    while connection.execute(_UNSETTLED).fetchone():  # noqa: ASYNC110 - the database doesn't tell of itself
                        await asyncio.sleep(0.02)
            assert len(asked) > 20
            heard = [message.text for message in telegram.messages() if message.from_bot]
            answers = [text for text in heard if text.startswith("This is")]
            assert Counter(tag for text in answers for tag in set(TAG.findall(text))) == dict.fromkeys(
                (tag.removeprefix("m") for tag in asked), 1
            )
            told = Counter(text.partition("“")[2].partition(" ")[0] for text in heard if text.startswith("No memory"))
            assert told == dict.fromkeys(asked, 1)
            counted = connection.execute("SELECT max(failures), max(deaths) FROM telegram_updates").fetchone()
            assert counted == (0, 0)
            stored = "SELECT content FROM agent_memory_versions ORDER BY created_at"
            facts = [content for (content,) in connection.execute(stored).fetchall()]
            assert facts == [f"Fact {tag.removeprefix('m')} is worth knowing" for tag in asked]
