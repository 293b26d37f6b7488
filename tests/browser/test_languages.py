"""The chat page speaks the browser's language, of which the bot is told; in Arabic it is the mirror of itself."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.browser.conftest import DESK
from tests.conftest import TOKEN
from tests.telling import Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"width": 390, "height": 800}
GERMAN = {
    "Message": "Nachricht",
    "Send": "Senden",
    "Memories": "Erinnerungen",
    "{count} version": ["{count} Version", "{count} Versionen"],
    "bot": "Bot",
}
BOXES = """() => [...document.querySelectorAll(
    "#chat, header, #avatar, #who, #theme, #panel-toggle, main, .message, .bubble, .key, footer, #text, #send, "
    + "#attach, #record, #panel, [role=tabpanel], .memory, .quote, .file")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.tagName + it.id + it.className, it.getBoundingClientRect()])
  .map(([name, box]) => [name, box.left, box.right, box.top])"""
OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((it) => it.checkVisibility() && !it.closest("#commands, #announcer, pre, svg"))
  .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 || it.getBoundingClientRect().left < -1)
  .map((it) => `${it.tagName}#${it.id}.${it.className}`)"""


@pytest.fixture
def api() -> BotApi:
    """A server whose page has a panel."""
    told = Telling(memory("aaaaaaaa", "Alec is your boss", "Alec is your mentor"), memory("bbbbbbbb", "سارة أختك"))
    return BotApi(TOKEN, notice=lambda it: f"Practice mode ({it}).", insight=Insight(SentRequests(), told))


@asynccontextmanager
async def speaking(
    browser: Browser, url: str, locale: str, size: dict[str, int], **texts: object
) -> AsyncIterator[Page]:
    """Open the page in a browser of a language, with these sentences if any are given."""
    context: BrowserContext = await browser.new_context(locale=locale, viewport=size)  # type: ignore[arg-type]
    page = await context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    async def fulfil(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=json.dumps(await answer.json() | texts))

    await page.route("**/page/texts", fulfil)
    await page.goto(url)
    await expect(page.locator("#status")).not_to_have_text(re.compile("…"))
    yield page
    await context.close()
    assert complaints == []


async def test_the_page_speaks_the_browsers_language_and_the_bot_is_told(
    browser: Browser, api: BotApi, url: str, bot: Bot
) -> None:
    await bot.call("setMyCommands", commands=[{"command": "memory", "description": "Erinnern"}], language_code="de")
    async with speaking(browser, url, "de-AT", DESK, texts=GERMAN) as page:
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
    update = api.pending_updates[-1]["message"]
    assert isinstance(update, dict)
    assert update["from"]["language_code"] == "de"


@pytest.mark.usefixtures("bot")
async def test_a_language_without_a_catalogue_is_english(browser: Browser, url: str) -> None:
    async with speaking(browser, url, "is-IS", DESK) as page:
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await expect(page.get_by_role("combobox", name="Message")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_in_arabic_the_page_is_mirrored(browser: Browser, url: str, bot: Bot, size: dict[str, int]) -> None:
    first = await bot.send("Hello", reply_markup={"inline_keyboard": [[{"text": "Yes", "callback_data": "yes"}]]})
    await bot.send("Again", reply_parameters={"message_id": first})
    await bot.send("سارة أختك")
    bot.api.send_text("Good morning")
    found = []
    for locale, direction in (("en-GB", "ltr"), ("ar-EG", "rtl")):
        texts: dict[str, object] = {"texts": {}, "direction": direction}
        async with speaking(browser, url, locale, size, **texts) as page:
            await expect(page.locator(".message")).to_have_count(5)
            await expect(page.locator(".memory")).to_have_count(2)
            assert await page.evaluate(OUTSIDE) == []
            found.append(await page.evaluate(BOXES))
            english = page.locator(".message", has_text="Again")
            await expect(english.locator(".text")).to_have_css("direction", "ltr")
            await expect(page.locator(".message", has_text="سارة").locator(".text")).to_have_css("direction", "rtl")
            await expect(page.locator("#commands .chip").first).to_have_css("direction", "ltr")
            await expect(page.locator(".text .command").first).to_have_css("direction", "ltr")
            axe = await Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
            assert axe.violations_count == 0, axe.generate_report()
    ltr, rtl = found
    mirrored = [[name, size["width"] - right, size["width"] - left, top] for name, left, right, top in rtl]
    pairs = zip(ltr, mirrored, strict=True)
    assert [
        (a, b) for a, b in pairs if a[0] != b[0] or any(abs(x - y) > 1.5 for x, y in zip(a[1:], b[1:], strict=True))
    ] == []


@pytest.mark.parametrize("language", ["ar", "de", "hi"])
async def test_nothing_overflows_on_a_phone(browser: Browser, url: str, bot: Bot, language: str) -> None:
    await bot.send_file("report.txt", b"x" * 1_400)
    async with speaking(browser, url, language, PHONE) as page:
        assert await page.evaluate(OUTSIDE) == []
        await page.locator("#panel-toggle").click()
        await expect(page.locator(".memory")).to_have_count(2)
        assert await page.evaluate(OUTSIDE) == []
