"""The page of a bot that runs: what changes in the chat appears, and what the next request to the model would hold."""

from pathlib import Path

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, expect

from tests.browser.product import practising, say
from tests.process import free_port

SOON_MS = 2_000


async def test_it_follows_the_chat_and_colours_what_of_the_next_prompt_is_cached(
    context: BrowserContext, tmp_path: Path, database_url: str
) -> None:
    async with practising(context, tmp_path, DATABASE_URL=database_url, API_PORT=str(free_port())) as chat:
        await say(chat, "Remember that I like tea", answer="💾")
        await say(chat, "Do I like tea?", answer="")
        await say(chat, "/memory open", answer="opens your memories")
        async with chat.context.expect_page() as opening:
            await chat.locator("a.key").last.click()
        page = await opening.value
        await page.locator(".rows a").first.click()
        await say(chat, "/memory", answer="tea")
        await say(chat, "/memory edit 1 I like green tea", answer="✏️")
        await expect(page.locator(".versions ins", has_text="green")).to_be_visible(timeout=SOON_MS)
        await page.goto(page.url.partition("#")[0] + "#/prompt")
        parts = page.locator(".parts .part")
        instructions = parts.filter(has=page.get_by_text("Instructions", exact=True))
        await expect(instructions).to_have_class("part cached")
        await expect(parts.last).to_contain_text("Keepsake")
        await expect(parts.last).to_have_class("part fresh")
        await expect(page.locator(".reuse")).to_contain_text("cached")
        found = await Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        await page.close()
