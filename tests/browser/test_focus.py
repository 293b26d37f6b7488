"""The focus survives a redraw."""

import pytest
from playwright.async_api import Locator, Page, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.conftest import TOKEN
from tests.telling import Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def telling() -> Telling:
    """A bot with two memories, at first."""
    return Telling(memory("Alec0001", "Alec is the user's boss"), memory("Zoe00001", "Zoe is the user's sister"))


@pytest.fixture
def api(telling: Telling) -> BotApi:
    """A server whose page has a panel."""
    return BotApi(TOKEN, insight=Insight(SentRequests(), telling))


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


async def test_a_memorys_change_leaves_the_focus_on_its_card(page: Page, bot: Bot, telling: Telling) -> None:
    cards = page.locator(".memory")
    await cards.last.locator("summary").press("Enter")
    copier = cards.last.get_by_role("button", name="Copy id")
    await copier.focus()
    for number, content in enumerate(("Alec is gone", "Zoe is gone")):
        telling.remembered[number] = {**telling.remembered[number], "content": content}
        await bot.send("Changed")
        await expect(page.get_by_role("tabpanel")).to_contain_text(content)
        await expect(copier).to_be_focused()
    telling.remembered.pop()
    await bot.send("Erased")
    await expect(cards).to_have_count(1)
    await expect(page.get_by_role("tabpanel", name="Memories")).to_be_focused()
