"""A screenshot for the docs, taken only into a folder that KEEPSAKE_SCREENSHOTS names."""

import os
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.doors.http.serving import token
from tests.page.conftest import DESK, Keepsake, learn, open_view

FOLDER = os.environ.get("KEEPSAKE_SCREENSHOTS", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="KEEPSAKE_SCREENSHOTS names no folder")

LARGEST = 300_000
MEMORIES = (
    ("context", "Work", "The user works as a structural engineer in Bristol"),
    ("context", None, "The user lives at the harbour, with a view of the boats"),
    ("person", "Anna", "Anna is the user's sister; she lives in Munich with her children, Max (7) and Lea (4)"),
    ("preference", "Food", "The user is vegetarian, and allergic to hazelnuts"),
    ("preference", None, "The user prefers answers in metric units"),
    ("preference", "Travel", "The user likes window seats on trains"),
    ("project", "Kayak", "The user builds a cedar-strip kayak; the hull is done, the deck is next"),
    ("project", "Spanish", "The user learns Spanish, 20 minutes every morning"),
)


async def picture(page: Page, folder: Path, name: str) -> None:
    """Take a picture when nothing is passing any more."""
    await page.mouse.move(0, 0)
    await expect(page.locator(".waiting, .changed")).to_have_count(0)
    file = folder / f"{name}.png"
    await page.screenshot(path=file, animations="disabled", caret="hide")
    assert file.stat().st_size < LARGEST


async def test_the_page_is_pictured(page: Page, keepsake: Keepsake) -> None:
    for category, subject, content in MEMORIES:
        await keepsake.remember(content, category, subject)
    alec = await learn(
        keepsake, "Alec is my boss, and he likes short mails", "Alec is the user's boss, and likes short mails"
    )
    bearer = await token(keepsake.database, keepsake.owner, "Claude Desktop")
    mentor = {"content": "Alec is the user's mentor, and likes short mails"}
    headers = {"Authorization": f"Bearer {bearer}"}
    assert (await keepsake.http.put(f"/api/memory/{alec}", json=mentor, headers=headers)).status_code == 200
    await keepsake.http.put(f"/api/memory/{alec}/pin")
    await page.set_viewport_size(DESK)
    await open_view(page, keepsake, f"memories/{alec}")
    await expect(page.locator(".versions blockquote")).to_be_visible()
    await picture(page, Path(FOLDER), "page")
