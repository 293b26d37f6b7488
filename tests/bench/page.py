"""The page with many memories, in a real Chromium: until it is painted, and until its first memories are there."""

from time import perf_counter
from typing import Final

from playwright.async_api import Page, async_playwright

from bot.database import login_links
from bot.database.engine import Database
from bot.values.access import login_address
from tests.bench.figures import Figure, figure
from tests.bench.postgres import OWNER
from tests.browser.conftest import program

_GOAL: Final = 1_000
_PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
"""When the page was painted; known somewhat later, perhaps after the memories are there."""


async def page(database: Database, url: str, samples: int) -> list[Figure]:
    """Measure the page of a bot whose API is at a URL; nothing where there is no Chromium."""
    if not program():
        return []
    async with database.transaction() as tx:
        key = await login_links.add(tx, OWNER)
    painted, listed = list[float](), list[float]()
    async with async_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = await playwright.chromium.launch(executable_path=program(), args=arguments)
        shown = await browser.new_page()
        await shown.goto(login_address(url, key))
        await shown.locator(".rows li").first.wait_for()
        for _ in range(samples):
            listed.append(await _opened(shown, url))
            painted.append(await (await shown.wait_for_function(_PAINTED)).json_value())
        await browser.close()
    return [
        figure("page, first paint", "ms", painted, goal=_GOAL),
        figure("page, first memories", "ms", listed, goal=_GOAL),
    ]


async def _opened(shown: Page, url: str) -> float:
    """Open the page anew; return the milliseconds until memories are listed."""
    await shown.goto("about:blank")
    began = perf_counter()
    await shown.goto(url)
    await shown.locator(".rows li").first.wait_for()
    return 1_000 * (perf_counter() - began)
