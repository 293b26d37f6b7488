"""The timeline, and where a memory was learned."""

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, learn, open_view


async def test_what_became_of_memories_is_listed_with_what_changed(page: Page, keepsake: Keepsake) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await keepsake.update(memory_id, "Alec is the user's mentor")
    tea = await keepsake.remember("The user likes tea", "preference")
    await keepsake.http.delete(f"/api/memory/{tea}")
    await open_view(page, keepsake, "timeline")
    rows = page.locator(".rows li")
    await expect(rows).to_have_count(4)
    await expect(page.get_by_role("heading", name="Today")).to_be_visible()
    await expect(rows.nth(0)).to_contain_text("Deleted: The user likes tea")
    await expect(rows.nth(2).locator("del")).to_have_text("boss")
    await expect(rows.nth(2)).to_contain_text("through tests")
    await page.get_by_role("button", name="Changed").click()
    await expect(rows).to_have_count(1)
    await rows.get_by_role("link").click()
    await expect(page.get_by_role("region", name="Memory", exact=True)).to_contain_text("Alec is the user's mentor")


async def test_a_memory_shows_the_message_it_was_learned_from_and_its_conversation(
    page: Page, keepsake: Keepsake
) -> None:
    memory_id = await learn(keepsake, "Alec is my boss", "Alec is the user's boss")
    await open_view(page, keepsake, f"memories/{memory_id}")
    await expect(page.locator(".versions blockquote")).to_have_text("Alec is my boss")
    await page.get_by_role("link", name="Read the conversation").click()
    await expect(page.get_by_role("article", name="Keepsake")).to_contain_text("I'll remember that.")
