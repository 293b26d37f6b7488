"""Reminders on the page: set in words, changed, cancelled with undo."""

import re

from playwright.async_api import Page, expect

from tests.browser.conftest import Complaints
from tests.page.conftest import Keepsake, open_view


async def test_a_reminder_is_set_changed_and_cancelled_with_undo(
    page: Page, keepsake: Keepsake, complaints: Complaints
) -> None:
    complaints.expected = ("422",)
    await open_view(page, keepsake, "reminders")
    await expect(page.get_by_text("No reminders.")).to_be_visible()
    await page.get_by_role("button", name="New reminder").click()
    await expect(page.get_by_label("When")).to_be_focused()
    await page.get_by_label("Text").fill("Call Anna")
    for when in ("on the day after never", "tomorrow at 9"):
        await page.get_by_label("When").fill(when)
        await page.get_by_role("button", name="Save").click()
        if when != "tomorrow at 9":
            await expect(page.locator(".refusal")).to_be_visible()
    opened = page.get_by_role("region", name="Reminder", exact=True)
    await expect(opened.get_by_role("heading", level=2)).to_contain_text("09:00")
    await opened.get_by_role("button", name="Edit").click()
    await expect(page.get_by_label("When")).to_have_accessible_description(re.compile("^Now: .*, 09:00$"))
    await page.get_by_label("When").fill("every weekday at 8")
    await page.get_by_label("Text").fill("Call Anna and Alec")
    await page.get_by_role("button", name="Save").click()
    await expect(opened).to_contain_text("every weekday")
    await expect(opened).not_to_contain_text("FREQ")
    await opened.get_by_role("button", name="Edit").click()
    await expect(page.get_by_label("When")).to_have_accessible_description(
        re.compile("^Now: .*, 08:00, every weekday$")
    )
    await page.get_by_role("button", name="Cancel", exact=True).click()
    await opened.get_by_role("button", name="Cancel this reminder").click()
    await expect(page.get_by_text("No reminders.")).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("link", name="Call Anna and Alec")).to_contain_text("recurring")
    (reminder,) = (await keepsake.http.get("/api/reminders/")).json()["reminders"]
    assert reminder["text"] == "Call Anna and Alec"
