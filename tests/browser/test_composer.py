"""Writing, editing, replying and completing with the keyboard alone."""

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.bot import Bot
from tests.browser.conftest import opened

pytestmark = pytest.mark.asyncio(loop_scope="session")


def field(page: Page) -> Locator:
    return page.locator("#text")


async def offered(page: Page) -> list[str]:
    return await page.get_by_role("option").locator("b").all_inner_texts()


async def test_enter_sends_and_shift_enter_begins_a_line(page: Page, bot: Bot) -> None:
    await expect(field(page)).to_be_focused()
    await page.keyboard.type("one")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    await bot.heard("one\ntwo")
    await expect(field(page)).to_have_value("")
    await page.keyboard.type("  ")
    await page.keyboard.press("Enter")
    assert len(bot.api.messages()) == 2  # nothing is sent of blank text
    await expect(field(page)).to_be_focused()


async def test_a_slash_offers_the_commands_arrows_choose_and_tab_takes(page: Page, bot: Bot) -> None:
    await page.keyboard.type("/")
    await expect(page.get_by_role("listbox", name="Completions")).to_be_visible()
    assert await offered(page) == ["/memory", "/new"]
    options = page.get_by_role("option")
    await expect(options.first).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("ArrowDown")
    await expect(options.last).to_have_attribute("aria-selected", "true")
    chosen = await options.last.get_attribute("id")
    await expect(field(page)).to_have_attribute("aria-activedescendant", chosen or "")
    await page.keyboard.press("Tab")
    await expect(field(page)).to_have_value("/new")
    await expect(field(page)).to_be_focused()
    await page.keyboard.press("Enter")
    await bot.heard("/new")


async def test_arrow_up_corrects_the_last_own_message(page: Page, bot: Bot) -> None:
    bot.api.send_text("Who is Alex?")
    await bot.send("I don't know.")
    await expect(page.locator(".message")).to_have_count(3)
    await page.keyboard.press("ArrowUp")
    await expect(field(page)).to_have_value("Who is Alex?")
    await expect(field(page)).to_have_accessible_name("Edit message")
    await field(page).fill("Who is Alec?")
    await page.keyboard.press("Enter")
    await bot.heard("Who is Alec?", edited=True)
    assert [list(update)[1] for update in bot.api.pending_updates][-1] == "edited_message"
    await expect(field(page)).to_have_accessible_name("Message")
    await expect(field(page)).to_have_value("")


async def test_a_draft_outlives_a_reload_until_it_is_sent(page: Page, bot: Bot) -> None:
    bot.api.send_text("first")
    await field(page).fill("a draft")
    await page.reload()
    await expect(field(page)).to_have_value("a draft")
    first = page.locator(".message", has_text="first")
    await first.hover()
    await first.get_by_role("button", name="Edit").click()
    await field(page).fill("first, corrected")
    await page.reload()
    await expect(field(page)).to_have_value("a draft")
    await field(page).press("Enter")
    await bot.heard("a draft")
    await page.reload()
    await expect(page.locator(".message", has_text="a draft")).to_be_visible()
    await expect(field(page)).to_have_value("")


async def test_a_reply_quotes_its_message(page: Page, bot: Bot) -> None:
    message_id = await bot.send("Which one?")
    question = page.locator(".message.theirs")
    await question.hover()
    await question.get_by_role("button", name="Reply").click()
    await expect(page.locator("#context")).to_contain_text("Reply to Practice botWhich one?")
    await expect(field(page)).to_be_focused()
    await page.keyboard.type("That one")
    await page.keyboard.press("Enter")
    assert (await bot.heard("That one")).reply_to == message_id
    await expect(page.locator(".message.mine", has_text="That one").locator(".quote")).to_contain_text("Which one?")
    await expect(page.locator("#context")).to_be_hidden()


async def test_a_message_that_asks_for_a_reply_begins_one(page: Page, bot: Bot) -> None:
    message_id = await bot.send("The new text?", reply_markup={"force_reply": True})
    await expect(page.locator("#context")).to_contain_text("The new text?")
    await page.keyboard.type("This one")
    await page.keyboard.press("Enter")
    assert (await bot.heard("This one")).reply_to == message_id
    await expect(page.locator("#context")).to_be_hidden()


async def test_on_a_phone_enter_begins_a_line_and_the_button_sends(browser: Browser, url: str, bot: Bot) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    async with opened(context, url) as phone:
        await phone.locator("#text").tap()
        await phone.keyboard.type("one")
        await phone.keyboard.press("Enter")
        await phone.keyboard.type("two")
        await expect(field(phone)).to_have_value("one\ntwo")
        await phone.get_by_role("button", name="Send").tap()
        await bot.heard("one\ntwo")
        await phone.keyboard.type("/ne")
        await expect(phone.get_by_role("option")).to_have_count(1)
        await phone.keyboard.press("Enter")
        await expect(field(phone)).to_have_value("/new")
    await context.close()
