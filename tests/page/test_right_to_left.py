"""In Arabic the page is the mirror of itself; what users wrote keeps its own direction."""

from contextlib import suppress

import pytest
from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.page.catalogues import serve_texts
from tests.page.conftest import PHONE, Keepsake, learn, open_view

pytestmark = pytest.mark.asyncio(loop_scope="session")

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
FRAME = (
    "nav, nav li, nav svg, main, .list, .single, .aside, .aside > .round, .aside .bar, .aside .bar .round, .head, "
    ".search, .head .round, .filters, .group h2, .rows li, .row .kind, .versions li, .editor, "
    ".editor input, .editor textarea, .acts, .bubble, .panel, .menu li, .menu svg, .item, .item input, .details"
)
"""What stands at a place whatever the language, since no words decide its size."""
BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((it) => it.checkVisibility())
  .map((it) => [it, it.getBoundingClientRect()])
  .map(([it, { left, right, top }]) => ({ of: `${it.tagName} ${it.className.baseVal ?? it.className}`, left, right, top,
    words: it.textContent.slice(0, 80) }))"""
NOT_MIRRORED = f"""([selector, before]) => {{
  const near = (one, other) => Math.abs(one - other) <= 1.5;
  const isMirror = (it, of) =>
    near(it.left, innerWidth - of.right) && near(it.right, innerWidth - of.left) && near(it.top, of.top);
  const after = ({BOXES})(selector);
  const pairs = before.map((it, place) => [it, after[place]]);
  return pairs.filter(([it, other]) => it.of !== other?.of || !isMirror(it, other));
}}"""
STANDS_STILL = f"""(selector) => {{
  const [before, now] = [window.boxes, JSON.stringify(({BOXES})(selector))];
  window.boxes = now;
  return before === now;
}}"""
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


async def test_each_kind_of_view_is_mirrored(page: Page, keepsake: Keepsake) -> None:
    await serve_texts(page, "ar", {})  # the same words: what differs is the direction alone
    memory, editing, *_others = await fill(keepsake)
    for view in (memory, editing, "notes", "conversations/1", "transfer", "usage"):
        await open_view(page, keepsake, view)
        await expect(page.locator(".waiting")).to_have_count(0)
        await page.wait_for_function(STANDS_STILL, arg=FRAME, polling=300)
        before, count = await page.evaluate(BOXES, FRAME), await page.locator(FRAME).count()
        await keepsake.choose("ar")
        await expect(page.locator("html")).to_have_attribute("dir", "rtl")
        await expect(page.locator(FRAME)).to_have_count(count)
        with suppress(PlaywrightTimeout):  # what is shown may still be read anew
            await page.wait_for_function(f"(all) => !({NOT_MIRRORED})(all).length", arg=[FRAME, before], timeout=10_000)
        assert await page.evaluate(NOT_MIRRORED, [FRAME, before]) == [], view
        await keepsake.choose(None)
        await expect(page.locator("html")).to_have_attribute("dir", "ltr")


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
