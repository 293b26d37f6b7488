"""The page with the keyboard alone."""

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, open_view


async def test_memories_are_searched_opened_edited_deleted_and_brought_back(page: Page, keepsake: Keepsake) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await keepsake.remember("Anna is the user's sister", "person", "Anna")
    await open_view(page, keepsake)
    keys = page.keyboard
    await expect(page.locator(".rows li")).to_have_count(2)
    await keys.press("/")
    await expect(page.get_by_role("searchbox")).to_be_focused()
    await keys.type("user")
    await keys.press("Enter")
    alec, anna = page.get_by_role("link", name="Alec is"), page.get_by_role("link", name="Anna is")
    await expect(alec).to_be_focused()
    await keys.press("j")
    await expect(anna).to_be_focused()
    await keys.press("k")
    await keys.press("Enter")
    opened = page.get_by_role("region", name="Memory", exact=True)
    await expect(opened).to_be_focused()
    await keys.press("e")
    text = page.get_by_role("textbox", name="Memory", exact=True)
    await expect(text).to_be_focused()
    await text.fill("Alec is the user's mentor")
    await keys.press("Control+Enter")
    await expect(opened.locator("ins")).to_have_text("mentor")
    await keys.press("p")
    await expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    await keys.press("Escape")
    await expect(opened).to_be_hidden()
    await expect(alec).to_be_focused()
    await keys.press("Enter")
    await expect(opened.get_by_role("button", name="Delete")).to_be_visible()
    await keys.press("#")
    await expect(alec).to_be_hidden()
    await keys.press("z")
    await expect(alec).to_be_visible()
    assert (await keepsake.memory(memory_id))["content"] == "Alec is the user's mentor"
    await keys.press("g")
    await keys.press("n")
    await expect(page.get_by_role("heading", name="Notes", level=1)).to_be_visible()
    await keys.press("?")
    await expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Go to Conversations")
    await keys.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
