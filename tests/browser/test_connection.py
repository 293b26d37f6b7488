"""The page lives through a server that goes away and comes back."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, expect

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.browser.conftest import Complaints, opened
from tests.conftest import TOKEN

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_lost_connection_is_said_and_heals_by_itself(
    context: BrowserContext, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.expected = ("net::ERR_",)
    async with AsyncExitStack() as pages:
        before = BotApi(TOKEN, tmp_path)
        async with serve(before.app) as url:
            page = await pages.enter_async_context(opened(context, url))
            before.send_text("before")
            gone = before.send_text("deleted meanwhile")
            await expect(page.locator(".message")).to_have_count(2)
        banner, field = page.get_by_role("alert"), page.locator("#text")
        await expect(banner).to_have_text("The server is not running. This page reconnects by itself.")
        await field.fill("written meanwhile")
        await page.keyboard.press("Enter")
        await expect(page.locator("#toast")).to_have_text("Not sent: the server is not running.")
        await expect(field).to_have_value("written meanwhile")
        after = BotApi(TOKEN, tmp_path)
        async with serve(after.app, port=int(url.rpartition(":")[2])):
            after.delete_message(gone)
            after.send_text("after")
            await expect(banner).to_be_hidden()
            await expect(page.locator(".message .bubble")).to_contain_text(["before", "after"])
            await page.keyboard.press("Enter")
            await after.wait_for(lambda: after.messages()[-1].text == "written meanwhile")
            await page.close()
