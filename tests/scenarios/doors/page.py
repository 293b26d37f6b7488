"""The page, in a browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Page, async_playwright

from tests.browser.conftest import program
from tests.scenarios.doors.door import Came

_CHANGED: Final = """() => {
  const version = document.querySelector(".versions li .content");
  const without = (gone) => {
    const copy = version.cloneNode(true);
    copy.querySelectorAll(gone).forEach((it) => it.remove());
    return copy.textContent;
  };
  return `${without("ins")} → ${without("del")}`;
}"""
"""Reads what the newest version changed, as the text before and the text after it."""


class PageDoor:
    """Clicks and types. The page shows memories as they are stored."""

    origin = "api"
    through = "page"
    restores = True
    is_told = False
    speaks_to_owner = False

    def __init__(self, page: Page) -> None:
        self._page = page

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Write a new memory."""
        page = self._page
        await self._open("memories/new")
        await page.get_by_role("region", name="New memory").get_by_role("button", name=category.title()).click()
        await page.get_by_label("Subject").fill(subject)
        await page.get_by_label("Memory", exact=True).fill(content)
        await self._save("Save")
        if is_new and await page.get_by_role("button", name="Store it anyway").count():
            await self._save("Store it anyway")
        came = await self._shown()
        return came if came.is_refused else Came(f"Remembered: {came.words}")

    async def update(self, memory_id: str, content: str) -> Came:
        """Edit a memory in place."""
        await self._open(f"memories/{memory_id}?edit")
        text = self._page.get_by_role("textbox", name="Memory", exact=True)
        if not await text.count():
            return await self._refusal()
        await text.fill(content)
        await self._save("Save")
        return await self._shown()

    async def forget(self, memory_id: str) -> Came:
        """Delete a memory, and look at it."""
        return await self._press("Delete", memory_id, "Memory deleted.")

    async def restore(self, memory_id: str) -> Came:
        """Restore a memory, unless it is there."""
        return await self._press("Restore", memory_id, "Memory restored.")

    async def _press(self, label: str, memory_id: str, done: str) -> Came:
        await self._open(f"memories/{memory_id}")
        button = self._page.get_by_role("button", name=label)
        if not await button.count():
            return await self._refusal()
        await button.click()
        told = await self._page.locator("#toast p").inner_text()
        if done not in told:
            return Came(told, is_refused=True)
        await self._open(f"memories/{memory_id}")
        return await self._shown()

    async def _open(self, path: str) -> None:
        """Open a view anew, without what was typed or told before, and wait until it is read."""
        await self._page.goto("about:blank")
        await self._page.goto(f"/#/{path}")
        await self._page.locator(".aside h2, .aside form, .aside .nothing").first.wait_for()

    async def _save(self, label: str) -> None:
        page = self._page
        async with page.expect_response(lambda it: it.request.method in {"POST", "PUT"}) as answered:
            await page.get_by_role("button", name=label).click()
        answer = await answered.value
        if answer.ok:
            await page.locator("form.editor").wait_for(state="detached")
            await self._open(f"memories/{(await answer.json())['id']}")
        else:
            await page.locator(".refusal").wait_for()

    async def _shown(self) -> Came:
        """Return what a memory said before its newest version and says in it, or why there was no change."""
        if await self._page.locator(".refusal").count():
            return Came(await self._page.locator(".refusal").inner_html(), is_refused=True)
        return Came(await self._page.evaluate(_CHANGED))

    async def _refusal(self) -> Came:
        return Came(await self._page.locator(".aside").inner_text(), is_refused=True)


@asynccontextmanager
async def page_door(url: str, link: str) -> AsyncIterator[PageDoor]:
    """Log a new browser in with a link, and yield the door."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        page = await (await browser.new_context(base_url=url)).new_page()
        await page.goto(link)
        await page.locator(".aside, .nothing, .rows").first.wait_for()
        yield PageDoor(page)
        await browser.close()
