"""Themes and screen sizes."""

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.bot import Bot, entity

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIGHT_BAR, DARK_BAR = "rgb(255, 255, 255)", "rgb(23, 32, 29)"
PHONE: ViewportSize = {"width": 360, "height": 740}


async def bar_is(page: Page, color: str) -> None:
    await expect(page.get_by_role("banner")).to_have_css("background-color", color)


async def test_the_other_theme_can_be_chosen_and_is_remembered(page: Page) -> None:
    await page.get_by_role("button", name="Switch between light and dark").click()
    await bar_is(page, DARK_BAR)
    await page.reload()
    await bar_is(page, DARK_BAR)
    await page.get_by_role("button", name="Switch between light and dark").click()
    await bar_is(page, LIGHT_BAR)
    await page.emulate_media(color_scheme="dark")  # as the system is
    await bar_is(page, DARK_BAR)


async def test_a_phone_never_scrolls_sideways(page: Page, bot: Bot) -> None:
    await page.set_viewport_size(PHONE)
    code = "x = " + "very_long_name + " * 20
    await bot.send(code, entities=[entity("pre", code, code.strip(), language="python")])
    await bot.send("https://example.org/" + "a" * 300)
    keys = [[{"text": f"A button with a long text, {number}", "callback_data": "x"} for number in range(4)]]
    await bot.send("w" * 400, reply_markup={"inline_keyboard": keys})
    numbers = [[{"text": str(number), "callback_data": "x"} for number in range(1, 9)]]
    await bot.send("A page of eight", reply_markup={"inline_keyboard": numbers})
    await page.locator("#text").fill("/")
    await expect(page.get_by_role("option").first).to_be_visible()
    await expect(page.locator(".message")).to_have_count(5)
    assert await page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]
    assert await page.locator("#log").evaluate("it => it.scrollWidth - it.clientWidth") == 0
    for part in await page.locator(".message, .key").all():
        box = await part.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


async def test_on_a_narrow_screen_the_panel_is_a_sheet_over_the_chat(page: Page) -> None:
    await page.set_viewport_size(PHONE)
    panel, toggle = page.get_by_role("complementary"), page.locator("#panel-toggle")
    await expect(panel).to_be_hidden()
    await expect(toggle).to_have_attribute("aria-expanded", "false")
    await toggle.click()
    await expect(page.get_by_role("tab", name="Memories")).to_be_focused()
    await expect(page.locator("#chat")).to_have_attribute("inert", "")
    box = await panel.bounding_box()
    assert box
    assert box["x"] + box["width"] == PHONE["width"]
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(toggle).to_be_focused()
    await expect(page.locator("#chat")).not_to_have_attribute("inert", "")
