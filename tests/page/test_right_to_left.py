"""In Arabic the page begins at the right; what users wrote keeps its own direction, and nothing overflows."""

from playwright.async_api import Page, expect

from tests.page.conftest import PHONE, Keepsake, learn, open_view

VIEWS = (
    "memories",
    "memories/new",
    "timeline",
    "notes",
    "notes/shared",
    "reminders/new",
    "conversations",
    "transfer",
    "more",
    "usage",
)
OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((it) => it.checkVisibility() && !it.closest(".unseen, pre, .filters .choice, svg, #toast, #offline"))
  .filter((it) => it.offsetWidth > 1 && it.parentElement.offsetWidth > 1)
  .filter((it) => {
    const box = it.getBoundingClientRect();
    const isCut = it.matches("button, .button, dt, dd, h2") && it.scrollWidth > it.clientWidth + 1;
    return isCut || box.right > innerWidth + 1 || box.left < -1;
  })
  .map((it) => `${it.tagName}.${it.className}: ${it.textContent.slice(0, 40)}`)"""


async def fill(keepsake: Keepsake) -> list[str]:
    """Store something for each view, and return the addresses of what can be opened."""
    memory_id = await learn(keepsake, "Alec is my boss", "Alec is the user's boss")
    await keepsake.update(memory_id, "Alec is the user's mentor")
    await keepsake.remember("سارة هي أخت المستخدم", "person", "سارة")
    note = await keepsake.http.post("/api/notes/", json={"name": "Groceries", "content": "- [ ] milk\n- [x] bread"})
    reminder = await keepsake.http.post("/api/reminders/", json={"text": "Call Anna", "when": "every weekday at 8"})
    opened = f"memories/{memory_id}", f"memories/{memory_id}?edit", f"notes/{note.json()['id']}", "conversations/1"
    return [*opened, f"reminders/{reminder.json()['id']}"]


async def test_what_users_wrote_keeps_its_direction(page: Page, keepsake: Keepsake) -> None:
    english, _ = await keepsake.remember("Alec is the user's boss"), await keepsake.remember("سارة هي أخت المستخدم")
    await keepsake.choose("ar")
    await open_view(page, keepsake)
    await expect(page.locator(".row bdi:dir(ltr)")).to_have_text("Alec is the user's boss")
    await expect(page.locator(".row bdi:dir(rtl)")).to_have_text("سارة هي أخت المستخدم")
    rows = await page.locator(".row .text").evaluate_all(
        "all => all.map((it) => { const range = new Range(); range.selectNodeContents(it);"
        " return it.getBoundingClientRect().right - range.getBoundingClientRect().right })"
    )
    assert all(abs(it) < 1.5 for it in rows), rows  # both begin at the list's edge
    assert await page.locator("nav").evaluate("it => innerWidth - it.getBoundingClientRect().right") == 0
    await open_view(page, keepsake, f"memories/{english}?edit")
    text = page.locator(".editor textarea")
    await expect(text).to_have_css("direction", "ltr")
    await text.fill("سارة")
    await expect(text).to_have_css("direction", "rtl")


async def test_nothing_overflows_on_a_phone(page: Page, keepsake: Keepsake) -> None:
    views = [*VIEWS, *await fill(keepsake)]
    await page.set_viewport_size(PHONE)
    await keepsake.choose("de")
    for view in views:
        await open_view(page, keepsake, view)
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await expect(page.locator(".waiting")).to_have_count(0)
        assert await page.evaluate(OUTSIDE) == [], view
        assert await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), view
