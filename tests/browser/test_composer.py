"""Writing, editing, replying and completing with the keyboard alone."""

import asyncio
from contextlib import suppress

import pytest
from playwright.async_api import Browser, Error, Locator, Page, Route, expect

from bot.telegram.forms import forms_of
from bot.telegram.memory.requests import FORMS
from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.browser.conftest import opened
from tests.conftest import TOKEN
from tests.telling import AT, Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIVE = memory("Alec0001", "Alec is the user's boss", subject="Alec")
DELETED = memory("Tea00001", "The user likes tea", category="preference", deleted_at=AT)
RESTORING = "/memory restore <number>"
MEMORY_USAGES = [*FORMS, RESTORING]


@pytest.fixture
def telling() -> Telling:
    """A bot with a memory and a deleted one, which tells how `/memory` is used."""
    return Telling(LIVE, DELETED, usages=[*forms_of(FORMS), f"{RESTORING}: bring a memory back"])


@pytest.fixture
def api(telling: Telling) -> BotApi:
    """A server whose page knows what the bot tells."""
    return BotApi(TOKEN, insight=Insight(SentRequests(), telling))


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
    await expect(field(page)).to_be_focused()


async def test_nothing_is_sent_of_blank_text(page: Page, bot: Bot) -> None:
    await page.keyboard.type("  ")
    await page.keyboard.press("Enter")
    await page.keyboard.type("x")
    await page.keyboard.press("Enter")
    await bot.heard("x")
    assert [message.text for message in bot.api.messages()] == ["/start", "x"]


async def test_the_field_grows_with_its_text_and_shrinks_again(page: Page) -> None:
    async def height() -> int:
        return int(await field(page).evaluate("it => it.offsetHeight"))

    low = await height()
    await field(page).fill("line\n" * 5)
    assert await height() > 2 * low
    await field(page).fill("line\n" * 500)
    assert await height() < 400
    await field(page).fill("")
    assert await height() == low


async def test_a_slash_offers_the_commands(page: Page) -> None:
    await expect(field(page)).to_have_attribute("aria-expanded", "false")
    await page.keyboard.type("/")
    await expect(page.get_by_role("listbox", name="Completions")).to_be_visible()
    await expect(field(page)).to_have_attribute("aria-expanded", "true")
    assert await offered(page) == ["/memory", "/new"]
    await page.keyboard.type("n")
    await expect(page.get_by_role("option", name="/new Start afresh")).to_have_attribute("aria-selected", "true")
    assert await offered(page) == ["/new"]
    await page.keyboard.type("othing")
    await expect(page.get_by_role("listbox")).to_be_hidden()


async def test_arrows_choose_and_tab_takes(page: Page, bot: Bot) -> None:
    await page.keyboard.type("/")
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


async def test_enter_takes_and_sends_a_whole_command(page: Page, bot: Bot) -> None:
    await page.keyboard.type("/ne")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await bot.heard("/new")
    await expect(field(page)).to_have_value("")


async def test_escape_closes_the_list_and_keeps_the_text(page: Page, bot: Bot) -> None:
    await page.keyboard.type("/mem")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("listbox")).to_be_hidden()
    await expect(field(page)).to_have_value("/mem")
    await page.keyboard.press("Enter")
    await bot.heard("/mem")


async def test_a_click_takes_an_option(page: Page) -> None:
    await page.keyboard.type("/")
    await page.get_by_role("option", name="/memory").click()
    await expect(field(page)).to_have_value("/memory ")
    await expect(field(page)).to_be_focused()


async def test_after_memory_come_its_usages_and_then_the_ids_that_fit(page: Page, bot: Bot) -> None:
    await page.keyboard.type("/mem")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option")).to_have_count(len(MEMORY_USAGES))
    assert await offered(page) == MEMORY_USAGES
    await page.keyboard.type("d")
    await page.keyboard.press("Tab")
    await expect(field(page)).to_have_value("/memory delete ")
    await expect(page.get_by_role("option", name="Alec is the user's boss")).to_be_visible()
    assert await offered(page) == ["Alec is the user's boss"]
    await field(page).fill("/memory restore T")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await bot.heard("/memory restore Tea00001")
    await field(page).fill("/memory edit Al")
    await page.keyboard.press("Tab")
    await expect(field(page)).to_have_value("/memory edit Alec0001 ")


async def test_what_is_remembered_meanwhile_is_offered_too_and_the_choice_stays(
    page: Page, bot: Bot, telling: Telling
) -> None:
    await page.keyboard.type("/memory show ")
    await expect(page.get_by_role("option")).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    telling.remembered.insert(0, memory("Zoe00001", "Zoe is the user's sister"))
    await bot.send("Remembered")
    await expect(page.get_by_role("option")).to_have_count(3)
    await expect(page.get_by_role("option", name="Alec is the user's boss")).to_have_attribute("aria-selected", "true")


async def test_a_whole_command_is_sent_though_more_could_follow(page: Page) -> None:
    for typed in ("/memory list", "/memory ", "/memory stats", "/memory"):
        await page.keyboard.type(typed)
        await page.keyboard.press("Enter")
        await expect(field(page)).to_have_value("")
        await expect(page.locator(".message").last).to_contain_text(typed.strip())


async def test_arrows_reach_what_could_follow_a_whole_command(page: Page) -> None:
    await page.keyboard.type("/memory list")
    await expect(page.get_by_role("option")).to_have_attribute("aria-selected", "false")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(field(page)).to_have_value("/memory list ")


async def test_a_chip_sends_its_command(page: Page, bot: Bot) -> None:
    await page.get_by_role("toolbar", name="Commands").get_by_role("button", name="/new").click()
    await bot.heard("/new")
    await expect(field(page)).to_be_focused()


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


async def test_escape_leaves_a_correction(page: Page, bot: Bot) -> None:
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Escape")
    await expect(field(page)).to_have_value("")
    await expect(page.locator("#context")).to_be_hidden()
    await page.keyboard.type("new")
    await page.keyboard.press("Enter")
    await bot.heard("new")


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


async def test_a_reload_while_a_message_is_sent_keeps_no_draft_of_it(page: Page, bot: Bot) -> None:
    reloaded = asyncio.Event()

    async def answered_late(route: Route) -> None:
        await route.fetch()
        await reloaded.wait()
        with suppress(Error):  # the page that asked is gone
            await route.abort()

    await page.route("**/page/send", answered_late)
    await field(page).fill("on its way")
    await field(page).press("Enter")
    await bot.heard("on its way")
    await page.reload()
    reloaded.set()
    await expect(page.locator(".message", has_text="on its way")).to_have_count(1)
    await expect(field(page)).to_have_value("")


async def test_the_pencil_corrects_any_own_message_and_gives_the_draft_back(page: Page, bot: Bot) -> None:
    bot.api.send_text("first")
    bot.api.send_text("second")
    await page.keyboard.type("a draft")
    first = page.locator(".message", has_text="first")
    for leaving in ("Escape", None):
        await first.hover()
        await first.get_by_role("button", name="Edit").click()
        await expect(field(page)).to_have_value("first")
        if leaving:
            await page.keyboard.press(leaving)
            await expect(field(page)).to_have_value("a draft")
    await field(page).fill("first, corrected")
    await page.keyboard.press("Enter")
    await bot.heard("first, corrected", edited=True)
    await expect(field(page)).to_have_value("a draft")


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
