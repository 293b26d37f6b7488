"""Getting in and out on a phone, the theme, and a conflict: none has anything to which axe objects."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.browser.conftest import Complaints
from tests.page.conftest import PHONE, Keepsake, open_view


async def unobjectionable(page: Page) -> None:
    """Have axe look at the page."""
    await page.emulate_media(reduced_motion="reduce")
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


async def reach(page: Page, tool: str) -> None:
    """Press a button that a phone keeps behind More."""
    await page.get_by_role("navigation").get_by_role("link", name="More").click()
    await page.get_by_role("button", name=tool).click()


@pytest.mark.parametrize("size", [PHONE])
async def test_the_theme_stays_and_who_logs_out_reads_how_to_get_in(
    page: Page, keepsake: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("401 (Unauthorized)",)
    await open_view(page, keepsake)
    await reach(page, "Switch between light and dark")
    await page.reload()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    await reach(page, "Log out")
    await expect(page.get_by_text("/memory open")).to_be_visible()
    await unobjectionable(page)
    await page.goto("about:blank")
    await page.goto(keepsake.url)
    await expect(page.get_by_text("/memory open")).to_be_visible()


async def test_a_toast_and_a_conflict_can_be_read_by_all(page: Page, keepsake: Keepsake) -> None:
    alec = await keepsake.remember("Alec is the user's boss")
    anna = await keepsake.remember("Anna is the user's sister")
    await open_view(page, keepsake, f"memories/{alec}")
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_role("button", name="Undo")).to_be_visible()
    await unobjectionable(page)
    await open_view(page, keepsake, f"memories/{anna}?edit")
    await page.get_by_role("textbox", name="Memory", exact=True).fill("Anna is the user's friend")
    await keepsake.update(anna, "Anna is the user's cousin")
    await expect(page.get_by_role("alert").filter(has_text="cousin")).to_be_visible()
    await unobjectionable(page)
