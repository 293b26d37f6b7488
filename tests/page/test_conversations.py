"""Conversations on the page: listed, found by what was said, and read as a chat."""

import pytest
from playwright.async_api import Page, expect

from tests.database.search.test_conversation_search import talk
from tests.page.conftest import Keepsake, open_view

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_conversation_is_read_as_a_chat(page: Page, keepsake: Keepsake) -> None:
    await talk(keepsake.database, keepsake.owner, ["user: My boat is called Marlin", "you: A fine name!"])
    await open_view(page, keepsake, "conversations")
    await page.get_by_role("link", name="My boat is called Marlin").click()
    chat = page.get_by_role("region", name="Conversation", exact=True)
    await expect(chat.get_by_role("article", name="You")).to_contain_text("My boat is called Marlin")
    await expect(chat.get_by_role("article", name="Keepsake")).to_contain_text("A fine name!")


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


async def test_what_was_never_said_is_not_found(page: Page, keepsake: Keepsake) -> None:
    await open_view(page, keepsake, "conversations")
    await expect(page.get_by_text("No conversations yet.")).to_be_visible()
    await page.get_by_role("searchbox").fill("boat")
    await expect(page.get_by_text("Nothing found.")).to_be_visible()
