"""The buttons under a message: a press reaches the bot, and its answer reaches the user."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEYS = {
    "inline_keyboard": [
        [{"text": "Yes", "callback_data": "y"}, {"text": "No", "callback_data": "n"}],
        [{"text": "Read more", "url": "https://example.org/more"}],
    ]
}


async def test_a_press_reaches_the_bot_and_its_words_come_back_as_a_toast(page: Page, bot: Bot) -> None:
    message_id = await bot.send("Shall I?", reply_markup=KEYS)
    yes = page.get_by_role("group", name="Buttons of this message").get_by_role("button", name="Yes")
    await yes.click()
    query = await bot.pressed()
    assert query["data"] == "y"
    assert isinstance(query["message"], dict)
    assert query["message"]["message_id"] == message_id
    await expect(yes).to_have_attribute("aria-busy", "true")
    await bot.call("answerCallbackQuery", callback_query_id=query["id"], text="Done")
    await expect(page.locator("#toast")).to_have_text("Done")
    await expect(yes).not_to_have_attribute("aria-busy", "true")


async def test_an_alert_waits_to_be_closed(page: Page, bot: Bot) -> None:
    await bot.send("Shall I?", reply_markup=KEYS)
    no = page.get_by_role("button", name="No", exact=True)
    await no.focus()
    await page.keyboard.press("Enter")
    query = await bot.pressed()
    await bot.call("answerCallbackQuery", callback_query_id=query["id"], text="As you like", show_alert=True)
    alert = page.get_by_role("dialog", name="As you like")
    await expect(alert).to_be_visible()
    await expect(alert.get_by_role("button", name="OK")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(alert).to_be_hidden()
    await expect(no).to_be_focused()


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
    await bot.call("editMessageReplyMarkup", message_id=message_id, reply_markup=keys("Undo"))
    await expect(page.locator(".key")).to_have_text(["Undo"])
    await bot.edit(message_id, "three")
    await expect(page.locator(".key")).to_have_count(0)
    await expect(page.locator(".theirs")).to_be_focused()
