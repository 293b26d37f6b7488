"""The page as a Mini App: in Telegram's colours, with its back button and its main button, in an app and in a frame."""

import json
from urllib.parse import quote, urlencode

from playwright.async_api import BrowserContext, Frame, Page, Route, expect

from tests.browser.conftest import Complaints
from tests.doors.http.test_mini_app import ALICE, signed
from tests.page.conftest import PHONE, Keepsake

THEME = {"bg_color": "#17212b", "secondary_bg_color": "#232e3c", "text_color": "#f5f5f5", "link_color": "#6ab3f3"}
APP = """window.sent = [];
window.TelegramWebviewProxy = {postEvent: (type, data) => window.sent.push([type, JSON.parse(data)])};"""
"""What Telegram's apps give to a page."""
WEB = "https://web.telegram.org"


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


async def test_it_is_logged_in_and_has_keepsake_colours_and_buttons(
    context: BrowserContext, keepsake: Keepsake
) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    page = await context.new_page()
    await page.set_viewport_size(PHONE)
    await page.add_init_script(APP)
    await page.goto(address(keepsake, signed(ALICE)))
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
    assert (await keepsake.memory(memory_id))["content"] == "Alec is the user's mentor"
    assert await last(page, "web_app_setup_main_button") == {"is_visible": False}
    await shows_back(page, shows=True)
    await press(page, "back_button_pressed")
    await expect(page.get_by_role("searchbox")).to_be_visible()
    await shows_back(page, shows=False)
    await keepsake.remember("Anna is the user's sister", "person", "Anna")
    await expect(page.get_by_role("link", name="Anna")).to_be_visible()
    await page.close()


async def test_a_link_with_init_data_outside_telegram_logs_nobody_in(
    context: BrowserContext, keepsake: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("401",)
    page = await context.new_page()
    await page.goto(address(keepsake, signed(ALICE)))
    await expect(page.get_by_text("/memory open")).to_be_visible()
    await page.close()


async def test_keepsake_web_client_shows_it_in_a_frame(context: BrowserContext, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    inner = address(keepsake, signed(ALICE)).replace("&", "&amp;")
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
