"""Inline mode on the page: `@bot words` lists what the bot finds, and a result is sent."""

import pytest
from playwright.async_api import Page, expect

from practice.telegram.bot_api import BotApi
from tests.browser.bot import Bot
from tests.conftest import TOKEN

pytestmark = pytest.mark.asyncio(loop_scope="session")

BUTTON = {"text": "Write it down", "start_parameter": "tell"}


@pytest.fixture
def api() -> BotApi:
    """A server whose bot has inline mode."""
    api = BotApi(TOKEN)
    api.inline.is_on = True
    return api


def article(number: int, title: str, text: str) -> dict[str, object]:
    """Return a result."""
    content = {"message_text": text}
    return {"type": "article", "id": str(number), "title": title, "description": text, "input_message_content": content}


async def answer(bot: Bot, words: str, *results: dict[str, object], **more: object) -> None:
    """Wait for a query, and answer it."""

    def asked() -> str | None:
        queries = (it.get("inline_query") for it in bot.api.pending_updates)
        return next((str(it["id"]) for it in queries if isinstance(it, dict) and it["query"] == words), None)

    query_id = await bot.api.wait_for(asked)
    await bot.call("answerInlineQuery", inline_query_id=query_id, results=results, cache_time=0, **more)


async def test_a_result_is_found_and_sent_with_the_keyboard(page: Page, bot: Bot) -> None:
    await page.keyboard.type("@pra")
    await page.keyboard.press("Tab")
    await expect(page.locator("#text")).to_have_value("@practice_bot ")
    await page.keyboard.type("anna")
    await answer(bot, "anna", article(1, "Anna", "Anna lives in Berlin"), article(2, "Tea", "Anna drinks tea"))
    await expect(page.get_by_role("option")).to_have_text(["AnnaAnna lives in Berlin", "TeaAnna drinks tea"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    sent = await bot.heard("Anna drinks tea")
    assert sent.extra["via_bot"] == bot.api.bot
    await expect(page.locator("#text")).to_have_value("")
    await expect(page.locator("article .origin")).to_have_text("via @practice_bot")
    await expect(page.get_by_role("option")).to_have_count(0)


async def test_the_button_above_the_results_begins_in_the_chat(page: Page, bot: Bot) -> None:
    await page.keyboard.type("@practice_bot zebra")
    await answer(bot, "zebra", button=BUTTON)
    await page.get_by_role("option", name="Write it down").click()
    await bot.heard("/start tell")


async def test_only_the_last_query_is_asked_and_shown(page: Page, bot: Bot) -> None:
    await page.keyboard.type("@practice_bot an")
    await answer(bot, "an", article(1, "Anna", "Anna lives in Berlin"))
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.type("na")
    await expect(page.get_by_role("option")).to_have_count(0)
    await answer(bot, "anna", article(2, "Anna", "Anna lives in Rome"))
    await expect(page.get_by_role("option")).to_have_text(["AnnaAnna lives in Rome"])
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)


async def test_without_inline_mode_it_is_text(page: Page, bot: Bot) -> None:
    bot.api.inline.is_on = False
    await page.reload()
    await expect(page.locator("#text")).to_be_focused()
    await page.keyboard.type("@practice_bot anna")
    await page.keyboard.press("Enter")
    await bot.heard("@practice_bot anna")
