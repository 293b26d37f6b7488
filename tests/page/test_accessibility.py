"""No view has anything to which axe objects: light on a desk, and dark, in Arabic, on a phone."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.page.conftest import DESK, PHONE, Keepsake, open_view
from tests.page.test_right_to_left import fill


@pytest.mark.parametrize(
    ("size", "language", "views"),
    [(DESK, "en", ["memories", "timeline", "transfer", "usage"]), (PHONE, "ar", ["memories/new", "more"])],
    ids=["light", "dark"],
)
async def test_axe_objects_to_nothing(page: Page, keepsake: Keepsake, language: str, views: list[str]) -> None:
    opened = await fill(keepsake)
    await keepsake.choose(language)
    await page.emulate_media(color_scheme="dark" if language == "ar" else "light", reduced_motion="reduce")
    for view in [*views, *opened]:
        await open_view(page, keepsake, view)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.locator(".waiting")).to_have_count(0)
        found = await Axe().run(page)
        assert found.violations_count == 0, (view, found.generate_report())
