"""The commands above the field are all reachable, however many there are."""

import pytest
from playwright.async_api import Locator, Page, expect

from bot.telegram.help import commands, usages
from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot
from tests.conftest import TOKEN
from tests.telling import Telling

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = [f"/{it.command}" for it in commands() if it.command != "erase"]


@pytest.fixture
def api() -> BotApi:
    """A server that knows how the commands are used."""
    return BotApi(TOKEN, insight=Insight(SentRequests(), Telling(usages=usages())))


async def row(page: Page, bot: Bot) -> Locator:
    """Return the row, with the product's own commands."""
    await bot.call("setMyCommands", commands=[it.to_dict() for it in commands()])
    row = page.get_by_role("toolbar", name="Commands")
    await expect(row.get_by_role("button")).to_have_text(NAMES)
    return row


async def whole(row: Locator, name: str) -> None:
    """See to it that a chip can be seen from end to end."""
    await expect(row.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


async def test_a_wheel_reaches_every_command(page: Page, bot: Bot) -> None:
    chips = await row(page, bot)
    await expect(chips).to_have_class("after")
    last = chips.get_by_role("button", name=NAMES[-1], exact=True)
    await expect(last).not_to_be_in_viewport()
    await chips.hover()
    await page.mouse.wheel(0, 100)
    await expect(chips).to_contain_class("before after")
    await page.mouse.wheel(0, 2_000)
    await whole(chips, NAMES[-1])
    await expect(chips).to_have_class("before")
    await last.click()
    await bot.heard(NAMES[-1])
    await page.mouse.wheel(0, -2_000)
    await whole(chips, NAMES[0])


async def test_a_fade_shows_that_there_is_more(page: Page, bot: Bot) -> None:
    chips = await row(page, bot)
    await expect(chips).to_have_css("mask-image", "linear-gradient(-90deg, rgba(0, 0, 0, 0), rgb(0, 0, 0) 40px)")
    await bot.call("setMyCommands", commands=[commands()[0].to_dict()])
    await expect(chips).to_have_css("mask-image", "none")


async def test_tab_stops_once_and_arrows_move_along(page: Page, bot: Bot) -> None:
    chips = await row(page, bot)
    first, second = (chips.get_by_role("button", name=name, exact=True) for name in NAMES[:2])
    await first.focus()
    await page.keyboard.press("ArrowLeft")
    await expect(first).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(second).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Attach files")).to_be_focused()
    await page.keyboard.press("Shift+Tab")
    await expect(second).to_be_focused()
    for key, name in (("End", NAMES[-1]), ("ArrowRight", NAMES[-1]), ("ArrowLeft", NAMES[-2]), ("Home", NAMES[0])):
        await page.keyboard.press(key)
        await expect(chips.get_by_role("button", name=name, exact=True)).to_be_focused()
        await whole(chips, name)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await bot.heard(NAMES[1])


async def test_typed_text_becomes_the_argument_of_a_command(page: Page, bot: Bot) -> None:
    chips, field = await row(page, bot), page.locator("#text")
    search = chips.get_by_role("button", name="/search", exact=True)
    await field.fill("Volvo")
    await search.click()
    await expect(field).to_have_value("/search Volvo")
    await search.click()
    await expect(field).to_have_value("/search ")
    await chips.get_by_role("button", name="/resume", exact=True).click()
    await bot.heard("/resume")


async def test_a_command_that_needs_words_leaves_a_correction(page: Page, bot: Bot) -> None:
    chips, field = await row(page, bot), page.locator("#text")
    bot.api.send_text("Who is Alex?")
    await expect(page.locator(".message")).to_have_count(2)
    await field.press("ArrowUp")
    await expect(field).to_have_accessible_name("Edit message")
    await chips.get_by_role("button", name="/search", exact=True).click()
    await expect(field).to_have_accessible_name("Message")
    await expect(field).to_have_value("/search ")
