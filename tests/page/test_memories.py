"""Memories on the page: found, read, edited in place, pinned, deleted and brought back."""

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, open_view


async def test_memories_are_found_as_their_words_are_typed(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await keepsake.remember("The user likes green tea", "preference")
    await open_view(page, keepsake)
    rows = page.locator(".rows li")
    await expect(rows).to_have_count(2)
    await page.get_by_role("searchbox", name="Search memories").press_sequentially("gre te")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("The user likes green tea")
    await expect(page.get_by_role("status").filter(has_text="1 memory")).to_be_visible()
    await page.get_by_role("searchbox").fill("tea coffee")
    await expect(page.get_by_text("These are similar:")).to_be_visible()
    await expect(rows).to_contain_text("green tea")
    await page.get_by_role("searchbox").fill("")
    await page.get_by_role("button", name="Person").click()
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("Alec is the user's boss")


async def test_a_memory_is_edited_with_its_history_deleted_with_undo_and_restored(
    page: Page, keepsake: Keepsake
) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await open_view(page, keepsake)
    await page.get_by_role("link", name="Alec is the user's boss").click()
    opened = page.get_by_role("region", name="Memory", exact=True)
    await opened.get_by_role("button", name="Edit").click()
    await opened.get_by_label("Memory", exact=True).fill("Alec is the user's mentor")
    await opened.get_by_role("button", name="Save").click()
    history = opened.get_by_role("region", name="History")
    await expect(history.locator("del")).to_have_text("boss")
    await expect(history.locator("ins")).to_have_text("mentor")
    await history.get_by_role("button", name="Undo this change").click()
    await expect(history.get_by_role("listitem")).to_have_count(3)
    assert (await keepsake.memory(memory_id))["content"] == "Alec is the user's boss"
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("No memories yet.")).to_be_visible()
    assert (await keepsake.memory(memory_id))["deleted_at"]
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".rows li")).to_have_count(1)
    assert not (await keepsake.memory(memory_id))["deleted_at"]
    await keepsake.http.delete(f"/api/memory/{memory_id}")
    await page.get_by_label("Deleted").check()
    await page.get_by_role("link", name="Alec is the user's boss").click()
    await page.get_by_role("button", name="Restore").click()
    await expect(page.get_by_role("button", name="Delete")).to_be_visible()
    assert not (await keepsake.memory(memory_id))["deleted_at"]


async def test_what_another_has_written_meanwhile_is_shown_and_ones_own_text_is_kept(
    page: Page, keepsake: Keepsake
) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await open_view(page, keepsake, f"memories/{memory_id}?edit")
    text = page.get_by_role("textbox", name="Memory", exact=True)
    await text.fill("Alec is the user's mentor")
    await keepsake.update(memory_id, "Alec is the user's friend")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_role("alert").filter(has_text="Someone changed this")).to_contain_text("friend")
    await expect(text).to_have_value("Alec is the user's mentor")
    assert (await keepsake.memory(memory_id))["content"] == "Alec is the user's friend"
    await page.get_by_role("button", name="Save mine").click()
    await expect(page.locator(".versions li")).to_have_count(3)
    assert (await keepsake.memory(memory_id))["content"] == "Alec is the user's mentor"


async def test_a_new_memory_is_written_and_a_similar_one_is_asked_about(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await open_view(page, keepsake)
    await page.get_by_role("button", name="New memory").click()
    await page.get_by_role("region", name="New memory").get_by_role("button", name="Person").click()
    await page.get_by_label("Subject").fill("Alec")
    await page.get_by_label("Memory", exact=True).fill("Alec likes tea very much")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert").filter(has_text="boss")).to_be_visible()
    await page.get_by_role("button", name="Store it anyway").click()
    await expect(page.get_by_role("region", name="History")).to_contain_text("Alec likes tea very much")


async def test_a_long_list_is_read_as_it_is_scrolled(page: Page, keepsake: Keepsake) -> None:
    lines = "".join(f"- The user owns boat number {number}\n" for number in range(120))
    await keepsake.http.post("/api/import", content=lines)
    await open_view(page, keepsake)
    rows = page.locator(".rows li")
    await expect(page.get_by_role("status").filter(has_text="120 memories")).to_be_visible()
    assert await rows.count() < 120
    while await rows.count() < 120:
        await rows.last.scroll_into_view_if_needed()
