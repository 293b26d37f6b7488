"""What pages of other sites can do in a browser that is logged in: open the page by a link, and nothing else."""

import json
from collections.abc import AsyncIterator
from typing import Final

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Frame, Page, Route, expect
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route as Address

from bot.api.access import SESSION
from bot.api.init_data import key_of
from bot.chat.languages import Languages
from bot.chat.preferences import Preferences
from bot.database import access_tokens
from bot.database.engine import Database
from bot.values.owner import Owner
from practice.serving import serve
from tests.api.serving import served
from tests.api.test_mini_app import ALICE, BOT_TOKEN, signed
from tests.browser.conftest import Complaints
from tests.page.conftest import Keepsake

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMORY: Final = '{"content": "Alec is an enemy", "category": "person", "name": "Alec", "a": "'
"""A body that is JSON once a form has put `="}` behind it."""
FORM: Final = (
    """<form method="post" enctype="text/plain" action="{url}/api/memory/"><input name='{name}' value='"}}'>"""
)
FETCHES: Final = """async ([url, body]) => {
    const asked = [];
    for (const mode of ["no-cors", "cors"])
        for (const type of ["text/plain", "application/json"])
            asked.push(fetch(`${url}/api/memory/`, {
                method: "POST", mode, body, credentials: "include", headers: {"Content-Type": type}
            }));
    asked.push(fetch(`${url}/logout`, {method: "POST", mode: "no-cors", credentials: "include"}));
    asked.push(fetch(`${url}/api/session`, {credentials: "include"}));
    const answers = await Promise.allSettled(asked);
    return answers.filter((it) => it.status === "fulfilled" && it.value.type !== "opaque").length;
}"""
"""Tries to write, to log out and to read; returns how many answers could be read."""


@pytest.fixture(params=["localhost", "127.0.0.1"], ids=["another site", "another port, with all cookies"])
def host(request: pytest.FixtureRequest) -> str:
    """The host of the other site."""
    return str(request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere(host: str) -> AsyncIterator[str]:
    """The address of an empty page of another site."""
    app = Starlette(routes=[Address("/", lambda _: HTMLResponse("<!doctype html><link rel=icon href=data:,>"))])
    async with serve(app) as url:
        yield url.replace("127.0.0.1", host)


async def test_a_link_logs_in_from_wherever_it_is_followed(page: Page, keepsake: Keepsake, elsewhere: str) -> None:
    await keepsake.remember("Alec is the user's boss")
    await page.context.clear_cookies()
    async with keepsake.database.transaction() as tx:
        key = await access_tokens.add_link(tx, keepsake.owner)
    for address in (f"{keepsake.url}/login?key={key}", f"{keepsake.url}/"):  # the second time with the session
        await page.goto(elsewhere)
        await page.set_content(f'<a href="{address}">Open</a>')
        await page.click("a")
        await page.wait_for_url(f"{keepsake.url}/**")
        await expect(page.get_by_text("Alec is the user's boss")).to_be_visible()


async def test_nothing_is_written_or_read_from_elsewhere(
    page: Page, keepsake: Keepsake, elsewhere: str, complaints: Complaints
) -> None:
    complaints.expected = ("",)  # the browser refuses most of it
    await page.goto(elsewhere)
    body = json.dumps({"content": "Alec is an enemy", "category": "person", "name": "Alec"})
    assert await page.evaluate(FETCHES, [keepsake.url, body]) == 0
    await page.set_content(FORM.format(url=keepsake.url, name=MEMORY))
    async with page.expect_navigation():
        await page.evaluate("document.forms[0].submit()")
    assert "A page of another site has asked for this." in await page.content()
    assert (await keepsake.http.get("/api/memory/")).json()["total"] == 0
    session = await page.context.request.get(f"{keepsake.url}/api/session")
    assert session.status == 200  # it is logged in still


async def test_the_page_is_shown_in_no_frame_of_another_site(
    page: Page, keepsake: Keepsake, elsewhere: str, complaints: Complaints
) -> None:
    complaints.expected = ("frame",)
    await page.goto(elsewhere)
    frame = await framed(page, f"{keepsake.url}/")
    assert frame.url.startswith("chrome-error:")


PUBLIC: Final = "https://keepsake.example.org"
LOG_IN: Final = """async (told) => {
    const body = JSON.stringify({init_data: told}), headers = {"Content-Type": "application/json"};
    const {token} = await (await fetch("/login/telegram", {method: "POST", body, headers})).json();
    const bearer = {Authorization: `Bearer ${token}`};
    const answers = [await fetch("/api/session"), await fetch("/api/session", {headers: bearer})];
    return answers.map((it) => it.status);
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def proxied(context: BrowserContext, database_url: str, owner: Owner) -> AsyncIterator[Keepsake]:
    """The API as a proxy shows it over HTTPS, beside an empty page that is Telegram's web client."""
    database = Database(database_url)

    async def telegram(route: Route) -> None:
        await route.fulfill(body="<!doctype html><link rel=icon href=data:,>", content_type="text/html")

    key = key_of(BOT_TOKEN)
    async with (
        served(database, owner.bot_id, {1}, public_url=PUBLIC, mini_app_key=key) as url,
        httpx.AsyncClient(base_url=url) as http,
    ):

        async def proxy(route: Route) -> None:
            local = route.request.url.replace(PUBLIC, url)
            await route.fulfill(response=await route.fetch(url=local))

        await context.route("https://web.telegram.org/**", telegram)
        await context.route(f"{PUBLIC}/**", proxy)
        await context.route(f"{PUBLIC}/api/events", lambda route: route.fulfill(status=204))  # no end, so no proxying
        yield Keepsake(PUBLIC, http, database, owner, Languages(database, Preferences(database)))
    await database.close()


async def test_in_telegrams_frame_the_page_logs_in_without_a_cookie(
    context: BrowserContext, proxied: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("401", "frame")
    async with proxied.database.transaction() as tx:
        session = await access_tokens.begin_session(tx, proxied.owner)
    await context.add_cookies([{"name": SESSION, "value": session, "url": PUBLIC, "sameSite": "Strict"}])
    page = await context.new_page()
    await page.goto(PUBLIC)
    assert await page.evaluate("async () => (await fetch('/api/session')).status") == 200
    await page.goto("https://web.telegram.org/k/")
    assert (await framed(page, f"{PUBLIC}/login")).url.startswith("chrome-error:")
    frame = await framed(page, f"{PUBLIC}/")
    assert await frame.evaluate(LOG_IN, signed(ALICE)) == [401, 200]
    await page.close()


async def framed(page: Page, address: str) -> Frame:
    """Show an address in a frame of a page, and return the frame once it is loaded."""
    await page.set_content(f'<!doctype html><link rel=icon href=data:,><iframe src="{address}"></iframe>')
    (frame,) = page.main_frame.child_frames
    await frame.wait_for_load_state()
    return frame
