"""What the next request to the model would hold, of a bot that runs."""

from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, expect

from tests.browser.product import practising, say
from tests.page.conftest import opened_from
from tests.scenarios.test_api import free_port

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_what_the_next_prompt_holds_is_coloured_by_what_is_cached(
    context: BrowserContext, tmp_path: Path, database_url: str
) -> None:
    async with practising(context, tmp_path, DATABASE_URL=database_url, API_PORT=str(free_port())) as chat:
        await say(chat, "Remember that I like tea", answer="💾")
        await say(chat, "Do I like tea?", answer="")
        async with opened_from(chat) as page:
            await page.goto(page.url.partition("#")[0] + "#/prompt")
            parts = page.locator(".parts .part")
            instructions = parts.filter(has=page.get_by_text("Instructions", exact=True))
            await expect(instructions).to_have_class("part cached")
            await expect(parts.last).to_contain_text("Keepsake")
            await expect(parts.last).to_have_class("part fresh")
            await expect(page.locator(".reuse")).to_contain_text("cached")
            for scheme in ("light", "dark"):
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                found = await Axe().run(page)
                assert found.violations_count == 0, found.generate_report()
