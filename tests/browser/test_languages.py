"""The chat page speaks the browser's language, of which the bot is told, and fits on a phone."""

import json

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, Route, ViewportSize, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.browser.conftest import opened
from tests.conftest import TOKEN
from tests.telling import Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: ViewportSize = {"width": 390, "height": 800}
GERMAN = {
    "Message": "Nachricht",
    "Send": "Senden",
    "Memories": "Erinnerungen",
    "{count} version": ["{count} Version", "{count} Versionen"],
    "bot": "Bot",
}
OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((it) => it.checkVisibility() && !it.closest("#commands, #announcer, pre, svg"))
  .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 || it.getBoundingClientRect().left < -1)
  .map((it) => `${it.tagName}#${it.id}.${it.className}`)"""


@pytest.fixture
def api() -> BotApi:
    """A server whose page has a panel."""
    told = Telling(memory("aaaaaaaa", "Alec is your boss", "Alec is your mentor"), memory("bbbbbbbb", "سارة أختك"))
    return BotApi(TOKEN, notice=lambda it: f"Practice mode ({it}).", insight=Insight(SentRequests(), told))


async def test_the_page_speaks_the_browsers_language_and_the_bot_is_told(
    browser: Browser, api: BotApi, url: str, bot: Bot
) -> None:
    async def fulfil(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=json.dumps(await answer.json() | {"texts": GERMAN}))

    await bot.call("setMyCommands", commands=[{"command": "memory", "description": "Erinnern"}], language_code="de")
    context = await browser.new_context(locale="de-AT")
    await context.route("**/page/texts", fulfil)
    async with opened(context, url, status="Bot") as page:
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await expect(page.get_by_role("combobox", name="Nachricht")).to_be_visible()
        await expect(page.get_by_role("tab", name="Erinnerungen")).to_be_visible()
        await expect(page.locator(".memory .facts")).to_have_text(["2 Versionen", "1 Version"])
        await expect(page.locator("#notice")).to_have_text("Practice mode (de).")
        await expect(page.get_by_role("button", name="/memory")).to_have_attribute("title", "Erinnern")
        await expect(page.locator(".date").first).to_have_text("Heute")
        await page.get_by_role("combobox").fill("Guten Tag")
        await page.get_by_role("button", name="Senden").click()
        await bot.heard("Guten Tag")
    await context.close()
    update = api.pending_updates[-1]["message"]
    assert isinstance(update, dict)
    assert update["from"]["language_code"] == "de"


async def test_nothing_overflows_on_a_phone(page: Page, bot: Bot) -> None:
    await page.set_viewport_size(PHONE)
    await bot.send_file("report.txt", b"x" * 1_400)
    assert await page.evaluate(OUTSIDE) == []
    await page.locator("#panel-toggle").click()
    await expect(page.locator(".memory")).to_have_count(2)
    assert await page.evaluate(OUTSIDE) == []
    axe = await Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert axe.violations_count == 0, axe.generate_report()
