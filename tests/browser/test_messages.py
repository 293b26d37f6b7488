"""Messages look and behave as in a good messenger."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot, entity
from tests.browser.conftest import stop_time

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUIET_MS = 1700
STREAM = ("Once", "Once upon a time", "Once upon a time there was a lighthouse.")


def bubble(page: Page, text: str) -> Locator:
    return page.locator(".message", has_text=text)


async def box(locator: Locator) -> dict[str, float]:
    found = await locator.bounding_box()
    assert found
    return {"top": found["y"], "bottom": found["y"] + found["height"], "left": found["x"], "width": found["width"]}


async def test_a_growing_answer_has_a_caret_and_its_bot_is_typing_until_it_is_finished(page: Page, bot: Bot) -> None:
    status, answer = page.locator("#status"), page.locator(".message.theirs")
    caret = answer.locator(".caret")
    await stop_time(page)
    await bot.call("sendChatAction", action="typing")
    await expect(status).to_have_text("typing…")
    message_id = await bot.send(STREAM[0])
    await expect(answer.locator(".text")).to_contain_text(STREAM[0])
    await expect(caret).to_be_hidden()
    for text in STREAM[1:]:
        await page.clock.run_for(QUIET_MS - 100)
        await bot.edit(message_id, text)
        await expect(answer.locator(".text")).to_contain_text(text)
        await expect(caret).to_be_visible()
    await expect(status).to_have_text("typing…")
    await expect(answer).to_have_count(1)
    await page.clock.run_for(QUIET_MS)
    await expect(caret).to_be_hidden()
    await expect(status).to_have_text("bot")


async def test_a_quote_leads_to_the_message_it_quotes(page: Page, bot: Bot) -> None:
    asked = bot.api.send_text("the question")
    for number in range(30):
        await bot.send(f"line {number}")
    await bot.send("the answer", reply_parameters={"message_id": asked})
    question = page.locator(".message.mine", has_text="the question")
    await expect(bubble(page, "the answer")).to_be_in_viewport()
    await expect(question).not_to_be_in_viewport()
    await page.get_by_role("button", name="In reply to You: the question").click()
    await expect(question).to_be_in_viewport()
    await expect(question).to_be_focused()


async def test_a_reader_who_has_scrolled_up_stays_and_sees_the_unread_count(page: Page, bot: Bot) -> None:
    sent = [await bot.send(f"line {number}.") for number in range(40)]
    await expect(bubble(page, "line 39.")).to_be_in_viewport()
    await bubble(page, "line 20.").scroll_into_view_if_needed()
    newest = page.locator("#newest")
    await expect(newest).to_be_visible()
    await expect(newest).to_have_accessible_name("Go to the newest message")
    before = (await box(bubble(page, "line 20.")))["top"]
    await bot.send("unseen one")
    await bot.send("unseen two")
    await bot.edit(sent[39], "line 39, and much more\n" * 20)
    await bot.edit(sent[0], "line 0, and much more\n" * 20)
    await expect(newest).to_have_accessible_name("Go to 2 new messages")
    await expect(page.locator("#unread")).to_have_text("2")
    await expect(bubble(page, "line 0, and")).to_have_count(1)
    assert abs((await box(bubble(page, "line 20.")))["top"] - before) < 2
    await newest.click()
    await expect(bubble(page, "unseen two")).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_words_are_never_read_as_html_and_links_lead_away_safely(page: Page, bot: Bot) -> None:
    text = '<img src="x" onerror="document.title = 1"><b>bold</b> &amp;'
    await bot.send(text)
    await expect(page.locator(".message.theirs .text")).to_contain_text(text)
    await expect(page.locator(".message img, .message b")).to_have_count(0)
    await bot.send("a link", entities=[entity("text_link", "a link", "link", url="https://example.org/a_(b)")])
    link = page.locator(".message a")
    await expect(link).to_have_attribute("href", "https://example.org/a_(b)")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")


async def test_a_code_block_names_its_language_and_is_copied(page: Page, bot: Bot) -> None:
    code = "def greet():\n    return 'hi'"
    text = f"Look:\n{code}\nThat's all."
    await bot.send(text, entities=[entity("pre", text, code, language="python")])
    block = page.locator(".block")
    await expect(block.locator("code")).to_have_text(code)
    await expect(block).to_contain_text("python")
    await block.get_by_role("button", name="Copy").click()
    await expect(page.locator("#toast")).to_have_text("Copied")
    assert await page.evaluate("navigator.clipboard.readText()") == code
