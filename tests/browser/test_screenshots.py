"""A screenshot of a real conversation for the docs, taken only into a folder that KEEPSAKE_SCREENSHOTS names."""

import os
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.product import practising, say

FOLDER = os.environ.get("KEEPSAKE_SCREENSHOTS", "")
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not FOLDER, reason="KEEPSAKE_SCREENSHOTS names no folder"),
]

DESK: ViewportSize = {"width": 1280, "height": 800}
LARGEST = 300_000
PASSING = ".message.writing, .memory.changed, #toast:not([hidden])"


async def picture(page: Page, folder: Path, name: str) -> None:
    """Take a picture when nothing is passing any more."""
    await page.mouse.move(0, 0)
    await expect(page.locator(PASSING)).to_have_count(0)
    file = folder / f"{name}.png"
    await page.screenshot(path=file, animations="disabled", caret="hide")
    assert file.stat().st_size < LARGEST


async def test_a_conversation_is_pictured(context: BrowserContext, tmp_path: Path, database_url: str) -> None:
    async with practising(context, tmp_path, DATABASE_URL=database_url) as page:
        await page.set_viewport_size(DESK)
        await say(page, "Remember that I like tea", answer="💾")
        await say(page, "Remember that Alec is my boss", answer="💾")
        await say(page, "/new", answer="conversation")
        await say(page, "What do you know about me?", answer="tea")
        await say(page, "Who is Alec?", answer="boss")
        await say(page, "Actually, Alec is my mentor now, not my boss", answer="✏️")
        await page.locator(".memory summary", has_text="Alec").click()
        await page.locator("#text").focus()
        await picture(page, Path(FOLDER), "chat")
