"""Getting in and out, the theme, and states that come and go: none has anything to which axe objects."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.browser.conftest import Complaints
from tests.page.conftest import Keepsake, at_both_sizes, open_view

pytestmark = [pytest.mark.asyncio(loop_scope="session"), at_both_sizes]


async def unobjectionable(page: Page) -> None:
    """Have axe look at the page."""
    await page.emulate_media(reduced_motion="reduce")
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


async def reach(page: Page, tool: str) -> None:
    """Press a button that a phone keeps behind More."""
    more = page.get_by_role("navigation").get_by_role("link", name="More")
    if await more.is_visible():
        await more.click()
    await page.get_by_role("button", name=tool).click()


async def test_who_logs_out_reads_how_to_get_in(page: Page, keepsake: Keepsake, complaints: Complaints) -> None:
    complaints.expected = ("401 (Unauthorized)",)
    await open_view(page, keepsake)
    await reach(page, "Log out")
    await expect(page.get_by_text("/memory open")).to_be_visible()
    await unobjectionable(page)
    await page.goto("about:blank")
    await page.goto(keepsake.url)
    await expect(page.get_by_text("/memory open")).to_be_visible()


async def test_the_theme_is_chosen_and_stays(page: Page, keepsake: Keepsake) -> None:
    await open_view(page, keepsake)
    await reach(page, "Switch between light and dark")
    await page.reload()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"


async def test_help_lists_the_keys(page: Page, keepsake: Keepsake) -> None:
    await open_view(page, keepsake)
    await reach(page, "Keyboard shortcuts")
    await expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Search")
    await unobjectionable(page)
    await page.get_by_role("button", name="Close").click()


async def test_a_toast_and_a_conflict_can_be_read_by_all(page: Page, keepsake: Keepsake) -> None:
    alec, anna = (
        await keepsake.remember("Alec is the user's boss"),
        await keepsake.remember("Anna is the user's sister"),
    )
    await open_view(page, keepsake, f"memories/{alec}")
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_role("button", name="Undo")).to_be_visible()
    await unobjectionable(page)
    await open_view(page, keepsake, f"memories/{anna}?edit")
    await page.get_by_role("textbox", name="Memory", exact=True).fill("Anna is the user's friend")
    await keepsake.update(anna, "Anna is the user's cousin")
    await expect(page.get_by_role("alert").filter(has_text="cousin")).to_be_visible()
    await unobjectionable(page)


async def test_closing_gives_the_focus_back_to_the_row(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss")
    await open_view(page, keepsake)
    row = page.get_by_role("link", name="Alec is the user's boss")
    await row.click()
    await page.get_by_role("button", name="Close").click()
    await expect(row).to_be_focused()
