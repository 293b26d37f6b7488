"""What other apps share with the installed page fills in a form; it is kept only if that is saved."""

from urllib.parse import urlencode

from playwright.async_api import BrowserContext, expect

from bot.doors.store import access_tokens
from bot.features.notes.store import notes
from tests.browser.conftest import Complaints
from tests.page.conftest import Keepsake


async def test_what_is_shared_before_the_login_is_filled_in_after_it_and_kept_once_saved(
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
    await page.get_by_role("button", name="Note", exact=True).click()
    assert (await keepsake.http.get("/api/notes/")).json()["total"] == 0
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name="Ferry")).to_be_visible()
    (note,) = (await keepsake.http.get("/api/notes/")).json()["notes"]
    async with keepsake.database.transaction() as tx:
        (version,) = await notes.versions(tx, note["id"], skip=0, most=5)
    assert version.untrusted  # it is somebody else's text, as the model is told
    await page.close()
