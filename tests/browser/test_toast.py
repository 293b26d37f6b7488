"""A toast is shown over the chat and blocks nothing."""

import pytest
from playwright.async_api import FloatRect, Page, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot, entity
from tests.browser.conftest import stop_time
from tests.conftest import TOKEN
from tests.telling import Telling

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def api() -> BotApi:
    """A server whose page has a panel."""
    return BotApi(TOKEN, insight=Insight(SentRequests(), Telling()))


async def box(page: Page, selector: str) -> FloatRect:
    found = await page.locator(selector).bounding_box()
    assert found
    return found


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_toast_is_centred_over_the_chat_and_covers_neither_arrow_nor_field(
    page: Page, bot: Bot, width: int
) -> None:
    await page.set_viewport_size({"width": width, "height": 700})
    for number in range(30):
        await bot.send(f"line {number}", entities=[entity("code", f"line {number}", "line")])
    await expect(page.locator(".message")).to_have_count(31)
    await page.locator("#text").fill("a draft\n" * 8)
    await page.locator("#log").evaluate("it => it.scrollBy(0, -500)")
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -200)
    await expect(page.locator("#newest")).to_be_visible()
    await stop_time(page)
    await page.locator(".text code").nth(15).click()
    await expect(page.locator("#toast")).to_have_text("Copied")
    chat, toast, arrow, footer = [await box(page, it) for it in ("#chat", "#toast", "#newest", "#chat > footer")]
    assert abs((toast["x"] + toast["width"] / 2) - (chat["x"] + chat["width"] / 2)) < 1
    assert toast["y"] + toast["height"] < footer["y"]
    longest = await page.locator("#toast").evaluate("it => (it.textContent = 'long words '.repeat(30), it.offsetWidth)")
    toast = await box(page, "#toast")
    assert toast["width"] == longest
    assert chat["x"] < toast["x"]
    assert toast["x"] + toast["width"] < arrow["x"]
