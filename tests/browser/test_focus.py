"""The focus survives a redraw."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


def keys(*texts: str) -> object:
    return {"inline_keyboard": [[{"text": text, "callback_data": text} for text in texts]]}


def key(page: Page, text: str) -> Locator:
    return page.locator(".keys").get_by_role("button", name=text)


async def test_a_pressed_key_hands_the_focus_to_its_successor_or_the_message(page: Page, bot: Bot) -> None:
    message_id = await bot.send("one", reply_markup=keys("Next ▶️"))
    await key(page, "Next ▶️").focus()
    await page.keyboard.press("Enter")
    await bot.pressed()
    await bot.edit(message_id, "two", reply_markup=keys("◀️ Back", "Next ▶️"))
    await expect(page.locator(".theirs")).to_contain_text("two")
    await expect(key(page, "Next ▶️")).to_be_focused()
    await bot.edit(message_id, "three")
    await expect(page.locator(".theirs")).to_be_focused()
