"""Topics on the page: a row of names, one of which is shown, and in which is written."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


def shown(page: Page) -> Locator:
    """Return the messages that are shown."""
    return page.locator(".message:visible .text")


async def test_a_topic_that_is_opened_is_shown_and_written_in(page: Page, bot: Bot) -> None:
    await expect(page.locator("#topics")).to_be_hidden()
    await page.click("#topics-toggle")
    await expect(page.locator("#topics button")).to_have_text(["General"])
    topic = await bot.call("createForumTopic", name="Rome")
    assert isinstance(topic, dict)
    its = topic["message_thread_id"]
    await bot.send("Here we are", message_thread_id=its)
    await expect(page.locator("#topics button")).to_have_text(["General", "Rome"])
    await expect(page.locator("#topics [aria-pressed=true]")).to_have_text("Rome")
    await expect(shown(page)).to_contain_text(["Here we are"])
    await page.fill("#text", "When shall we go?")
    await page.keyboard.press("Enter")
    assert (await bot.heard("When shall we go?")).topic == its
    await page.click("#topics button >> text=General")
    await expect(shown(page)).to_contain_text(["/start"])
    await page.fill("#text", "Beside")
    await page.keyboard.press("Enter")
    assert (await bot.heard("Beside")).topic == 0
    await bot.call("deleteForumTopic", message_thread_id=its)
    await expect(page.locator("#topics button")).to_have_text(["General"])
