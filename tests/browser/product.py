"""The product in practice mode, as a process, and its page."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.conftest import opened
from tests.conftest import data_folder
from tests.process import BotProcess


@asynccontextmanager
async def practising(context: BrowserContext, folder: Path, **settings: str) -> AsyncIterator[Page]:
    """Run the bot without a token, and open its page."""
    with data_folder() as data:
        process = BotProcess(folder, {"DATA_DIR": str(data), "TIMEZONE": "Europe/London", **settings})
        try:
            await process.start()
            address = re.search(r"Chat here: (\S+)", "\n".join(process.output))
            assert address, process.output
            async with opened(context, address[1]) as page:
                yield page
        finally:
            await process.stop()


async def say(page: Page, text: str, *, answer: str) -> None:
    """Say something, and wait for words of a new answer."""
    before = await page.locator(".message.theirs").count()
    await page.locator("#text").fill(text)
    await page.locator("#text").press("Enter")
    await expect(page.locator(".message.theirs").nth(before)).to_contain_text(answer)
