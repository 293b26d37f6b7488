"""Drafts on the page: what the bot has written so far of an answer, in the topic where it writes."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.bot import Bot, entity
from tests.browser.conftest import stop_time

pytestmark = pytest.mark.asyncio(loop_scope="session")

DRAFT_MS = 30_000


async def test_a_draft_grows_until_its_message_comes(page: Page, bot: Bot) -> None:
    draft, status = page.locator("#drafts"), page.locator("#status")
    await bot.call("sendChatAction", action="typing")
    await expect(page.locator("#typing")).to_be_visible()
    await bot.call("sendMessageDraft", draft_id=7)
    await expect(draft).to_have_text("Thinking…")
    await expect(page.locator("#typing")).to_be_hidden()
    await expect(status).to_have_text("typing…")
    text = "Once upon a time"
    await bot.call("sendMessageDraft", draft_id=7, text=text, entities=[entity("bold", text, "Once")])
    await expect(draft).to_have_text(text)
    await expect(draft.locator("strong")).to_have_text("Once")
    await expect(page.locator(".message.theirs")).to_have_count(0)
    await bot.send(f"{text} there was a lighthouse.")
    await expect(page.locator(".message.theirs .text")).to_contain_text("lighthouse")
    await expect(draft).to_be_hidden()


async def test_a_draft_disappears_by_itself(page: Page, bot: Bot) -> None:
    await stop_time(page)
    await bot.call("sendMessageDraft", draft_id=7, text="Once upon a time")
    await expect(page.locator("#drafts")).to_have_text("Once upon a time")
    await page.clock.run_for(DRAFT_MS)
    await expect(page.locator("#drafts")).to_be_hidden()
    await expect(page.locator("#status")).to_have_text("bot")


async def test_each_topic_has_a_draft_which_its_button_stops(page: Page, bot: Bot) -> None:
    await page.click("#topics-toggle")
    await expect(page.locator("#topics")).to_be_visible()
    topic = await bot.call("createForumTopic", name="Rome")
    assert isinstance(topic, dict)
    its = topic["message_thread_id"]
    await bot.call("sendMessageDraft", draft_id=7, text="In general")
    await bot.call("sendMessageDraft", draft_id=8, text="In Rome", message_thread_id=its, can_stop=True)
    await expect(page.locator("#drafts .text")).to_have_text(["In Rome"])
    await page.click("#topics button >> text=General")
    await expect(page.locator("#drafts .text")).to_have_text(["In general"])
    await expect(page.locator("#drafts button")).to_have_count(0)
    await page.click("#topics button >> text=Rome")
    await page.click("#drafts button >> text=Stop")
    await expect(page.locator("#drafts")).to_be_hidden()
    stopped = next(it for it in bot.api.pending_updates if "stopped_message_generation" in it)
    chat = {"id": 1, "type": "private", "first_name": "You"}
    assert stopped["stopped_message_generation"] == {"chat": chat, "message_thread_id": its, "draft_id": 8}
