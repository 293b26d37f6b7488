"""What other apps share with the installed page fills in a form; it is kept only if that is saved."""

from urllib.parse import urlencode

import pytest
from playwright.async_api import BrowserContext, Page, expect

from bot.database import access_tokens, notebook
from tests.browser.conftest import Complaints
from tests.page.conftest import Keepsake

pytestmark = pytest.mark.asyncio(loop_scope="session")

FERRY = "https://ferry.example/times?day=7"


async def share(page: Page, keepsake: Keepsake, **shared: str) -> None:
    """Open the page as a phone does when something is shared with it."""
    await page.goto(f"{keepsake.url}/share?{urlencode(shared)}")
    await expect(page.get_by_role("group", name="Keep as")).to_be_visible()


async def notes(keepsake: Keepsake) -> list[dict[str, str]]:
    """Return the stored notes."""
    return list((await keepsake.http.get("/api/notes/")).json()["notes"])


async def test_a_note_is_filled_in_and_kept_only_once_saved(page: Page, keepsake: Keepsake) -> None:
    await share(page, keepsake, title="Ferry <b>times</b>", text="Sails at 7:40", url=FERRY)
    await expect(page.get_by_label("Name")).to_have_value("Ferry <b>times</b>")
    await expect(page.get_by_label("Text")).to_have_value(f"Sails at 7:40\n{FERRY}")
    assert page.url == f"{keepsake.url}/#/notes/shared"
    assert await notes(keepsake) == []
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name="Ferry <b>times</b>")).to_be_visible()
    (note,) = await notes(keepsake)
    assert note["content"] == f"Sails at 7:40\n{FERRY}"
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_label("Text").fill(f"Sails at 7:50\n{FERRY}")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("v2")).to_be_visible()
    async with keepsake.database.transaction() as tx:
        versions = await notebook.versions(tx, note["id"], skip=0, most=5)
    assert [it.untrusted for it in versions] == [True, True]  # it is somebody else's text, as the model is told


async def test_what_is_shared_before_the_login_is_filled_in_after_it_once(
    context: BrowserContext, complaints: Complaints, keepsake: Keepsake
) -> None:
    complaints.expected = ("401 (Unauthorized)",)
    page = await context.new_page()
    await page.goto(f"{keepsake.url}/share?{urlencode({'title': 'Ferry', 'text': 'Sails at 7:40'})}")
    await expect(page.locator(".login")).to_be_visible()
    await page.close()
    async with keepsake.database.transaction() as tx:
        key = await access_tokens.add_link(tx, keepsake.owner)
    page = await context.new_page()
    await page.goto(f"{keepsake.url}/login?key={key}")
    await expect(page.get_by_label("Name")).to_have_value("Ferry")
    await expect(page.get_by_label("Text")).to_have_value("Sails at 7:40")
    await page.get_by_role("button", name="Memory", exact=True).click()
    await expect(page.get_by_role("textbox", name="Memory")).to_have_value("Sails at 7:40")
    await page.wait_for_function("() => localStorage.getItem('shared') === null")
    await page.goto(f"{keepsake.url}/")
    await expect(page.locator("nav")).to_be_visible()
    await expect(page.get_by_label("Name")).to_have_count(0)
    await page.close()
