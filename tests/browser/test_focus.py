"""The focus survives a redraw."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import Bot, entity
from tests.conftest import TOKEN
from tests.telling import Telling, memory

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def telling() -> Telling:
    """A bot with two memories, at first."""
    return Telling(memory("Alec0001", "Alec is the user's boss"), memory("Zoe00001", "Zoe is the user's sister"))


@pytest.fixture
def requests() -> SentRequests:
    return SentRequests()


@pytest.fixture
def api(telling: Telling, requests: SentRequests) -> BotApi:
    """A server whose page has a panel."""
    return BotApi(TOKEN, insight=Insight(requests, telling))


@pytest_asyncio.fixture(loop_scope="session")
async def request_panel(page: Page, requests: SentRequests) -> AsyncIterator[Locator]:
    """The panel with a request."""
    requests.sent(request("Hi"))
    await page.get_by_role("tab", name="Last request").click()
    panel = page.get_by_role("tabpanel", name="Last request")
    await expect(panel).to_contain_text("Request 1")
    yield panel


def keys(*texts: str) -> object:
    return {"inline_keyboard": [[{"text": text, "callback_data": text} for text in texts]]}


def request(*said: str) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": it} for it in said]}).encode()


def key(page: Page, text: str) -> Locator:
    return page.locator(".keys").get_by_role("button", name=text)


@pytest.mark.parametrize(
    ("before", "pressed", "after", "focused"),
    [
        (("Next ▶️",), "Next ▶️", ("◀️ Back", "Next ▶️"), "Next ▶️"),
        (("1", "↩️ Undo"), "↩️ Undo", ("1", "Again"), "Again"),
    ],
    ids=["same text", "same place"],
)
async def test_a_pressed_key_hands_the_focus_to_its_successor(
    page: Page, bot: Bot, before: tuple[str, ...], pressed: str, after: tuple[str, ...], focused: str
) -> None:
    message_id = await bot.send("one", reply_markup=keys(*before))
    await key(page, pressed).focus()
    await page.keyboard.press("Enter")
    await bot.pressed()
    await bot.edit(message_id, "two", reply_markup=keys(*after))
    await expect(page.locator(".theirs")).to_contain_text("two")
    await expect(key(page, focused)).to_be_focused()


async def test_the_message_takes_the_focus_of_keys_that_go(page: Page, bot: Bot) -> None:
    message_id = await bot.send("Remembered", reply_markup=keys("↩️ Undo"))
    await key(page, "↩️ Undo").focus()
    await bot.edit(message_id, "Undone")
    await expect(page.locator(".theirs")).to_contain_text("Undone")
    await expect(page.locator(".theirs")).to_be_focused()


async def test_what_is_focused_in_a_growing_text_stays_so(page: Page, bot: Bot) -> None:
    texts = ("Say one", "Say one or two")
    message_id = await bot.send(texts[0], entities=[entity("code", texts[0], "one")])
    await page.locator(".text code").focus()
    await bot.edit(message_id, texts[1], entities=[entity("code", texts[1], it) for it in ("one", "two")])
    await expect(page.locator(".text code")).to_have_text(["one", "two"])
    await expect(page.locator(".text code").first).to_be_focused()


async def test_the_message_beside_takes_the_focus_of_one_that_goes(page: Page, bot: Bot) -> None:
    message_id = await bot.send("gone soon")
    await page.locator(".theirs").focus()
    await bot.call("deleteMessage", message_id=message_id)
    await expect(page.locator(".message")).to_have_count(1)
    await expect(page.locator(".mine")).to_be_focused()
    await expect(page.locator(".mine")).to_have_attribute("tabindex", "0")


async def test_the_way_to_read_a_request_is_chosen_with_a_key(page: Page, request_panel: Locator) -> None:
    chooser = request_panel.get_by_role("button", name="As sent")
    await chooser.focus()
    await page.keyboard.press("Enter")
    await expect(chooser).to_have_attribute("aria-pressed", "true")
    await expect(chooser).to_be_focused()


async def test_another_request_leaves_the_focus_where_it_is(request_panel: Locator, requests: SentRequests) -> None:
    for focused in (request_panel.get_by_role("button", name="Copy"), request_panel.locator("summary").first):
        await focused.focus()
        requests.sent(request("Hi", "there"))
        await expect(request_panel).to_contain_text(f"Request {requests.changes}")
        await expect(focused).to_be_focused()
    await request_panel.locator("summary").last.focus()
    requests.sent(request("Hi"))
    await expect(request_panel.locator("summary")).to_have_count(1)
    await expect(request_panel).to_be_focused()


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
