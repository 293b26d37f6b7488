"""The heads of the views: each has its title, at the same height."""

import pytest
from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, at_both_sizes, open_view

pytestmark = [pytest.mark.asyncio(loop_scope="session"), at_both_sizes]

TITLES = ("Memories", "Timeline", "Notes", "Conversations", "Reminders", "Usage", "Prompt", "Import and export", "More")
ADDRESSES = {"Import and export": "transfer"}


async def test_each_view_shows_its_title_at_the_same_place(page: Page, keepsake: Keepsake) -> None:
    middles = set()
    for name in TITLES:
        await open_view(page, keepsake, ADDRESSES.get(name, name.lower()))
        title = page.locator(".head .title")
        await expect(title).to_have_text(name)
        box = await title.bounding_box()
        assert box
        assert box["width"] > len(name), f"{name} is hidden"
        middles.add(round(box["y"] + box["height"] / 2))
    assert len(middles) == 1, middles
