"""The line under the bot's name shows what it is doing."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.bot import Bot
from tests.browser.conftest import stop_time

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUIET_MS = 1700


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
