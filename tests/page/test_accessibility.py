"""No view has anything to which axe objects, light or dark, on a desk or a phone."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.page.conftest import Keepsake, at_both_sizes, open_view

pytestmark = [pytest.mark.asyncio(loop_scope="session"), at_both_sizes]
VIEWS = (
    "memories",
    "memories/new",
    "timeline",
    "notes",
    "notes/shared",
    "memories/shared",
    "reminders",
    "conversations",
    "usage",
    "transfer",
    "more",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_objects_to_nothing(page: Page, keepsake: Keepsake, scheme: str) -> None:
    memory_id = await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await keepsake.update(memory_id, "Alec is the user's mentor")
    made = await keepsake.http.post("/api/notes/", json={"name": "Groceries", "content": "- [ ] milk\n- [x] bread"})
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    opened = (f"memories/{memory_id}", f"memories/{memory_id}?edit", f"notes/{made.json()['id']}")
    for view in (*VIEWS, *opened):
        await open_view(page, keepsake, view)
        await expect(page.locator(".waiting")).to_have_count(0)
        found = await Axe().run(page)
        assert found.violations_count == 0, (view, found.generate_report())
