"""A model that its provider shuts down: its users are told in time, each once, and choose another one."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.kit.language import date
from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import BotProcess, Script

NOTICE = "scripted, the model that answers you, will be shut down"


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings of a bot with a configured model."""
    return {**settings, "OPENAI_MODEL": "scripted"}


async def say(telegram: BotApi, words: str, *, user_id: int = 1) -> None:
    """Say something, and wait for the answer."""
    await telegram.bot_message(f"Echo: {words}", user_id=user_id, after=telegram.send_text(words, user_id=user_id))


async def test_each_user_is_told_once_however_often_the_bot_is_killed(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await say(telegram, "Hello")
    shutdown = (datetime.now(UTC) + timedelta(days=50)).date()
    model.server.models = ("scripted", "thinker")
    model.server.listed = {"shutdown_date": shutdown.isoformat()}
    await bot.kill()
    await bot.start()
    told = await telegram.bot_message(NOTICE)
    await say(telegram, "Hi", user_id=2)
    await bot.kill()
    await bot.start()
    await telegram.bot_message(NOTICE, user_id=2)  # so the others were looked at again, too
    await say(telegram, "Again")
    assert [NOTICE in it.text for it in telegram.messages()].count(True) == 1
    page = await pressed(telegram, told, "Choose another model")
    assert f"⏳ {date(shutdown)}" in page.keyboard[1][0].text
    assert (await pressed(telegram, page, "thinker")).text.startswith("🤖 Model: thinker\n")
