"""What pages of other sites can do in a browser that is logged in: open the page by a link, and nothing else."""

import json
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route as Address

from bot.doors.store import access_tokens
from practice.serving import serve
from tests.browser.conftest import EVIL, Complaints
from tests.page.conftest import Keepsake

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


@pytest.mark.parametrize("host", ["localhost"])
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


async def test_no_name_of_another_site_leads_to_the_page(
    page: Page, keepsake: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("421",)
    for name in ("a", "a{b", "127.0.0.1{"):
        answer = await page.goto(keepsake.url.replace("127.0.0.1", f"{name}.{EVIL}"))
        assert answer
        assert answer.status == 421, name


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
