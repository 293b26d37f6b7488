"""Conversations on the page: listed, found by what was said, and read as a chat."""

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, open_view
from tests.past import talk


async def test_what_was_said_is_found_and_shown_in_its_place(page: Page, keepsake: Keepsake) -> None:
    turns = [[f"user: This is message {number}", "you: I see."] for number in range(70)]
    await talk(keepsake.database, keepsake.owner, *turns, ["user: 🛶 My boat is called Marlin", "you: A fine name!"])
    await open_view(page, keepsake, "conversations")
    await page.get_by_role("searchbox", name="Search conversations").fill("boat")
    await expect(page.locator(".rows mark")).to_have_text("boat")
    await page.get_by_role("link", name="boat").click()
    sought = page.locator(".turn.sought")
    await expect(sought).to_contain_text("My boat is called Marlin")
    await expect(sought).to_be_in_viewport()
