"""Notes on the page: read, ticked, edited, deleted with undo, and their history."""

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, open_view

LIST = "For Saturday:\n- [ ] oat milk\n- [x] bread"


async def noted(keepsake: Keepsake, name: str = "Groceries", content: str = LIST) -> str:
    """Write a note and return its path."""
    return (await keepsake.http.post("/api/notes/", json={"name": name, "content": content})).headers["Location"]


async def test_an_item_is_ticked_also_after_the_note_has_been_changed(page: Page, keepsake: Keepsake) -> None:
    path = await noted(keepsake)
    await open_view(page, keepsake, "notes")
    await expect(page.locator(".rows li")).to_contain_text("1 of 2 done")
    await page.get_by_role("link", name="Groceries").click()
    await page.get_by_label("oat milk").check()
    await expect(page.get_by_text("v2")).to_be_visible()
    assert "- [x] oat milk" in (await keepsake.http.get(path)).json()["content"]
    changed = {"name": "Groceries", "content": f"- [ ] eggs\n{LIST}"}
    await keepsake.http.put(path, json=changed)
    await page.get_by_label("bread").uncheck()
    await expect(page.get_by_text("v4")).to_be_visible()
    await expect(page.get_by_label("eggs")).to_be_visible()
    assert (await keepsake.http.get(path)).json()["content"] == f"- [ ] eggs\n{LIST}".replace("[x]", "[ ]")


async def test_a_note_is_written_edited_and_deleted_with_undo(page: Page, keepsake: Keepsake) -> None:
    await open_view(page, keepsake, "notes")
    await expect(page.get_by_text("No notes yet.")).to_be_visible()
    await page.get_by_role("button", name="New note").click()
    await page.get_by_label("Name").fill("Kayak")
    await page.get_by_label("Text").fill("Use ash for the coaming.")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_label("Text").fill("Use oak for the coaming.")
    await page.get_by_label("Text").press("Control+Enter")
    await page.get_by_text("What changed").click()
    await expect(page.locator(".versions del")).to_have_text("ash")
    await expect(page.locator(".versions ins")).to_have_text("oak")
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("No notes yet.")).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("link", name="Kayak")).to_be_visible()
