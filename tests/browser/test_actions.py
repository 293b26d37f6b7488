"""The actions of a message are in reach while it is read, and cover no text."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG = "Once upon a time there was a lighthouse, and somebody kept its light. " * 50
KEYS = {"inline_keyboard": [[{"text": "Next ▶️", "callback_data": "n"}]]}
COVERED = """(group) => {
  const box = group.getBoundingClientRect();
  const overlaps = (other) =>
    box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  const others = [...document.querySelectorAll(".bubble, .key, #newest:not([hidden])")];
  return others.filter((it) => overlaps(it.getBoundingClientRect())).map((it) => it.outerHTML);
}"""
"""The elements that an element covers, all measured at one moment: the chat may still be scrolling."""


def actions(message: Locator) -> Locator:
    return message.get_by_role("group", name="Message actions")


async def covers_nothing(message: Locator) -> None:
    await expect(actions(message)).to_be_visible()
    assert await actions(message).evaluate(COVERED) == []


async def test_actions_are_beside_the_message_and_in_view(page: Page, bot: Bot) -> None:
    await page.set_viewport_size({"width": 1280, "height": 700})
    await bot.send(LONG, reply_markup=KEYS)
    bot.api.send_text("ok")
    await expect(page.locator(".message")).to_have_count(3)
    answer, own = page.locator(".theirs"), page.locator(".mine").last
    for message in (own, answer):
        await message.locator("time").hover()
        await expect(actions(message)).to_be_in_viewport(ratio=1)
        await covers_nothing(message)
    for _ in range(2):
        await page.mouse.wheel(0, -700)
        await expect(page.locator("#newest")).to_be_visible()
        box = await answer.bounding_box()
        assert box
        await page.mouse.move(box["x"] + 50, 350)
        await expect(actions(answer)).to_be_in_viewport(ratio=1)
        await covers_nothing(answer)
    await actions(answer).get_by_role("button", name="Reply").click()
    await expect(page.locator("#context")).to_contain_text("Reply to Practice bot")
