"""The line under the bot's name shows what it is doing."""

import pytest
from playwright.async_api import Page, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.browser.conftest import stop_time
from tests.conftest import TOKEN
from tests.telling import Telling

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUIET_MS = 1700
ANSWERED_MS = 500


@pytest.fixture
def requests() -> SentRequests:
    """The requests to the model."""
    return SentRequests()


@pytest.fixture
def api(requests: SentRequests) -> BotApi:
    """A server that sees the requests to the model."""
    return BotApi(TOKEN, insight=Insight(requests, Telling()))


async def test_the_bot_is_typing_until_its_answer_is_written(page: Page, bot: Bot) -> None:
    status, answer = page.locator("#status"), page.locator(".theirs")
    await stop_time(page)
    await bot.call("sendChatAction", action="typing")
    await expect(status).to_have_text("typing…")
    message_id = await bot.send("Once")
    await expect(answer).to_contain_text("Once")
    await expect(page.locator("#typing")).to_be_hidden()
    await expect(status).to_have_text("typing…")
    await page.clock.run_for(QUIET_MS - 100)
    await bot.edit(message_id, "Once upon a time")
    await expect(answer).to_contain_text("Once upon a time")
    await page.clock.run_for(QUIET_MS - 100)
    await expect(status).to_have_text("typing…")
    await page.clock.run_for(200)
    await expect(status).to_have_text("bot")
    await bot.edit(message_id, "Once upon a time there was a lighthouse")
    await expect(status).to_have_text("typing…")


async def test_the_bot_is_typing_no_longer_soon_after_its_model_has_answered(
    page: Page, bot: Bot, requests: SentRequests
) -> None:
    status = page.locator("#status")
    await stop_time(page)
    requests.sent(b'{"messages": []}')
    await bot.call("sendChatAction", action="typing")
    message_id = await bot.send("Once")
    await expect(page.locator(".theirs")).to_contain_text("Once")
    await page.clock.run_for(ANSWERED_MS + 100)
    await expect(status).to_have_text("typing…")
    requests.answered(1, None)
    await bot.edit(message_id, "Once upon a time.")
    await expect(page.locator(".theirs")).to_contain_text("Once upon a time.")
    await page.clock.run_for(ANSWERED_MS + 100)
    await expect(status).to_have_text("bot")


async def test_a_sent_or_edited_message_without_typing_shows_no_typing(page: Page, bot: Bot) -> None:
    await stop_time(page)
    message_id = await bot.send("Remembered")
    await expect(page.locator(".theirs")).to_contain_text("Remembered")
    await expect(page.locator("#status")).to_have_text("bot")
    await bot.edit(message_id, "Undone")
    await expect(page.locator(".theirs")).to_contain_text("Undone")
    await expect(page.locator("#status")).to_have_text("bot")
