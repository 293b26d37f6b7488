"""The panel beside the chat, with the real product in practice mode."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from practice.model.server import ModelServer
from practice.serving import serve
from tests.browser.product import practising, say
from tests.conftest import MODEL_KEY
from tests.process import Script, call

pytestmark = pytest.mark.asyncio(loop_scope="session")


WATCH = """(panel) => new MutationObserver(() => {
  panel.dataset.seen = panel.querySelector(".memory.changed .content")?.textContent ?? panel.dataset.seen;
}).observe(panel, { subtree: true, childList: true })"""
"""Notes which memory was marked as changed."""


@pytest_asyncio.fixture(loop_scope="session")
async def practice(context: BrowserContext, tmp_path: Path, database_url: str) -> AsyncIterator[Page]:
    """The page of the product with its practice model."""
    async with practising(context, tmp_path, DATABASE_URL=database_url) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def script() -> AsyncIterator[Script]:
    """A model server that answers as the test scripts it."""
    script = Script()
    script.server = ModelServer(script.reply, models=("scripted",), api_key=MODEL_KEY)
    async with serve(script.server.app) as url:
        script.url = f"{url}/v1"
        yield script


async def test_memories_are_seen_as_they_come_change_and_go(practice: Page) -> None:
    panel = practice.get_by_role("tabpanel", name="Memories")
    await expect(panel).to_contain_text("No memories yet. Try:")
    await practice.get_by_role("button", name="/search", exact=True).click()
    await expect(practice.locator("#text")).to_have_value("/search ")
    await expect(practice.locator("#text")).to_be_focused()
    await panel.evaluate(WATCH)
    await practice.get_by_role("button", name="“Remember that Alec is my boss”").click()
    await practice.keyboard.press("Enter")
    people = panel.get_by_role("region", name="person")
    memory = people.locator(".memory")
    await expect(memory.locator("strong")).to_have_text("Alec")
    await expect(memory.locator(".content")).to_have_text("Alec is your boss")
    await expect(memory.locator(".facts")).to_contain_text("1 version")
    assert await panel.get_attribute("data-seen") == "Alec is your boss"
    await expect(memory).to_have_class("memory")
    await expect(practice.get_by_role("tab", name="Memories 1")).to_be_visible()

    await memory.locator("summary").press("Enter")
    await say(practice, "Actually, Alec is my mentor now, not my boss", answer="✏️")
    await expect(memory.locator(".facts")).to_contain_text("2 versions")
    await expect(memory).to_have_attribute("open", "")
    versions = memory.get_by_role("list", name="Versions, newest first").get_by_role("listitem")
    await expect(versions).to_contain_text(["v2", "v1"])
    await expect(versions).to_contain_text(["mentor", "Alec is your boss"])

    await memory.get_by_role("button", name="Delete").click()
    deleted = panel.get_by_role("region", name="deleted").locator(".memory.gone")
    await expect(deleted).to_contain_text("Alec is your mentor")
    await expect(people).to_have_count(0)
    await deleted.get_by_role("button", name="Restore").click()
    await expect(memory).to_be_visible()
    await expect(deleted).to_have_count(0)


async def test_the_last_request_is_shown_with_the_prefix_that_is_reused(
    context: BrowserContext, tmp_path: Path, database_url: str, script: Script
) -> None:
    """The figures are those of what the model's server received."""
    script.then("Hello!", call("add_to_memory", content="Alec is the boss — ünïcode", category="person"), "Noted.")
    settings = {"DATABASE_URL": database_url, "OPENAI_BASE_URL": script.url, "OPENAI_API_KEY": MODEL_KEY}
    async with practising(context, tmp_path, **settings) as page:
        await page.get_by_role("tab", name="Last request").click()
        panel = page.get_by_role("tabpanel", name="Last request")
        await expect(panel).to_contain_text("No request yet.")
        await say(page, "Hi", answer="Hello!")
        size = len(prompt(script, 0))
        await expect(panel).to_contain_text(f"{size:,} bytes, all new: no earlier request begins like this")

        await say(page, "Remember that Alec is the boss", answer="Noted.")
        known, size = len(prompt(script, 1)) - 1, len(prompt(script, 2))  # a closing bracket gave way to what follows
        await expect(panel.locator("#reuse")).to_have_text(
            f"{known:,} of {size:,} bytes reused ({100 * known // size}%)"
        )
        await expect(panel.locator(".facts")).to_contain_text("Request 3")
        await expect(panel.locator(".facts")).to_contain_text("tokens cached")
        shares = "it => [...it.children].map((part) => Number(part.style.flexGrow))"
        assert await panel.locator(".bar").evaluate(shares) == [known, size - known]

        blocks = panel.locator(".block")
        assert await panel.locator(".block.new strong").all_inner_texts() == ["Assistant", "Tool result"]
        assert await blocks.nth(0).locator("strong").inner_text() == "Tool: add_to_memory"
        await expect(panel.locator(".block.system")).to_have_class("block system known")
        await expect(panel.locator(".block.new[open]")).to_have_count(2)
        await expect(panel.locator(".block.known[open]")).to_have_count(0)
        await expect(panel.locator(".block.assistant.new mark.new")).to_contain_text("add_to_memory({")

        await panel.get_by_role("button", name="As sent").click()
        sent = panel.get_by_label("The request as sent")
        assert (await sent.inner_text()).encode() == script.requests[2].body
        marked = "".join(await sent.locator("mark.known").all_inner_texts())
        assert len(marked.encode()) == known
        await panel.get_by_role("button", name="Copy").click()
        await expect(page.locator("#toast")).to_have_text("Request copied")
        assert (await page.evaluate("navigator.clipboard.readText()")).encode() == script.requests[2].body


def prompt(script: Script, number: int) -> bytes:
    """Return what the model read of a request: its tools and messages as they were sent."""
    received = script.requests[number]
    assert json.loads(received.prompt)
    return (received.sent("tools") + received.prompt).encode()
