"""A file is dropped anywhere, looked at, imported with undo; and everything is exported."""

import json

from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, open_view

FILE = "- The user likes green tea\n- Alec is the user's boss\n- x\n"
DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, {type: "text/markdown"}));
  for (const type of ["dragover", "drop"])
    document.querySelector("main").dispatchEvent(
      new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


async def test_a_dropped_file_is_shown_then_imported_and_taken_back(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("The user likes green tea", "preference")
    await open_view(page, keepsake)
    await expect(page.locator(".rows li")).to_have_count(1)
    await page.evaluate(DROP, [FILE, "memories.md"])
    await expect(page.get_by_role("heading", name="memories.md: 1 new memory")).to_be_focused()
    await expect(page.locator(".offered").first).to_contain_text("Alec is the user's boss")
    await expect(page.get_by_text("1 memory is skipped because it is already stored.")).to_be_visible()
    await expect(page.get_by_text("1 text can't be imported")).to_be_visible()
    assert (await keepsake.http.get("/api/memory/")).json()["total"] == 1
    await page.get_by_role("button", name="Import 1 memory").click()
    await expect(page.get_by_text("1 memory imported.")).to_be_visible()
    assert (await keepsake.http.get("/api/memory/")).json()["total"] == 2
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_text("Import undone: 1 memory removed.")).to_be_visible()
    assert (await keepsake.http.get("/api/memory/")).json()["total"] == 1


async def test_everything_is_downloaded(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await open_view(page, keepsake, "transfer")
    await expect(page.get_by_text("python -m bot import", exact=True)).to_be_visible()
    for name in ("JSON", "Markdown", "JSON Lines"):
        async with page.expect_download() as downloading:
            await page.get_by_role("link", name=name, exact=True).click()
        file = await (await downloading.value).path()
        assert "Alec is the user's boss" in file.read_text()
    assert json.loads(file.read_text().splitlines()[0])["subject"] == "Alec"
