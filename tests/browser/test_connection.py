"""The page survives a server that goes away and comes back."""

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, expect
from starlette.types import Receive, Scope, Send

from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.browser.conftest import Complaints, opened
from tests.conftest import TOKEN

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_lost_connection_is_reported_and_restored_by_itself(
    context: BrowserContext, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.expected = ("net::ERR_",)
    servers = [BotApi(TOKEN, tmp_path)]

    async def newest(scope: Scope, receive: Receive, send: Send) -> None:
        await servers[-1].app(scope, receive, send)

    async with Place(newest) as place, opened(context, place.url) as page:
        servers[0].send_text("before")
        gone = servers[0].send_text("deleted meanwhile")
        await expect(page.locator(".message")).to_have_count(2)
        await place.close()
        banner, field = page.get_by_role("alert"), page.locator("#text")
        await expect(banner).to_have_text("The server isn't running. This page reconnects when it is back.")
        await field.fill("written meanwhile")
        await page.keyboard.press("Enter")
        await expect(page.locator("#toast")).to_have_text("Not sent: the server isn't running.")
        await expect(field).to_have_value("written meanwhile")
        servers.append(after := BotApi(TOKEN, tmp_path))
        await place.open()
        after.delete_message(gone)
        after.send_text("after")
        await expect(banner).to_be_hidden()
        await expect(page.locator(".message .bubble")).to_contain_text(["before", "after"])
        await page.keyboard.press("Enter")
        await after.wait_for(lambda: after.messages()[-1].text == "written meanwhile")
