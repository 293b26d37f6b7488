"""Everything has a name and a role, and works with a screen reader and without a mouse."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.browser.bot import Bot
from tests.browser.conftest import stop_time

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUIET_MS = 1700
NAMELESS = """() => [...document.querySelectorAll("button, a, textarea, [role], article, aside")]
  .filter((it) => it.checkVisibility() && !(it.innerText.trim() || it.ariaLabel || it.getAttribute("aria-labelledby")))
  .map((it) => it.outerHTML)"""


OUTLINE = """(() => {
  const style = getComputedStyle(document.activeElement);
  return document.activeElement.id === "text" ? style.boxShadow : style.outlineStyle;
})()"""
"""How the focus is shown."""


async def test_the_parts_of_the_page_have_names_and_roles(page: Page, bot: Bot) -> None:
    await bot.send("Hello")
    await expect(page.get_by_role("main", name="Chat")).to_be_visible()
    await expect(page.get_by_role("heading", name="Practice bot", level=1)).to_be_visible()
    await expect(page.get_by_role("combobox", name="Message")).to_be_visible()
    await expect(page.get_by_role("button", name="Send")).to_be_visible()
    await expect(page.get_by_role("toolbar", name="Commands")).to_be_visible()
    await expect(page.get_by_role("complementary", name="What the bot knows")).to_be_visible()
    await expect(page.get_by_role("region", name="Today").get_by_role("article")).to_have_count(2)
    await expect(page.get_by_role("article", name="Practice bot, ")).to_contain_text("Hello")
    await expect(page.get_by_role("article", name="You, ")).to_contain_text("/start")
    assert await page.evaluate(NAMELESS) == []
    axe = await Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert axe.violations_count == 0, axe.generate_report()


async def test_a_finished_answer_is_announced_once_and_its_edits_are_not(page: Page, bot: Bot) -> None:
    announced = page.get_by_role("log", name="New messages").locator("p")
    await stop_time(page)
    message_id = await bot.send("Once")
    for text in ("Once upon", "Once upon a time"):
        await page.clock.run_for(QUIET_MS - 100)
        await bot.edit(message_id, text)
        await expect(page.get_by_role("article", name="Practice bot, ")).to_contain_text(text)
    await expect(announced).to_have_count(0)
    await page.clock.run_for(QUIET_MS)
    await expect(announced).to_have_text(["Practice bot: Once upon a time"])
    await bot.send("The end.")
    await expect(page.get_by_role("article", name="Practice bot, ")).to_have_count(2)
    await page.clock.run_for(QUIET_MS)
    await expect(announced).to_have_text(["Practice bot: Once upon a time", "Practice bot: The end."])
    live = "[...document.querySelectorAll('[aria-live], [role=log]')].map((it) => it.id)"
    assert await page.evaluate(live) == ["announcer"]


async def test_every_control_is_reached_with_the_tab_key_and_shows_it(page: Page, bot: Bot) -> None:
    keys = {"inline_keyboard": [[{"text": "Yes", "callback_data": "y"}]]}
    await bot.send("Shall I?", reply_markup=keys)
    await expect(page.get_by_role("button", name="Yes")).to_be_visible()
    await page.get_by_role("button", name="Switch between light and dark").focus()
    reached: list[str] = []
    while reached[-1:] != ["Close the panel"]:
        await page.keyboard.press("Tab")
        reached.append(
            await page.evaluate("(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()")
        )
        assert await page.evaluate(OUTLINE) != "none", reached[-1]
    assert [name.partition(",")[0] for name in reached] == [
        *("Hide what the bot knows", "Chat", "/start", "Reply", "Copy text", "Edit", "More actions"),
        *("Practice bot", "Yes", "Reply", "Copy text", "More actions"),
        *("/memory", "Attach files", "Message", "Record a voice message", "Send", "Memories", "Close the panel"),
    ]
