"""The chat page speaks the browser's language, of which the bot is told."""

import json

import pytest
from playwright.async_api import Browser, Route, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.browser.conftest import opened
from tests.conftest import TOKEN
from tests.telling import Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")

GERMAN = {
    "Message": "Nachricht",
    "Send": "Senden",
    "Memories": "Erinnerungen",
    "{count} version": ["{count} Version", "{count} Versionen"],
    "bot": "Bot",
}


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
