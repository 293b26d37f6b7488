"""The page as a Mini App: in Telegram's colours, with its back button and its main button, in an app and in a frame."""

import json
from collections.abc import AsyncIterator
from urllib.parse import quote, urlencode

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Frame, Page, Route, expect

from bot.api.login import key_of
from bot.chat.languages import Languages, Preferences
from bot.database.engine import Database
from bot.values.owner import Owner
from tests.api.serving import served, token
from tests.api.test_mini_app import ALICE, BOT_TOKEN, signed
from tests.browser.conftest import Complaints
from tests.page.conftest import PHONE, Keepsake

pytestmark = pytest.mark.asyncio(loop_scope="session")

THEME = {"bg_color": "#17212b", "secondary_bg_color": "#232e3c", "text_color": "#f5f5f5", "link_color": "#6ab3f3"}
APP = """window.sent = [];
window.TelegramWebviewProxy = {postEvent: (type, data) => window.sent.push([type, JSON.parse(data)])};"""
"""What Telegram's apps give to a page."""
WEB = "https://web.telegram.org"


@pytest_asyncio.fixture(loop_scope="session")
async def telegrams(database_url: str, owner: Owner) -> AsyncIterator[Keepsake]:
    """The API of a bot with a Mini App, served."""
    database = Database(database_url)
    async with served(database, owner.bot_id, {owner.user_id}, mini_app_key=key_of(BOT_TOKEN)) as url:
        headers = {"Authorization": f"Bearer {await token(database, owner)}"}
        async with httpx.AsyncClient(base_url=url, headers=headers) as http:
            yield Keepsake(url, http, database, owner, Languages(database, Preferences(database)))
    await database.close()


def address(keepsake: Keepsake, init_data: str) -> str:
    """Return the address that Telegram opens."""
    given = {"tgWebAppData": init_data, "tgWebAppVersion": "8.0", "tgWebAppThemeParams": json.dumps(THEME)}
    return f"{keepsake.url}/#{urlencode(given, quote_via=quote)}"


async def press(page: Page, event: str) -> None:
    """Press a button of Telegram's."""
    await page.evaluate("event => window.Telegram.WebView.receiveEvent(event, null)", event)


async def shows_back(page: Page, *, shows: bool) -> None:
    """Wait until the page has told Telegram whether its back button is shown."""
    last = "shows => window.sent.findLast(([type]) => type === 'web_app_setup_back_button')?.[1].is_visible === shows"
    await page.wait_for_function(last, arg=shows)


async def last(page: Page, event: str) -> object:
    """Return what the page has told Telegram last by an event."""
    return await page.evaluate("event => window.sent.findLast(([type]) => type === event)?.[1] ?? null", event)


async def test_it_is_logged_in_and_has_telegrams_colours_and_buttons(
    context: BrowserContext, telegrams: Keepsake
) -> None:
    memory_id = await telegrams.remember("Alec is the user's boss", "person", "Alec")
    page = await context.new_page()
    await page.set_viewport_size(PHONE)
    await page.add_init_script(APP)
    await page.goto(address(telegrams, signed(ALICE)))
    await page.get_by_role("link", name="Alec is the user's boss").click()
    assert await last(page, "web_app_ready") == {}
    assert await page.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor") == "rgb(23, 33, 43)"
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert await context.cookies() == []
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_role("textbox", name="Memory", exact=True).fill("Alec is the user's mentor")
    assert await last(page, "web_app_setup_main_button") == {"is_visible": True, "is_active": True, "text": "Save"}
    await press(page, "main_button_pressed")
    await expect(page.locator(".versions ins")).to_have_text("mentor")
    assert (await telegrams.memory(memory_id))["content"] == "Alec is the user's mentor"
    assert await last(page, "web_app_setup_main_button") == {"is_visible": False}
    await shows_back(page, shows=True)
    await press(page, "back_button_pressed")
    await expect(page.get_by_role("searchbox")).to_be_visible()
    await shows_back(page, shows=False)
    await telegrams.remember("Anna is the user's sister", "person", "Anna")
    await expect(page.get_by_role("link", name="Anna")).to_be_visible()
    await page.close()


async def test_a_link_with_init_data_outside_telegram_logs_nobody_in(
    context: BrowserContext, telegrams: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("401",)
    page = await context.new_page()
    await page.goto(address(telegrams, signed(ALICE)))
    await expect(page.get_by_text("/memory open")).to_be_visible()
    await page.close()


async def test_telegrams_web_client_shows_it_in_a_frame(context: BrowserContext, telegrams: Keepsake) -> None:
    await telegrams.remember("Alec is the user's boss", "person", "Alec")
    inner = address(telegrams, signed(ALICE)).replace("&", "&amp;")
    outer = f"""<!doctype html><title>Telegram</title><iframe src="{inner}" width="390" height="700"></iframe>
    <script>window.heard = [];
    addEventListener("message", (it) => heard.push(JSON.parse(it.data).eventType))</script>"""

    async def answer(route: Route) -> None:
        await route.fulfill(body=outer, content_type="text/html")

    await context.route(f"{WEB}/**", answer)
    await context.grant_permissions(["local-network-access"], origin=WEB)  # the test's server is on this machine
    page = await context.new_page()
    await page.goto(f"{WEB}/a/")
    frame: Frame = page.frames[1]
    await frame.get_by_role("link", name="Alec is the user's boss").click()
    await expect(frame.get_by_role("region", name="History")).to_be_visible()
    assert {"web_app_ready", "web_app_setup_back_button"} <= set(await page.evaluate("window.heard"))
    pressed = json.dumps({"eventType": "back_button_pressed"})
    await page.evaluate("event => frames[0].postMessage(event, '*')", pressed)
    await expect(frame.get_by_role("searchbox")).to_be_visible()
    await page.close()
